//go:build unix

package session_test

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

const countVariable = "STDIOSCOPE_TEST_COUNT"

func init() {
	servers["burst"] = burst
	servers["answers"] = answers
}

// burst writes as many small notifications as it is told to, as fast as it can.
func burst() {
	n, _ := strconv.Atoi(os.Getenv(countVariable))
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	for i := range n {
		_, _ = fmt.Fprintf(out, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"bench","data":1%09d}}`+"\n", i)
	}
	_ = out.Flush()
}

// answers answers every request with an empty result.
func answers() { serve(func(request) {}) }

// BenchmarkIntake takes in a flood of 110-byte messages from a real child, end to
// end into the journal. Budget: 500,000 messages/s, none lost.
func BenchmarkIntake(b *testing.B) {
	cfg := configFor("burst")
	cfg.Handshake = false
	cfg.Env = append(cfg.Env, countVariable+"="+strconv.Itoa(b.N))
	b.SetBytes(110)
	s, err := session.Start(cfg, "", history.Options{Discard: true})
	if err != nil {
		b.Fatal(err)
	}
	<-s.Done()
	s.Close()
	b.StopTimer()
	defer func() { _ = s.Journal().Close() }()
	got := 0
	for i := range s.Journal().Len() {
		if s.Journal().Event(i).Dir == framing.ServerToClient {
			got++
		}
	}
	if got != b.N {
		b.Fatalf("%d of %d messages arrived", got, b.N)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}

// BenchmarkRoundTrip is the time from Send to the answer's place in the journal.
func BenchmarkRoundTrip(b *testing.B) {
	cfg := configFor("answers")
	cfg.Handshake = false
	s, err := session.Start(cfg, "", history.Options{Discard: true})
	if err != nil {
		b.Fatal(err)
	}
	j := s.Journal()
	defer func() {
		s.Stop()
		s.Close()
		_ = j.Close()
	}()
	for i := 0; b.Loop(); i++ {
		before := j.Len()
		if err := s.Send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i), history.FromComposer); err != nil {
			b.Fatal(err)
		}
		for j.Len() < before+2 {
			select {
			case <-j.Bell():
			case <-time.After(10 * time.Second):
				b.Fatal("no answer")
			}
		}
	}
}
