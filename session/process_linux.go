package session

import "syscall"

// dieWithParent has the system kill the child when we end, even by SIGKILL. The
// signal follows the thread that starts the child, see process.run.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
