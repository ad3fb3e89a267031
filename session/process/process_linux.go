package process

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// dieWithParent has the system kill the child when we end, even by SIGKILL. The
// signal follows the thread that starts the child, see process.spawn.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// adoptOrphans makes us the parent of what a server leaves behind, so that its end
// can be told from its being there: where nobody asks how an orphan ended, it
// stays in its group for good.
func adoptOrphans() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) } // without it they are init's

// reapOrphans asks how orphans of the group have ended.
func (p *Process) reapOrphans() {
	for {
		pid, err := unix.Wait4(-p.PID, nil, unix.WNOHANG, nil)
		if err != nil || pid <= 0 {
			return
		}
	}
}

// PipeFill is how many bytes wait in a pipe for its reader; false when it cannot
// be told. Either end will do.
func PipeFill(f *os.File) (n int, ok bool) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, false
	}
	err = conn.Control(func(fd uintptr) {
		var ioctlErr error
		n, ioctlErr = unix.IoctlGetInt(int(fd), unix.TIOCINQ)
		ok = ioctlErr == nil
	})
	return n, ok && err == nil
}
