package main

import (
	"strings"
	"testing"
)

const page = `# Peers

<!-- fruit -->

| peer | version | seen |
| --- | --- | --- |
| pear | 1 | sweet |
| plum | 1 |  |

<!-- /fruit -->

The end
`

func TestARowStandsUntilItsPeerHasRunAgain(t *testing.T) {
	fruit := table{"fruit", []string{"peer", "version", "seen"}, [][]string{{"pear", "1", "ripe"}}}
	text, err := fruit.merged(page, [][]string{{"plum", "1"}, {"pear", "1"}, {"plum", "2"}}).put(page)
	if err != nil {
		t.Fatal(err)
	}
	want := "| --- | --- | --- |\n| plum | 1 |  |\n| pear | 1 | ripe |\n| plum | 2 | " + notRun + " |\n\n<!-- /fruit -->\n\nThe end\n"
	if !strings.HasSuffix(text, want) {
		t.Errorf("it is\n%s", text)
	}
	again, err := fruit.merged(text, [][]string{{"plum", "1"}, {"pear", "1"}, {"plum", "2"}}).put(text)
	if err != nil || again != text {
		t.Errorf("again it is, %v\n%s", err, again)
	}
}

func TestATableWithoutAPlaceIsAnError(t *testing.T) {
	for _, text := range []string{"", "<!-- fruit -->\n", "<!-- /fruit -->"} {
		if _, err := (table{name: "fruit"}).put(text); err == nil {
			t.Errorf("%q has a place", text)
		}
	}
}

func TestEveryPeerHasARowOfItsOwnInTheFile(t *testing.T) {
	seen := map[string]bool{}
	for _, j := range jobs() {
		row := j.table + "|" + strings.Join(append([]string{j.name, j.version}, j.about...), "|")
		if seen[row] {
			t.Errorf("twice: %s", row)
		}
		seen[row] = true
	}
}
