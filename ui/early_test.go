//go:build unix

package ui

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/creack/pty"
)

// TestTheTerminalIsNotQueriedAtStart starts a program that imports this package in
// a terminal that answers nothing.
func TestTheTerminalIsNotQueriedAtStart(t *testing.T) {
	command := exec.Command(os.Args[0])
	for _, variable := range os.Environ() {
		if variable[:min(3, len(variable))] != "CI=" {
			command.Env = append(command.Env, variable)
		}
	}
	command.Env = append(command.Env, "TERM=xterm-256color", onlyStart+"=1")
	terminal, err := pty.Start(command)
	if err != nil {
		t.Skipf("no terminal to be had: %v", err)
	}
	defer func() { _ = terminal.Close() }()
	written := make(chan []byte)
	go func() { // ends when the program has ended
		var out bytes.Buffer
		_, _ = out.ReadFrom(terminal)
		written <- out.Bytes()
	}()
	started := time.Now()
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
	if took := time.Since(started); took > 4*time.Second {
		t.Errorf("it took %v to start", took)
	}
	if out := <-written; bytes.Contains(out, []byte("\x1b]11")) {
		t.Errorf("the terminal was asked: %q", out)
	}
}
