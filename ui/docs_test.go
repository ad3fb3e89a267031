package ui

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestTheDocumentsNameCommandsThatAreThere looks up what is written as `:name` in the
// documents.
func TestTheDocumentsNameCommandsThatAreThere(t *testing.T) {
	var names []string
	for _, c := range spokenCommands() {
		names = append(names, c.name)
	}
	for _, b := range bindings() {
		names = append(names, b.name)
	}
	spoken := regexp.MustCompile("`:([a-z-]+)")
	for _, file := range []string{"../README.md", "../docs/composer.md", "../docs/replay.md", "../docs/commands.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range spoken.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(names, match[1]) {
				t.Errorf("%s names the command %s, which is not there", file, match[1])
			}
		}
	}
}
