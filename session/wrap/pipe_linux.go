package wrap

import (
	"os"

	"golang.org/x/sys/unix"
)

// widen lets a pipe hold more, so that its two ends wait for each other less often.
func widen(f *os.File) {
	const size = 1 << 20
	if conn, err := f.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, size) }) // it works as it is
	}
}
