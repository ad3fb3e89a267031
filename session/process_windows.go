package session

import (
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// ownSession puts the child in a process group of its own, so that what is typed
// at our console never reaches it.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// terminate does what Windows has for it: there is no signal that asks.
func (p *process) terminate() { p.kill() }
func (p *process) kill()      { _ = p.cmd.Process.Kill() }

func adoptOrphans() {}

func (p *process) groupAlive() bool               { return false }
func (p *process) waitGroup(_ time.Duration) bool { return true }

func signalName(*os.ProcessState) string { return "" }

// pipeFill cannot be told here.
func pipeFill(*os.File) (int, bool) { return 0, false }
