package session

import (
	"bytes"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp/mutation"
)

// SendPlan queues bytes for the server as they are, in writes of their own with pauses
// between them. No line end is added: what has none stands on the record without one,
// though what is sent next goes on where it stopped. The plan must not be changed
// afterwards.
func (s *Session) SendPlan(plan mutation.Plan, origin history.Origin) error {
	lines := linesOf(plan.Bytes())
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range lines {
		s.useID(line.Bytes)
	}
	if n := len(lines); n > 0 {
		s.unended = lines[n-1].EOL == framing.None
	}
	if !s.child.sender.sendPlan(plan, lines, origin) {
		return ErrEnded
	}
	return nil
}

// linesOf cuts text into lines as they stand on the record.
func linesOf(text []byte) []framing.Line {
	var lines []framing.Line
	for len(text) > 0 {
		body, rest, ended := bytes.Cut(text, []byte("\n"))
		line := framing.Line{Bytes: body, EOL: framing.None}
		if ended {
			line.EOL = framing.LF
			if bare, crlf := bytes.CutSuffix(body, []byte("\r")); crlf {
				line.Bytes, line.EOL = bare, framing.CRLF
			}
		}
		lines, text = append(lines, line), rest
	}
	return lines
}

// sendPlan queues a plan, whose bytes are those of the lines.
func (s *sender) sendPlan(plan mutation.Plan, lines []framing.Line, origin history.Origin) bool {
	return s.queueUp(outgoing{plan: plan, lines: lines, origin: origin}, plan.Size())
}

// writePlan writes one write of a plan after the other. A line is recorded before the
// write in which it begins.
func (s *sender) writePlan(out outgoing) error {
	lines, begun := out.lines, 0 // where the next line begins
	for at, w := 0, 0; w < len(out.plan); w++ {
		write := out.plan[w]
		s.pause(write.Pause)
		for len(lines) > 0 && begun < at+len(write.Bytes) {
			s.rec.Line(framing.ClientToServer, out.origin, lines[0])
			begun += len(lines[0].Bytes) + len(lines[0].EOL.Bytes())
			lines = lines[1:]
		}
		if err := s.writeAll(write.Bytes); err != nil {
			return err
		}
		at += len(write.Bytes)
	}
	return nil
}

// pause waits, unless the server's input is to be closed.
func (s *sender) pause(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.hurry:
	}
}
