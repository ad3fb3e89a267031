package framing

import (
	"bytes"
	"fmt"
)

const (
	maxHeldLines = 8192
	maxHeldBytes = 4 << 20
)

// course is what is remembered of one stream: lines that may be parts of one
// message, and where in the framing of language servers it stands.
type course struct {
	json Scanner // where the value stands that the held lines began
	text []byte  // the held lines with their line ends
	held []heldLine

	inHeader bool // header lines have come, the blank line has not
	size     int  // what Content-Length said
	inBody   bool // the body has begun or is to begin
}

type heldLine struct {
	start, end int // in text, without the line end
	eol        EOL
}

func (c *course) hold(line Line, o *Observation) {
	start := len(c.text)
	c.text = append(c.text, line.Bytes...)
	c.held = append(c.held, heldLine{start, len(c.text), line.EOL})
	c.text = append(c.text, line.EOL.Bytes()...)
	o.Held = true
}

// fits says whether a line may be held: more may follow it, and there is room.
func (c *course) fits(line Line) bool {
	return line.EOL != None && !line.Cut && len(c.held) < maxHeldLines && len(c.text)+len(line.Bytes)+2 <= maxHeldBytes
}

// drop forgets the held lines. Much memory is not kept for long.
func (c *course) drop() {
	c.held, c.text = c.held[:0], c.text[:0]
	if cap(c.text) > maxHeldBytes/16 {
		c.held, c.text = nil, nil
	}
}

// release gives the held lines the verdict that each has by itself. behind is 1
// while another line is being observed, 0 when none is.
func (c *course) release(dir Dir, behind int, o *Observation) {
	var m Message
	lent := false
	for i, h := range c.held {
		line := Line{Bytes: c.text[h.start:h.end:h.end], EOL: h.eol, Size: int64(h.end - h.start)}
		Scan(line.Bytes, &m)
		if v := verdict(dir, line, &m); v.Findings != nil || v.Inner != nil {
			o.Amended = append(o.Amended, Amendment{Back: len(c.held) - 1 - i + behind, Verdict: v})
			lent = lent || v.Inner != nil
		}
	}
	if c.drop(); lent {
		c.text = nil // the observation refers to it
	}
}

// assemble says whether the line is a part of something larger, in which case the
// observation is made.
func (c *course) assemble(dir Dir, line Line, o *Observation) bool {
	if o.Message.Kind == Invalid {
		if _, header := lspHeader(line.Bytes); header {
			c.release(dir, 1, o)
			c.header(line.Bytes, o)
			return true
		}
	}
	if c.inHeader {
		c.inHeader = false
		if o.Message.Kind == Blank && c.size > 0 {
			c.inBody = true
			return true
		}
	}
	if c.inBody {
		return c.body(dir, line, o)
	}
	if len(c.held) > 0 {
		return c.goOn(dir, line, o)
	}
	return c.begin(line, o)
}

// begin holds a line that is the beginning of a value.
func (c *course) begin(line Line, o *Observation) bool {
	if o.Message.Kind != Invalid || o.Message.Fault.Reason != UnexpectedEnd || o.Message.bom || !c.fits(line) {
		return false
	}
	c.json.reset()
	c.json.run(line.Bytes, 0, wantValue)
	c.hold(line, o)
	return true
}

// goOn takes the next line of a value. A sound message is never taken for a part of one.
func (c *course) goOn(dir Dir, line Line, o *Observation) bool {
	if !o.Message.Valid || !o.Message.carriesMessage() {
		end := c.json.run(line.Bytes, 0, c.json.next)
		if end >= 0 && skipBlank(line.Bytes, end) == len(line.Bytes) && !line.Cut {
			c.join(dir, line, o)
			return true
		}
		if end < 0 && c.json.fault.Reason == UnexpectedEnd && c.fits(line) {
			c.hold(line, o)
			return true
		}
	}
	c.release(dir, 1, o)
	return c.begin(line, o)
}

// join ends a value: the first of its lines gets the verdict.
func (c *course) join(dir Dir, line Line, o *Observation) {
	c.text = append(c.text, line.Bytes...)
	n := len(c.held)
	f := Found{How: OverLines, Text: c.text, Back: n}
	Scan(c.text, &f.Message)
	var v Verdict
	if f.Message.carriesMessage() {
		seen := fmt.Sprintf("one message stands on %d lines", n+1)
		v.Findings = append(v.Findings, found(MessageMultiline, seen, -1))
		v.Findings = append(v.Findings, joinedFindings(c.text, &f.Message)...)
		o.Inner = []Found{f}
	} else {
		seen := fmt.Sprintf("the beginning of %s on %d lines that is no JSON-RPC message", jsonType(c.text[f.Message.Whole.Start]), n+1)
		v.Findings = append(v.Findings, foreignJSON(dir, seen, -1))
	}
	o.Amended = append(o.Amended, Amendment{Back: n, Verdict: v})
	if line.EOL == None {
		o.Findings = []Finding{found(LineUnterminatedEOF, "the stream ended without a line end", len(line.Bytes))}
	}
	c.drop()
}

// joinedFindings tells what is wrong with a message that has no line of its own.
func joinedFindings(text []byte, m *Message) (fs []Finding) {
	if m.Kind == Batch {
		fs = batchShape(fs, text, m)
	} else {
		fs = shape(fs, text, m)
	}
	if names := DuplicateNames(text, m); names != nil {
		fs = append(fs, duplicateFinding(text, names))
	}
	for i := range fs {
		fs[i].Offset = -1
	}
	return fs
}

// header takes a header line of LSP framing.
func (c *course) header(line []byte, o *Observation) {
	size, _ := lspHeader(line)
	if size >= 0 || !c.inHeader {
		c.size = size
	}
	c.inHeader, c.inBody = true, false
	o.Findings = append(o.Findings, found(LSPContentLength, "the line is the header "+excerpt(line), 0))
}

// framed says whether a line holds all of the body that a header announced, and
// the body is a message.
func (c *course) framed(line Line, m *Message) bool {
	return c.inBody && len(c.held) == 0 && len(line.Bytes) >= c.size && m.carriesMessage() && m.Whole.End <= c.size
}

// body takes the line behind a header, or one of the lines behind it.
func (c *course) body(dir Dir, line Line, o *Observation) bool {
	missing := c.size - len(c.text)
	switch {
	case c.framed(line, &o.Message):
		c.inBody = false
		o.Misframed = true
		return c.bodyAlone(dir, line, o)
	case o.Message.Valid && o.Message.carriesMessage():
		c.inBody = false // the header counted something else than bytes
		o.Misframed = true
		c.release(dir, 1, o)
		return false
	case missing > len(line.Bytes) && c.fits(line):
		c.hold(line, o)
		if len(c.text) >= c.size {
			c.bodyEnds(dir, nil, o)
		}
		return true
	case missing > len(line.Bytes) || len(c.held) == 0:
		c.inBody = false
		c.release(dir, 1, o)
		return c.begin(line, o)
	}
	c.hold(line, o)
	c.bodyEnds(dir, line.Bytes[missing:], o)
	return true
}

// bodyAlone judges a line that is a whole body. What may stand behind it is the
// next header; nothing else is expected there.
func (c *course) bodyAlone(dir Dir, line Line, o *Observation) bool {
	rest := line.Bytes[c.size:]
	if _, ok := lspHeader(rest); !ok {
		return false
	}
	o.Message.trailing, line.EOL = 0, LF // both belong to the header
	o.Verdict = verdict(dir, line, &o.Message)
	c.header(bytes.TrimLeft(rest, " \t"), o)
	return true
}

// bodyEnds takes a body that the held lines complete; rest stands behind it on the last.
func (c *course) bodyEnds(dir Dir, rest []byte, o *Observation) {
	c.inBody = false
	o.Held = false
	f := Found{How: UnderHeader, Text: c.text[:c.size:c.size], Back: len(c.held) - 1}
	Scan(f.Text, &f.Message)
	_, header := lspHeader(rest)
	if !f.Message.Valid || !f.Message.carriesMessage() || !header && len(bytes.TrimSpace(rest)) > 0 {
		c.release(dir, 0, o)
		return
	}
	o.Inner = []Found{f}
	if fs := joinedFindings(f.Text, &f.Message); fs != nil {
		o.Amended = append(o.Amended, Amendment{Back: f.Back, Verdict: Verdict{Findings: fs}})
	}
	if header {
		c.header(rest, o)
	}
	c.drop()
}
