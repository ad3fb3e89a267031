package ui

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

// runFlood makes the test binary show a server that floods and will not end.
const runFlood = "STDIOSCOPE_TEST_RUN_FLOOD"

// stubbornSession ends at the third wish.
type stubbornSession struct{ *fakeSession }

func (s stubbornSession) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stops++
	if s.stops == 3 {
		fmt.Fprintln(os.Stderr, "the server has ended")
		close(s.done)
	}
}

func (s stubbornSession) State() session.State { return s.state }

// flood is what the test binary does then.
func flood() {
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		panic(err)
	}
	go func() { // ends with the process
		for i := 0; ; i++ {
			r.Line(framing.Stderr, history.FromClient, wire(strings.Repeat(fmt.Sprint(i%10), 200)))
			time.Sleep(time.Millisecond)
		}
	}()
	err = Run(context.Background(), r.Journal(), stubbornSession{live()}, Options{})
	fmt.Fprintln(os.Stderr, "the program has returned:", err)
}
