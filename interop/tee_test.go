package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is the program itself where a test asks for it.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "tee" {
		main()
	}
	os.Exit(m.Run())
}

func TestTheTeeKeepsWhatCrossesAndTheStatus(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "tee")
	cmd := exec.Command(os.Args[0], "tee", prefix, "--", "sh", "-c", "read -r a; echo got $a; cat >/dev/null; exit 3")
	cmd.Stdin = strings.NewReader("one\ntwo, without an end")
	out, _ := cmd.Output()
	if string(out) != "got one\n" || cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("it printed %q and ended with %v", out, cmd.ProcessState)
	}
	for suffix, want := range map[string]string{".in": "one\ntwo, without an end", ".out": "got one\n"} {
		files, _ := filepath.Glob(prefix + "-*" + suffix)
		if len(files) != 1 {
			t.Fatalf("there are %v", files)
		}
		if got, _ := os.ReadFile(files[0]); string(got) != want {
			t.Errorf("%s: %q", files[0], got)
		}
	}
}

func TestTheTeePassesSIGTERMOn(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "tee")
	cmd := exec.Command(os.Args[0], "tee", prefix, "--", "sh", "-c", "kill -TERM $PPID; read -r a")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != 143 {
		t.Errorf("it ended with %v", err)
	}
}
