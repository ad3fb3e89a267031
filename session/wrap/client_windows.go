package wrap

import (
	"os"

	"golang.org/x/sys/windows"
)

// clientWatch waits for the client to go.
type clientWatch struct{ gone chan string }

// watchClient watches the process that started us.
func watchClient(*os.File) *clientWatch {
	c := &clientWatch{gone: make(chan string, 1)}
	parent, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(os.Getppid()))
	if err != nil {
		return c // a client that goes is seen when it is written to
	}
	go func() { // ends with the client, or with this program
		defer func() { _ = windows.CloseHandle(parent) }()
		if _, err := windows.WaitForSingleObject(parent, windows.INFINITE); err == nil {
			c.gone <- "the process that started this one has ended"
		}
	}()
	return c
}

func (c *clientWatch) forgetOut() {}
func (c *clientWatch) close()     {}

// hangUp gives a stream of the client up, so that it sees its end.
func hangUp(f *os.File) { _ = f.Close() }
