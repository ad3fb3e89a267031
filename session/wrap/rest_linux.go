package wrap

import (
	"os"

	"golang.org/x/sys/unix"
)

// restFile gives a file in memory for what the recorder has not taken when we end; nil
// where there is none.
func restFile() *os.File {
	fd, err := unix.MemfdCreate("stdioscope", unix.MFD_CLOEXEC)
	if err != nil {
		return nil
	}
	return os.NewFile(uintptr(fd), "rest")
}
