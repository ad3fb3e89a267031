//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	claudeLog   = `2026-06-13T14:44:29.945Z [demo] [info] Message from client: {"jsonrpc":"2.0","id":0,"method":"ping"}` + "\n"
	savedHeader = `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n"
)

func TestErrorsAreOneLineAndAnExitCode(t *testing.T) {
	dir := t.TempDir()
	letter, log, native := filepath.Join(dir, "letter"), filepath.Join(dir, "log"), filepath.Join(dir, "native")
	for path, text := range map[string]string{letter: "Dear Sir", log: claudeLog, native: savedHeader} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no command", nil, 2, "no command given"},
		{"no terminal", []string{"demo"}, 2, "no terminal on stdout"},
		{"an unknown flag", []string{"--nonsense"}, 2, "unknown flag"},
		{"an unknown format", []string{"show", "--format", "xml"}, 2, `--format "xml"`},
		{"a bad variable", []string{"-e", "A", "cat"}, 2, "KEY=VALUE"},
		{"an unknown revision", []string{"--protocol", "1999-01-01", "cat"}, 2, "--protocol"},
		{"a bad size", []string{"--max-line", "lots", "cat"}, 2, "a size is"},
		{"nothing to wrap", []string{"wrap"}, 2, "no command given to stand before"},
		{"a server that cannot be wrapped", []string{"wrap", "--no-record", "no-such-command-xyz"}, 3, "cannot start no-such-command-xyz"},
		{"a wrapped server that is to be restarted", []string{"wrap", "--restart-on-change", dir, "cat"}, 2, "--restart-on-change"},
		{"a wrap that is to be recorded into a letter", []string{"wrap", "--record", letter, "cat"}, 6, "not a history"},
		{"no saved history", []string{"show"}, 6, "none is saved"},
		{"no such history", []string{"show", "nope"}, 6, "no such history"},
		{"a file that is no history", []string{"show", letter}, 6, "not a history"},
		{"a directory", []string{"show", dir}, 6, "is a directory"},
		{"a secret that is empty", []string{"--redact-value", "", "cat"}, 2, "--redact-value: it is empty"},
		{"an expression that is empty", []string{"show", "--redact-regexp", "", letter}, 2, "--redact-regexp: it is empty"},
		{"a secret that is too short", []string{"--redact-value", "abc", "cat"}, 2, "too short"},
		{"one secret of two that is too short", []string{"--redact-value", "long enough", "--redact-value", "x", "cat"}, 2, "too short"},
		{"a server that a log does not know", []string{"show", "--server", "nope", log}, 2, "no such server, but demo (1 messages)"},
		{"a server of a history of ours", []string{"show", "--server", "demo", native}, 2, "about one server"},
	} {
		cmd := exec.Command(program(t), tc.args...)
		cmd.Env = append(quietEnv(), "XDG_STATE_HOME="+dir)
		var errOut, out strings.Builder
		cmd.Stderr, cmd.Stdout = &errOut, &out
		_ = cmd.Run()
		said := errOut.String()
		if cmd.ProcessState.ExitCode() != tc.code || !strings.HasPrefix(said, "stdioscope: ") || !strings.Contains(said, tc.want) ||
			strings.Count(said, "\n") != 1 || out.Len() != 0 {
			t.Errorf("%s: exit code %d, said %q and %q", tc.name, cmd.ProcessState.ExitCode(), said, out.String())
		}
	}
}

func TestADirectoryOnStdinIsRefused(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dir.Close() }()
	cmd := exec.Command(program(t), "show", "-")
	cmd.Stdin = dir
	out, _ := cmd.CombinedOutput()
	if said := string(out); cmd.ProcessState.ExitCode() != 6 || !strings.Contains(said, "standard input is a directory") {
		t.Errorf("exit code %d, said %q", cmd.ProcessState.ExitCode(), said)
	}
}

func TestWhatIsNoHistoryIsNotFollowed(t *testing.T) {
	log, empty := filepath.Join(t.TempDir(), "log"), filepath.Join(t.TempDir(), "empty")
	if err := errors.Join(os.WriteFile(log, []byte(claudeLog), 0o600), os.WriteFile(empty, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	x := run(t, 80, 24, nil, "open", "-f", log)
	x.sees(`■ saved`)
	x.sees(`→ 0 +ping`)
	x.keys("q")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	x = run(t, 80, 24, nil, "open", "-f", empty)
	if code := x.ends(); code != 6 {
		t.Errorf("an empty file: exit code %d", code)
	}
}

func TestTheListAndPruneCommandTheTerminalNothing(t *testing.T) {
	state := t.TempDir()
	folder := filepath.Join(state, "stdioscope")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(savedHeader, `["a"]`, `["\u001b[2J"],"label":"demo","redacted":true`, 1) +
		`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"meta","event":"exit","signal":"\u001b]0;pwned\u0007","found":1}` + "\n"
	if err := os.WriteFile(filepath.Join(folder, "a\x1b[2Jb.jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	listed := ""
	for _, args := range [][]string{{"list"}, {"prune", "--keep", "0"}} {
		cmd := exec.Command(program(t), args...)
		cmd.Env = append(quietEnv(), "XDG_STATE_HOME="+state)
		out, err := cmd.CombinedOutput()
		if err != nil || strings.ContainsAny(string(out), "\x1b\a") || !strings.Contains(string(out), "[2Jb") {
			t.Errorf("%s: %v, said %q", args[0], err, out)
		}
		listed += string(out)
	}
	if !strings.Contains(listed, "demo (redacted)") {
		t.Errorf("the list does not say what is redacted: %s", listed)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 { // --keep 0 keeps none
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestWhatCannotBeRedactedIsSaidToBeLeftOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	twice := `{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"s2c","b64":"aGk=","text":"hi"}` + "\n"
	if err := os.WriteFile(path, []byte(savedHeader+twice), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program(t), "show", "--redact", path).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "events left out because nobody can say where in them secrets stand: 1") {
		t.Errorf("%v, said %q", err, out)
	}
}

func TestSecretsAreMaskedInEveryFormatForPeople(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	text := strings.Replace(savedHeader, `["a"]`, `["srv","--token","hunter2","x?password=hunter3hunter3"],"label":"password=hunter4hunter4"`, 1) +
		`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"meta","event":"note","text":"password=hunter5hunter5"}` + "\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "markdown", "html", "mermaid"} {
		if got := show(t, nil, "--format", format, path); strings.Contains(got, "hunter") {
			t.Errorf("%s tells a secret:\n%s", format, got)
		}
	}
	if got := show(t, nil, "--format", "markdown", "--reveal", path); !strings.Contains(got, "hunter5hunter5") {
		t.Errorf("--reveal does not tell it:\n%s", got)
	}
	if got := show(t, nil, "--redact", "--format", "history", path); strings.Contains(got, "hunter") {
		t.Errorf("--redact leaves a secret:\n%s", got)
	}
}
