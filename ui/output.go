package ui

import (
	"os"
	"sync"

	"github.com/charmbracelet/x/term"
)

// output is the terminal that pictures, and what is no picture, are written to: one
// write at a time, so that nothing lands inside a picture. It has no other way to
// write, and Bubble Tea still sees that it is a terminal.
type output struct {
	term.File
	mu sync.Mutex
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.File.Write(p) //nolint:wrapcheck // a writer gives its errors as they are
}

// terminalMode is how a terminal was before the program changed it.
type terminalMode struct {
	fd    uintptr
	state *term.State
}

// savedMode gives the mode of the terminal that the program will read its keys from.
func savedMode() terminalMode {
	for _, f := range []*os.File{os.Stdin, os.Stdout} {
		if state, err := term.GetState(f.Fd()); err == nil {
			return terminalMode{f.Fd(), state}
		}
	}
	return terminalMode{}
}

// restore gives the mode back. It writes nothing, so a terminal that does not read
// cannot hold it up.
func (t terminalMode) restore() {
	if t.state != nil {
		_ = term.Restore(t.fd, t.state) // a terminal that is gone needs no mode
	}
}
