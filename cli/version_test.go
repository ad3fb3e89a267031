package cli

import (
	"runtime/debug"
	"testing"
)

func TestAProgramKnowsItsVersion(t *testing.T) {
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "474e2599b1d0c5aa0e7e"}}
	for name, tc := range map[string]struct {
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		"of a tagged commit":      {"v0.1.0", commit, "v0.1.0"},
		"of any other commit":     {"v0.1.1-0.20261201040239-474e2599b1d0", commit, "v0.1.1-0.20261201040239-474e2599b1d0"},
		"by a toolchain of old":   {"(devel)", commit, "devel-474e2599b1d0"},
		"without version control": {"(devel)", nil, "devel"},
		"without modules":         {"", nil, "devel"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: tc.version}, Settings: tc.settings}
		if got := versionOf(info); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}
