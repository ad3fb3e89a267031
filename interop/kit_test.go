package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAKitIsInstalledOnceAndAgainWhenItsManifestChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("some", 0o700); err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	install := func(manifest string) string {
		t.Helper()
		if err := os.WriteFile("some/manifest", []byte(manifest), 0o600); err != nil {
			t.Fatal(err)
		}
		k := &kit{name: "some", version: []string{"go", "version"}, steps: [][]string{
			{"sh", "-c", "cat manifest; echo x >> {kit}/../log"},
		}}
		if _, err := k.ready(t.Context(), cache); err != nil {
			t.Fatal(err)
		}
		log, _ := os.ReadFile(filepath.Join(cache, "log"))
		return string(log)
	}
	for i, step := range []struct{ manifest, log string }{{"a", "x\n"}, {"a", "x\n"}, {"b", "x\nx\n"}} {
		if log := install(step.manifest); log != step.log {
			t.Errorf("step %d: installed %q", i, log)
		}
	}
}

func TestAKitThatCannotBeInstalledSaysWhy(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("some", 0o700); err != nil {
		t.Fatal(err)
	}
	for want, k := range map[string]*kit{
		"no no-such-command-xyz":    {name: "some", version: []string{"no-such-command-xyz"}},
		"Error: this is the reason": {name: "some", version: []string{"go", "version"}, steps: [][]string{{"sh", "-c", "echo error code 7; echo Error: this is the reason; echo bye; exit 1"}}},
		"the reason":                {name: "some", version: []string{"go", "version"}, steps: [][]string{{"sh", "-c", "echo more; echo the reason >&2; exit 1"}}},
	} {
		for range 2 { // what was begun is not taken for what is done
			if _, err := k.ready(t.Context(), t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("it says %v", err)
			}
		}
	}
}
