package history_test

import (
	"bytes"
	"errors"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"stdioscope/history"
)

// stateHome makes a state directory of the test's own.
func stateHome(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	return dir
}

func TestHistoriesAreFoundByIDByBeginningOrAsTheNewest(t *testing.T) {
	stateHome(t)
	var ids []string
	for _, minute := range []int{1, 2, 3} {
		h := history.NewHeader(history.ModeInspect, "files", []string{"x"}, "/", nil, "t", time.Date(2026, 11, 30, 10, minute, 0, 0, time.UTC))
		r, err := history.Record(history.Options{Header: h})
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		_ = r.Journal().Close()
		ids = append(ids, h.ID)
	}
	for _, tc := range []struct {
		name, asked, want string
	}{
		{"the newest", "", ids[2]},
		{"a whole id", ids[0], ids[0]},
		{"a unique beginning", "20261130T1002", ids[1]},
	} {
		path, err := history.Find(tc.asked)
		if err != nil || path != filepath.Join(history.StateDir(), tc.want+history.Extension) {
			t.Errorf("%s: %s, %v", tc.name, path, err)
		}
	}
	for _, asked := range []string{"20261130T10", "19", "./nowhere"} {
		if path, err := history.Find(asked); !errors.Is(err, history.ErrNoHistory) {
			t.Errorf("%q found %s, %v", asked, path, err)
		}
	}
}

func TestWhatIsNoHistoryIsNotFound(t *testing.T) {
	home := stateHome(t)
	wants := func(name, want string) {
		t.Helper()
		if path, err := history.Find(name); !errors.Is(err, history.ErrNoHistory) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q found %q, %v; want %q", name, path, err, want)
		}
	}
	wants("", "none is saved")
	wants("nope", `neither a file nor a saved history is called "nope"`)
	wants(home, "is a directory")
	wants(filepath.Join(home, "nope"), "no such file")
	if err := os.MkdirAll(filepath.Join(history.StateDir(), "folder"+history.Extension), 0o700); err != nil {
		t.Fatal(err)
	}
	wants("", "none is saved")
	wants("folder", "neither a file nor a saved history")
	t.Chdir(history.StateDir())
	wants("folder"+history.Extension, "is a directory")
}

func TestHistoriesAreKeptFromOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	home := stateHome(t)
	wide := filepath.Join(home, "empty")
	if err := errors.Join(os.Mkdir(history.StateDir(), 0o755), os.Chmod(history.StateDir(), 0o755), os.WriteFile(wide, nil, 0o644), os.Chmod(wide, 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"", wide} {
		r, err := history.Record(history.Options{Header: header(), File: file})
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		_ = r.Journal().Close()
	}
	for path, want := range map[string]os.FileMode{history.StateDir(): 0o700, wide: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has the mode %v, %v", path, info.Mode().Perm(), err)
		}
	}
}

func TestWithoutAStateDirectoryTheSessionGoesOn(t *testing.T) {
	dir := stateHome(t)
	if err := os.WriteFile(filepath.Join(dir, "stdioscope"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := history.Record(history.Options{Header: header()})
	if err != nil {
		t.Fatal(err)
	}
	recording{Recorder: r}.server("hello")
	r.Close()
	j := r.Journal()
	if line, err := j.Line(0); err != nil || string(line) != "hello" {
		t.Errorf("%q, %v", line, err)
	}
	if j.Trouble() == "" || j.Path() != "" {
		t.Errorf("trouble %q, path %q", j.Trouble(), j.Path())
	}
	_ = j.Close()
}

func TestSecretsAmongTheArgumentsAreMasked(t *testing.T) {
	for _, tc := range []struct{ args, want []string }{
		{[]string{"srv", "--api-key", "hunter2", "x"}, []string{"srv", "--api-key", "•••", "x"}},
		{[]string{"srv", "--token=hunter2"}, []string{"srv", "--token=•••"}},
		{[]string{"env", "GITHUB_TOKEN=ghp_x", "srv"}, []string{"env", "GITHUB_TOKEN=•••", "srv"}},
		{[]string{"srv", "postgres://joe:pw@host/db"}, []string{"srv", "postgres://joe:•••@host/db"}},
		{[]string{"srv", "sk-abcdefghijklmnopqrst"}, []string{"srv", "•••"}},
		{[]string{"srv", "--token-file", "a.txt"}, []string{"srv", "--token-file", "•••"}},
		{[]string{"srv", "-H", "X-Api-Key: hunter2"}, []string{"srv", "-H", "X-Api-Key: •••"}},
		{[]string{"srv", "--key", "hunter2"}, []string{"srv", "--key", "•••"}},
		{[]string{"srv", "--keyboard", "de", "http://host/x"}, []string{"srv", "--keyboard", "de", "http://host/x"}},
		{[]string{"srv", "author", "--verbose", "x"}, []string{"srv", "author", "--verbose", "x"}},
	} {
		h := history.NewHeader(history.ModeWrap, "", tc.args, "/", nil, "t", time.Now())
		if !slices.Equal(h.Command, tc.want) {
			t.Errorf("%q was kept as %q, want %q", tc.args, h.Command, tc.want)
		}
		for _, secret := range history.SecretArgs(tc.args) {
			if strings.Contains(strings.Join(tc.want, " "), secret) || !strings.Contains(strings.Join(tc.args, " "), secret) {
				t.Errorf("%q is no secret of %q", secret, tc.args)
			}
		}
		if masks := strings.Count(strings.Join(tc.want, " "), "•••"); len(history.SecretArgs(tc.args)) != masks {
			t.Errorf("%q are the secrets of %q", history.SecretArgs(tc.args), tc.args)
		}
	}
}

func TestASessionIsNamedAfterWhatARunnerRuns(t *testing.T) {
	for command, want := range map[string]string{
		"npx -y @modelcontextprotocol/server-everything stdio": "server-everything",
		"/opt/bin/files-server --x":                            "files-server",
		"python3 /srv/demo/server.py":                          "server",
		"uv run weather.py":                                    "weather",
		"node":                                                 "node",
	} {
		h := history.NewHeader(history.ModeWrap, "", strings.Fields(command), "/", nil, "t", time.Now())
		if h.Label != want {
			t.Errorf("%s is called %q, want %q", command, h.Label, want)
		}
	}
}

func TestASessionIsNotNamedAfterAScript(t *testing.T) {
	h := history.NewHeader(history.ModeWrap, "", []string{"sh", "-c", "echo hi; exit 3"}, "/", nil, "t", time.Now())
	if h.Label != "sh" {
		t.Errorf("it is called %q", h.Label)
	}
}

func TestASessionIsNotNamedAfterASecret(t *testing.T) {
	h := history.NewHeader(history.ModeWrap, "", []string{"node", "--token", "hunter2", "files.js"}, "/", nil, "t", time.Now())
	if h.Label != "files" || strings.Contains(h.ID, "hunter2") {
		t.Errorf("it is called %q, %s", h.Label, h.ID)
	}
}

// hide masks one word, as given rules do.
func hide(dst, line []byte) ([]byte, int) {
	return append(dst, bytes.ReplaceAll(line, []byte("hunter2"), []byte("[mask]"))...), bytes.Count(line, []byte("hunter2"))
}

func TestGivenRulesMaskTheHeaderAndTheFactsOfARecording(t *testing.T) {
	home := stateHome(t)
	h := history.NewHeader(history.ModeWrap, "for hunter2", []string{"srv", "/home/hunter2/x"}, "/home/hunter2", nil, "t", time.Now())
	r, err := history.Record(history.Options{Header: h, Redact: hide})
	if err != nil {
		t.Fatal(err)
	}
	r.Fact(history.Fact{Event: history.FactReady, Server: "hunter2 1.0", Text: "hunter2 said so"})
	r.Close()
	j := r.Journal()
	if live := j.Header(); live.Label != "for [mask]" || live.Command[1] != "/home/[mask]/x" || !live.Redacted {
		t.Errorf("the header is %+v", live)
	}
	text, err := os.ReadFile(j.Path())
	if err != nil || strings.Contains(string(text), "hunter2") || strings.Contains(j.Path(), "hunter2") || !strings.HasPrefix(j.Path(), home) {
		t.Errorf("%v, in %s stands\n%s", err, j.Path(), text)
	}
	_ = j.Close()
}

func TestArgumentsThatAnotherWriterLeftUnmaskedAreMasked(t *testing.T) {
	stateHome(t)
	head := `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["node","--token","hunter2","--password=hunter2"],"cwd":"/","env":[],"version":"1"}` + "\n"
	path := filepath.Join(history.StateDir(), "x"+history.Extension)
	if err := errors.Join(os.MkdirAll(history.StateDir(), 0o700), os.WriteFile(path, []byte(head), 0o600)); err != nil {
		t.Fatal(err)
	}
	want := []string{"node", "--token", "•••", "--password=•••"}
	j, err := history.Open(path)
	if err != nil || !slices.Equal(j.Header().Command, want) {
		t.Fatalf("%v, the command is shown as %q", err, j.Header().Command)
	}
	_ = j.Close()
	if all, err := history.List(); err != nil || len(all) != 1 || !slices.Equal(all[0].Header.Command, want) {
		t.Errorf("%v, listed are %+v", err, all)
	}
}

func TestAProgramThatIsNotToldItsHomeFindsIt(t *testing.T) {
	u, err := user.Current()
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("there is no telling whose home it is")
	}
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("HOME", "")
	if got, want := history.StateDir(), filepath.Join(u.HomeDir, ".local", "state", "stdioscope"); got != want {
		t.Errorf("the state directory is %s, not %s", got, want)
	}
}
