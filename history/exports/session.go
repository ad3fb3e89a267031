package exports

import (
	"fmt"
	"strings"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// session is what is told of a journal as a whole: of its newest session.
type session struct {
	history.Header
	Revision string `json:"revision,omitempty"`
	Era      string `json:"era,omitempty"`
	Server   string `json:"server,omitempty"`
	// Ended says how the process ended; empty where that is not known.
	Ended string `json:"ended,omitempty"`
}

func sessionOf(j *history.Journal) session {
	s := session{Header: j.Header()}
	for _, f := range j.Facts(0) {
		if f.Event == history.FactReady {
			s.Revision, s.Era, s.Server = f.Protocol, f.Era, f.Server
		}
	}
	if exit, ok := j.LastExit(); ok {
		s.Ended = exit.Ending() + " " + exit.Lived()
	}
	return s
}

// name is how the session is called.
func (s session) name() string {
	if s.Label == "" {
		return "a session"
	}
	return s.Label
}

// masks says that not all is as it crossed; empty where it is.
func (s session) masks() string {
	if !s.Redacted {
		return ""
	}
	return "masks stand where secrets stood"
}

// details are what a reader has to know first, in order: names and hostile values.
func (s session) details(shown, all int) [][2]string {
	rows := [][2]string{
		{"command", strings.Join(s.Command, " ")},
		{"directory", s.Dir},
		{"started", s.Time.Format(time.RFC3339)},
		{"how", string(s.Mode)},
		{"redacted", s.masks()},
		{"revision", strings.TrimSpace(s.Revision + " " + s.Era)},
		{"server", s.Server},
		{"ended", s.Ended},
		{"events", fmt.Sprintf("%d of %d", shown, all)},
		{"written by", "stdioscope " + s.Program},
	}
	if s.Program == "" {
		rows = rows[:len(rows)-1]
	}
	told := rows[:0]
	for _, row := range rows {
		if row[1] != "" {
			told = append(told, row)
		}
	}
	return told
}

// clock is how times are told.
const clock = "15:04:05.000"

// arrows point from where a line came to where it went, the server on the right.
var arrows = [...]string{framing.ClientToServer: "→", framing.ServerToClient: "←", framing.Stderr: "!", framing.Meta: "·"}

// nearStderr is how many lines of stderr are told beside a selection that has none.
const nearStderr = 30

// stderrNear gives the positions of the last lines on stderr before the end of the
// selection, and of those that follow it at once: what a server says as it dies
// stands behind the request that killed it.
func (s selection) stderrNear() []int {
	if len(s.positions) == 0 {
		return nil
	}
	end := s.positions[len(s.positions)-1]
	for i := range s.exchanges {
		end = max(end, s.Event(i).Pair)
	}
	end++
	for n := 0; n < nearStderr && end < s.Len() && s.Event(end).Dir >= framing.Stderr; n++ {
		end++
	}
	var near []int
	for _, i := range s.LastStderr(end, nearStderr) {
		if !s.has(i) {
			near = append(near, i)
		}
	}
	return near
}

// latency tells the time from a request to its answer; empty where there is none.
func (s selection) latency(i int) string {
	d, ok := s.Latency(i)
	if !ok {
		return ""
	}
	if d >= time.Millisecond {
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(100 * time.Nanosecond).String()
}
