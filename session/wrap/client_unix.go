//go:build unix

package wrap

import (
	"errors"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// askOften is how often it is asked whether our parent has changed, where the system
// does not tell, in milliseconds.
const askOften = 500

// clientWatch waits for the client to go.
type clientWatch struct {
	gone chan string // gets one reason
	// wake is a pipe that interrupts the wait; heard is filled when it has.
	read, wake *os.File
	heard      chan struct{}
	ended      chan struct{} // closed when nobody waits any more
	skipOut    atomic.Bool
	closed     atomic.Bool
}

// watchClient watches the client's end of our stdout and the process that started us.
func watchClient(out *os.File) *clientWatch {
	c := &clientWatch{gone: make(chan string, 1), heard: make(chan struct{}, 1), ended: make(chan struct{})}
	var err error
	if c.read, c.wake, err = os.Pipe(); err != nil {
		c.closed.Store(true)
		return c // a client that goes is seen when it is written to
	}
	parent, timeout := watchParent()
	go c.run(descriptor(out), parent, timeout) // ends with close, or with the client
	return c
}

func (c *clientWatch) run(out, parent, timeout int) {
	defer close(c.ended)
	mother := os.Getppid()
	wake := descriptor(c.read)
	for {
		fds := []unix.PollFd{{Fd: int32(out)}, {Fd: int32(parent), Events: unix.POLLIN}, {Fd: int32(wake), Events: unix.POLLIN}}
		if c.skipOut.Load() {
			fds[0].Fd = -1
			select {
			case c.heard <- struct{}{}:
			default: // it was told before
			}
		}
		_, err := unix.Poll(fds, timeout)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil || c.closed.Load():
			return
		case fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0:
			c.gone <- "nobody reads its end of stdout"
			return
		case fds[1].Revents != 0 || os.Getppid() != mother:
			c.gone <- "the process that started this one has ended"
			return
		case fds[2].Revents != 0:
			var one [1]byte
			_, _ = c.read.Read(one[:]) // its number is all that counts
		}
	}
}

// forgetOut stops watching stdout, which is about to be closed: as long as somebody
// waits for news of it the system keeps it open.
func (c *clientWatch) forgetOut() {
	if c.closed.Load() {
		return
	}
	c.skipOut.Store(true)
	_, _ = c.wake.Write([]byte{0}) // a pipe of ours takes a byte
	select {
	case <-c.heard:
	case <-c.ended:
	}
}

func (c *clientWatch) close() {
	if !c.closed.Swap(true) {
		_, _ = c.wake.Write([]byte{0}) // likewise
	}
}

// hangUp gives a stream of the client up, so that it sees its end. The number of a
// standard stream stays taken: nothing else may get it.
func hangUp(f *os.File) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		_ = f.Close() // then it is to be seen ended all the same
		return
	}
	defer func() { _ = null.Close() }()
	_ = unix.Dup2(descriptor(null), descriptor(f))
}

// descriptor gives a file's number without changing how the file behaves, which the
// client may share.
func descriptor(f *os.File) int {
	number := -1
	if conn, err := f.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) { number = int(fd) }) // a closed file has none
	}
	return number
}
