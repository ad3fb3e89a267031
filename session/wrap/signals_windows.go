package wrap

import (
	"os"
	"os/signal"
)

// signals are those that we get in the server's stead.
type signals struct{ caught chan os.Signal }

func catchSignals() *signals {
	s := &signals{caught: make(chan os.Signal, 1)}
	signal.Notify(s.caught, os.Interrupt)
	return s
}

func (s *signals) release() { signal.Stop(s.caught) }

// pass drops ctrl-c: the client, in whose console we are, gets it as well.
func (w *wrapped) pass(os.Signal) {}

func surviveSignals() (end func()) { return func() {} }
