//go:build unix

package process

import (
	"os/exec"
	"syscall"
	"time"
)

// needsGuard says whether a group outlives us when nobody ends it.
const needsGuard = true

// guardGrace is how long a group has to end by itself once we are gone.
const guardGrace = time.Second

// OwnGroup keeps a process of ours, such as the guard, from being ended along with us.
func OwnGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// EndGroup ends a group: its input has ended with us, so it is asked and then
// made to.
func EndGroup(pid int) {
	p := &Process{PID: pid}
	p.Terminate()
	if !p.WaitGroup(guardGrace, nil) {
		p.Kill()
	}
}
