package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryDependencyHasAReason keeps the list in CONTRIBUTING equal to go.mod's
// direct requirements.
func TestEveryDependencyHasAReason(t *testing.T) {
	guide, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(guide), "<!-- dependencies -->")
	table, _, found := strings.Cut(rest, "<!-- /dependencies -->")
	if !found {
		t.Fatal("CONTRIBUTING.md has no place for the dependencies")
	}
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\S+)` \\| \\S.* \\|$").FindAllStringSubmatch(table, -1) {
		listed = append(listed, row[1])
	}
	slices.Sort(listed)
	if wanted := directRequirements(t); !slices.Equal(listed, wanted) {
		t.Errorf("CONTRIBUTING.md gives reasons for\n%v\nand go.mod requires\n%v", listed, wanted)
	}
}

func directRequirements(t *testing.T) (paths []string) {
	t.Helper()
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var module struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(out, &module); err != nil {
		t.Fatal(err)
	}
	for _, r := range module.Require {
		if !r.Indirect {
			paths = append(paths, r.Path)
		}
	}
	slices.Sort(paths)
	return paths
}
