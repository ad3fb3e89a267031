//go:build unix

package process

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownSession puts the child in a session and so a process group of its own,
// without a controlling terminal: what is typed at ours never reaches it, and it
// cannot seize ours.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	dieWithParent(cmd.SysProcAttr)
}

// Terminate asks the whole group to end; Kill ends it.
func (p *Process) Terminate() { _ = unix.Kill(-p.PID, unix.SIGTERM) }

// Kill ends the whole group at once.
func (p *Process) Kill() { _ = unix.Kill(-p.PID, unix.SIGKILL) }

// GroupAlive says whether anything of the group is left. Only once the child
// itself has been reaped.
func (p *Process) GroupAlive() bool {
	p.reapOrphans()
	err := unix.Kill(-p.PID, 0)
	return err == nil || errors.Is(err, unix.EPERM)
}

func makePipe(blocking bool) (r, w *os.File, err error) {
	if !blocking {
		return os.Pipe() //nolint:wrapcheck // the caller does
	}
	var ends [2]int
	syscall.ForkLock.RLock() // no child may be started between the two calls
	defer syscall.ForkLock.RUnlock()
	if err := unix.Pipe(ends[:]); err != nil {
		return nil, nil, err //nolint:wrapcheck // the caller does
	}
	for _, end := range ends {
		syscall.CloseOnExec(end)
	}
	return os.NewFile(uintptr(ends[0]), "|0"), os.NewFile(uintptr(ends[1]), "|1"), nil
}

// adopt needs nothing on systems that have process groups.
func (p *Process) adopt() error { return nil }

// Release gives back what held the group; here nothing did.
func (p *Process) Release() {}

// signalName gives the name of the signal that ended a process; empty if none did.
func signalName(state *os.ProcessState) string {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return ""
	}
	return unix.SignalName(status.Signal())
}

// Status is what a shell would say of how the child ended: its exit code, or 128 and
// the number of the signal. Only after Reaped.
func (p *Process) Status() int {
	if status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		const signaled = 128
		return signaled + int(status.Signal())
	}
	return p.cmd.ProcessState.ExitCode()
}
