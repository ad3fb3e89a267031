//go:build unix

package session

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

// terminate asks the whole group to end; kill ends it.
func (p *process) terminate() { _ = unix.Kill(-p.pid, unix.SIGTERM) }
func (p *process) kill()      { _ = unix.Kill(-p.pid, unix.SIGKILL) }

// groupAlive says whether anything of the group is left. Only once the child
// itself has been reaped.
func (p *process) groupAlive() bool {
	p.reapOrphans()
	err := unix.Kill(-p.pid, 0)
	return err == nil || errors.Is(err, unix.EPERM)
}

// adopt and release need nothing on systems that have process groups.
func (p *process) adopt() error { return nil }
func (p *process) release()     {}

// signalName gives the name of the signal that ended a process; empty if none did.
func signalName(state *os.ProcessState) string {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return ""
	}
	return unix.SignalName(status.Signal())
}
