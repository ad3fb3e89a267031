package framing

import (
	"bytes"
	"fmt"
)

// course is what is remembered of one stream: the beginning of a value that further
// lines may complete, and where in the framing of language servers it stands.
//
// A line that is a sound message is never taken for a part of something: of a batch
// that is indented so that an element has a line to itself, the elements are
// recognised and not the batch.
type course struct {
	open   openValue
	header header
}

// assemble says whether the line is a part of something larger, in which case the
// observation is made.
func (c *course) assemble(dir Dir, line Line, o *Observation) bool {
	if o.Message.Kind == Invalid && isHeader(line.Bytes) {
		c.open.release(dir, 1, o)
		c.header.take(line.Bytes, 0, o)
		return true
	}
	if c.header.ends(&o.Message) {
		return true
	}
	if c.open.holds() {
		return c.goOn(dir, line, o)
	}
	return c.begin(dir, line, o)
}

// begin takes the first line of a value; of one under a header even if it is the last.
func (c *course) begin(dir Dir, line Line, o *Observation) bool {
	m := &o.Message
	under := c.header.bodyBegins(m)
	if under && m.carriesMessage() {
		if isHeader(line.Bytes[m.Whole.End:]) {
			c.bodyAlone(dir, line, o)
			return true
		}
		o.Misframed = o.Misframed || m.trailing == 0
		return false
	}
	if m.Kind != Invalid || !c.open.fits(line) {
		return false
	}
	start := beginning(line.Bytes, m.Fault)
	if start >= 0 {
		c.open.begin(line, start, under)
		o.Held = true
	}
	return start >= 0
}

// bodyAlone judges a line that is a whole body with the next header behind it: no
// peer that counts bytes writes a line end there.
func (c *course) bodyAlone(dir Dir, line Line, o *Observation) {
	o.Misframed = true
	o.Message.trailing, line.EOL = 0, LF // both belong to the header
	o.Verdict = verdict(dir, line, &o.Message)
	c.header.take(line.Bytes, o.Message.Whole.End, o)
}

// framed says whether a provisional line holds a whole message under a header.
func (c *course) framed(m *Message) bool {
	return c.header.inBody && !c.open.holds() && m.standsAlone()
}

// standsAlone says whether there is nothing on the line but messages in one value.
func (m *Message) standsAlone() bool { return m.carriesMessage() && m.trailing == 0 }

// goOn takes the next line of a value.
func (c *course) goOn(dir Dir, line Line, o *Observation) bool {
	if !o.Message.standsAlone() && !line.Cut {
		end := c.open.read(line.Bytes)
		if end >= 0 && c.complete(dir, line, end, o) {
			return true
		}
		if end < 0 && c.open.unfinished() && c.open.fits(line) {
			c.open.hold(line)
			o.Held = true
			return true
		}
	}
	c.open.release(dir, 1, o)
	return c.begin(dir, line, o)
}

// complete ends a value with line[:end]: the first of its lines gets the verdict. It
// gives false when there is something else beside it and it is no message.
func (c *course) complete(dir Dir, line Line, end int, o *Observation) bool {
	rest := line.Bytes[end:]
	header := c.open.under && isHeader(rest)
	alone := header || skipBlank(rest, 0) == len(rest)
	n := len(c.open.held)
	first, f := c.open.join(line.Bytes[:end])
	if !f.Message.carriesMessage() && (!alone || c.open.start > 0) {
		return false
	}
	var v Verdict
	if f.Message.carriesMessage() {
		v.Findings = append(c.open.findings(dir, first, n+1, &f.Message), joinedFindings(&f)...)
		o.Inner = []Found{f}
	} else {
		seen := fmt.Sprintf("the beginning of %s on %d lines that is no JSON-RPC message", jsonType(f.Text[f.Message.Whole.Start]), n+1)
		v.Findings = append(v.Findings, foreignJSON(dir, seen, -1))
	}
	if v.Findings != nil {
		o.Amended = append(o.Amended, Amendment{Back: n, Verdict: v})
	}
	if line.EOL == None {
		o.Findings = []Finding{found(LineUnterminatedEOF, "the stream ended without a line end", len(line.Bytes))}
	}
	c.open.drop()
	c.open.text = nil // the observation refers to it
	switch {
	case header:
		c.header.take(line.Bytes, end, o)
	case !alone:
		c.behind(line, end, o)
	}
	return true
}

// behind takes what stands behind the end of a value on its last line: the beginning
// of the next one, or anything.
func (c *course) behind(line Line, end int, o *Observation) {
	start := end + skipBlank(line.Bytes[end:], 0)
	seen := fmt.Sprintf("%s stands behind the message, from byte %d on", quoted(line.Bytes[start:]), start)
	o.Findings = append(o.Findings, found(LineTrailingData, seen, start))
	o.Inner = append(o.Inner, inText(line.Bytes, end)...)
	var s Scanner
	if line.Bytes[start] == '{' && s.run(line.Bytes, start, wantValue) < 0 && s.fault.Reason == UnexpectedEnd && c.open.fits(line) {
		c.open.begin(line, start, false)
		c.open.held[0].told = true
	}
}

// joinedFindings tells what is wrong with a message that has no line of its own.
func joinedFindings(f *Found) (fs []Finding) {
	m := &f.Message
	if m.Kind == Batch {
		fs = batchShape(fs, f.Text, m)
	} else {
		fs = shape(fs, f.Text, m)
	}
	if m.bom {
		fs = append(fs, found(LineBOM, "the message begins with a byte order mark (EF BB BF)", -1))
	}
	if m.badUTF8 > 0 {
		fs = append(fs, found(LineInvalidUTF8, badByte(f.Text, m.badUTF8-1)+" in the lines taken together", -1))
	}
	if names := DuplicateNames(f.Text, m); names != nil {
		fs = append(fs, duplicateFinding(f.Text, names))
	}
	for i := range fs {
		fs[i].Offset = -1
	}
	return fs
}

// end settles what is still open when the stream ends.
func (c *course) end(dir Dir, o *Observation) {
	c.open.release(dir, 0, o)
	*c = course{}
}

// beginning gives where a value begins that a line which is no JSON does not end: at
// its beginning, or behind text, as a logger writes it; -1 for nowhere.
func beginning(line []byte, f ScanFault) int {
	if f.Reason == UnexpectedEnd {
		return 0
	}
	var s Scanner
	budget := rereads * len(line)
	for i := nextBrace(line, 0); i >= 0 && budget > 0; i = nextBrace(line, i+1) {
		s.reset()
		if s.run(line, i, wantValue) >= 0 {
			return -1 // a whole object: the line says something by itself
		}
		if s.fault.Reason == UnexpectedEnd {
			return i
		}
		budget -= s.fault.Offset - i
	}
	return -1
}

func nextBrace(line []byte, from int) int {
	at := bytes.IndexByte(line[from:], '{')
	if at < 0 {
		return -1
	}
	return from + at
}
