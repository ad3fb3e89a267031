package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stdioscope/history/filter"
	"stdioscope/ui"
)

// pages are what is written by hand about the program, by path.
func pages(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../docs/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no documentation: %v", err)
	}
	found := map[string]string{}
	for _, path := range append(paths, "../README.md", "../CONTRIBUTING.md", "../SECURITY.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found[path] = string(text)
	}
	return found
}

func TestTheDocumentationNamesCommandsAndFlags(t *testing.T) {
	const path = "../docs/commands.md"
	page := pages(t)[path]
	for _, cmd := range withChildren(newRoot()) {
		if !strings.Contains(page, cmd.CommandPath()) {
			t.Errorf("%s lacks %s", path, cmd.CommandPath())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(page, "--"+f.Name) {
				t.Errorf("%s lacks --%s of %s", path, f.Name, cmd.Name())
			}
		})
	}
}

// Every command line that is shown has flags that exist, and filters that are ones.
func TestCommandLinesInTheDocumentationCanBeTyped(t *testing.T) {
	line := regexp.MustCompile("(?m)^(?:\\$ )?stdioscope (.*)$|`stdioscope (.*?)`")
	expression := regexp.MustCompile(`--filter '([^']*)'`)
	flag := regexp.MustCompile(`(?:^|\s)--([a-z][a-z-]*)`)
	for path, page := range pages(t) {
		for _, shown := range line.FindAllStringSubmatch(page, -1) {
			words := shown[1] + shown[2]
			ours, _, _ := strings.Cut(words, " -- ") // behind it stands what belongs to the server
			cmd := commandOf(t, ours)
			for _, f := range flag.FindAllStringSubmatch(ours, -1) {
				if cmd.Flags().Lookup(f[1]) == nil && f[1] != "version" && f[1] != "help" {
					t.Errorf("%s: %s has no --%s: %s", path, cmd.CommandPath(), f[1], words)
				}
			}
		}
		for _, e := range expression.FindAllStringSubmatch(page, -1) {
			if _, err := filter.Parse(e[1]); err != nil {
				t.Errorf("%s: %s: %v", path, e[1], err)
			}
		}
	}
}

// commandOf finds the command that a line begins with; without one it is the root.
func commandOf(t *testing.T, line string) *cobra.Command {
	t.Helper()
	root := newRoot()
	name, _, _ := strings.Cut(line, " ")
	for _, cmd := range root.Commands() {
		if cmd.Name() == name {
			return cmd
		}
	}
	return root
}

func TestTheDocumentationLinksToWhatIsThere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for path, page := range pages(t) {
		for _, to := range link.FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), to[1])); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

func TestTheReadmeIsShortAndItsKeysWork(t *testing.T) {
	readme := pages(t)["../README.md"]
	if lines := strings.Count(readme, "\n"); lines >= 300 {
		t.Errorf("%d lines", lines)
	}
	for _, command := range []string{"\ngo run . demo\n", "\ngo test ./...\n"} {
		if !strings.Contains(readme, command) {
			t.Errorf("it lacks %s", command)
		}
	}
	_, rest, _ := strings.Cut(readme, "## Keys\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	var known []string
	for _, k := range ui.Keys() {
		for _, key := range k.Keys {
			known = append(known, keyName(key))
		}
	}
	for _, shown := range regexp.MustCompile("(?m)^\\| (`.*`) \\| .* \\| (`.*`) \\|").FindAllStringSubmatch(section, -1) {
		for _, key := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(shown[1]+shown[2], -1) {
			if !slices.Contains(known, key[1]) {
				t.Errorf("there is no key %s", key[1])
			}
		}
	}
}
