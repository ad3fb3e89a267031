//go:build unix

package wrap

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"
)

// signals are those that we get in the server's stead.
type signals struct{ caught chan os.Signal }

// catchSignals also keeps a pipe that nobody reads from ending us: a write then fails. A
// handler, unlike ignoring, is not inherited by the server.
func catchSignals() *signals {
	s := &signals{caught: make(chan os.Signal, 16)}
	for _, sig := range append(moreSignals(), syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2,
		syscall.SIGPIPE, syscall.SIGALRM, syscall.SIGVTALRM, syscall.SIGPROF, syscall.SIGXCPU, syscall.SIGIO, syscall.SIGABRT, syscall.SIGTRAP, syscall.SIGSYS) {
		if !signal.Ignored(sig) { // by who started us; then the server ignores it too
			signal.Notify(s.caught, sig)
		}
	}
	return s
}

// surviveSignals has the recorder outlive what ends its wrap, and a file that may not
// grow, until the function that it gives is called.
func surviveSignals() (end func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGPIPE, syscall.SIGXFSZ)
	return func() { signal.Stop(caught) }
}

func (s *signals) release() { signal.Stop(s.caught) }

// pass hands a signal on. Those that a terminal sends to all in the foreground do not
// reach the server, which has a session of its own: the client gets them as well and
// knows what to do, unless there is none and a person has started us.
func (w *wrapped) pass(sig os.Signal) {
	switch sig {
	case syscall.SIGPIPE:
		return
	case syscall.SIGINT, syscall.SIGQUIT:
		if isatty.IsTerminal(w.client.In.Fd()) {
			w.tell(sig)
		}
	case syscall.SIGTERM:
		w.tell(sig)
	default:
		w.obs.note(unix.SignalName(sig.(syscall.Signal)) + " passed on")
		_ = unix.Kill(-w.proc.PID, sig.(syscall.Signal)) // it may have ended
	}
}

// tell ends the server because we were told to.
func (w *wrapped) tell(sig os.Signal) {
	w.obs.note("we were told to end by " + unix.SignalName(sig.(syscall.Signal)))
	w.told = true
	w.terminate()
}
