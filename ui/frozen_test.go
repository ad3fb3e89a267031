//go:build unix

package ui

import (
	"bytes"
	"os"
	"os/exec"
	"reflect"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

func TestAFrozenTerminalCanBeLeft(t *testing.T) {
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no terminal to be had: %v", err)
	}
	defer func() { _, _ = terminal.Close(), tty.Close() }()
	_ = pty.Setsize(terminal, &pty.Winsize{Rows: 60, Cols: 200})
	before, err := term.GetState(tty.Fd())
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), "TERM=xterm-256color", runFlood+"=1")
	command.Stdin, command.Stdout, command.Stderr = tty, tty, &said
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	defer func() { _ = command.Process.Kill() }()

	if _, err := terminal.Read(make([]byte, 64)); err != nil { // it draws; nobody reads on
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second)
	_ = command.Process.Signal(syscall.SIGTERM)
	time.Sleep(100 * time.Millisecond)
	_ = command.Process.Signal(syscall.SIGTERM)
	select {
	case err = <-ended:
	case <-time.After(frozenTime + endTime + 5*time.Second):
		t.Fatal("two signals do not end it")
	}
	if command.ProcessState.ExitCode() != 1 || said.String() != "the server has ended\n" {
		t.Errorf("%v: %q", err, said.String())
	}
	if after, err := term.GetState(tty.Fd()); err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("the terminal was left as %+v, not %+v (%v)", after, before, err)
	}
}
