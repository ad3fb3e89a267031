package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"stdioscope/ui"
)

// unescaped is a page as it is read.
func unescaped(page string) string {
	return strings.NewReplacer(`\-`, "-", `\&`, "", `\(aq`, "'", `\(ha`, "^", `\(ti`, "~", `\e`, `\`).Replace(page)
}

func TestEveryCommandHasAPageThatNamesItsFlags(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	root := newRoot()
	root.SetArgs([]string{"man", dir})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range withChildren(root) {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		text, err := os.ReadFile(filepath.Join(dir, name+".1"))
		if err != nil {
			t.Error(err)
			continue
		}
		page := unescaped(string(text))
		if !strings.Contains(page, cmd.Short) {
			t.Errorf("the page of %s does not say what it does", name)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(page, "--"+f.Name) {
				t.Errorf("the page of %s lacks --%s", name, f.Name)
			}
		})
	}
	if pages, _ := os.ReadDir(dir); len(pages) != len(withChildren(root)) {
		t.Errorf("%d pages for %d commands", len(pages), len(withChildren(root)))
	}
}

func TestTheMainPageNamesCommandsAndKeys(t *testing.T) {
	var out bytes.Buffer
	root := newRoot()
	root.SetArgs([]string{"man"})
	root.SetOut(&out)
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	page := unescaped(out.String())
	for _, cmd := range withChildren(root)[1:] {
		if !strings.Contains(page, cmd.Short) && cmd.Parent() == root {
			t.Errorf("the main page lacks %s", cmd.Name())
		}
	}
	for _, key := range ui.Keys() {
		if !strings.Contains(page, key.Help) {
			t.Errorf("the main page lacks %v: %s", key.Keys, key.Help)
		}
	}
}

func TestAManualGoesIntoOneDirectory(t *testing.T) {
	root := newRoot()
	root.SetArgs([]string{"man", "a", "b"})
	if err := root.Execute(); exitCode(err) != exitUsage {
		t.Errorf("%v", err)
	}
}

func TestTheShellsAreServed(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		var out bytes.Buffer
		root := newRoot()
		root.SetArgs([]string{"completion", shell})
		root.SetOut(&out)
		if err := root.Execute(); err != nil || !strings.Contains(out.String(), "stdioscope") {
			t.Errorf("%s: %v, %d bytes", shell, err, out.Len())
		}
	}
}
