package framing

import "fmt"

const (
	maxHeldLines = 8192
	maxHeldBytes = 4 << 20
)

// openValue is a value that has begun and not ended, and the lines that hold it.
type openValue struct {
	json  Scanner // where in the value the last line ended
	text  []byte  // the lines with their line ends
	held  []heldLine
	start int  // where in text the value begins
	under bool // a Content-Length header announced it
}

type heldLine struct {
	start, end int // in text, without the line end
	eol        EOL
	told       bool // the verdict on the line by itself was given before
}

func (v *openValue) holds() bool { return len(v.held) > 0 }

// fits says whether a line may be held: more may follow it, and there is room.
func (v *openValue) fits(line Line) bool {
	return line.EOL != None && !line.Cut && len(v.held) < maxHeldLines && len(v.text)+len(line.Bytes)+2 <= maxHeldBytes
}

// begin holds the line in which a value begins at start.
func (v *openValue) begin(line Line, start int, under bool) {
	v.start, v.under = start, under
	if hasPrefix(line.Bytes[start:], byteOrderMark) {
		start += len(byteOrderMark)
	}
	v.json.reset()
	v.json.run(line.Bytes, start, wantValue)
	v.hold(line)
}

func (v *openValue) hold(line Line) {
	start := len(v.text)
	v.text = append(v.text, line.Bytes...)
	v.held = append(v.held, heldLine{start: start, end: len(v.text), eol: line.EOL})
	v.text = append(v.text, line.EOL.Bytes()...)
}

// read goes on with the value and gives where in the line it ends, or -1.
func (v *openValue) read(line []byte) int { return v.json.run(line, 0, v.json.next) }

// unfinished says whether the line last read may have a next.
func (v *openValue) unfinished() bool { return v.json.fault.Reason == UnexpectedEnd }

// join gives the whole value, which ends with last, and the first of its lines.
func (v *openValue) join(last []byte) (first []byte, f Found) {
	v.text = append(v.text, last...)
	f = Found{How: OverLines, Text: v.text[v.start:len(v.text):len(v.text)], Back: len(v.held)}
	if v.under {
		f.How = UnderHeader
	}
	Scan(f.Text, &f.Message)
	return v.text[:v.held[0].end], f
}

// findings tells what is wrong with the lines that a message stands on, apart from
// the message itself.
func (v *openValue) findings(dir Dir, first []byte, lines int, m *Message) (fs []Finding) {
	if !v.under {
		fs = append(fs, found(MessageMultiline, fmt.Sprintf("one message stands on %d lines", lines), -1))
	}
	if v.start > 0 && !v.held[0].told {
		seen := fmt.Sprintf("%s stands before the %v", quoted(first[:v.start]), m.Kind)
		fs = append(fs, notJSON(dir, seen, 0))
		if bad := invalidUTF8(Line{Bytes: first[:v.start]}); bad >= 0 {
			fs = append(fs, found(LineInvalidUTF8, badByte(first, bad), bad))
		}
	}
	for _, h := range v.held {
		if h.eol == CRLF && !v.under {
			return append(fs, found(LineCRLF, "lines of the message end in CR LF", -1))
		}
	}
	return fs
}

// release gives the held lines the verdict that each has by itself, and holds them no
// longer. behind is 1 while another line is being observed, 0 when none is.
func (v *openValue) release(dir Dir, behind int, o *Observation) {
	lent := v.tell(dir, behind, o)
	if v.drop(); lent {
		v.text = nil // the observation refers to it
	}
}

// tell gives the held lines the verdict that each has by itself. It says whether the
// observation refers to their text.
func (v *openValue) tell(dir Dir, behind int, o *Observation) (lent bool) {
	var m Message
	for i, h := range v.held {
		if h.told {
			continue
		}
		v.held[i].told = true
		line := Line{Bytes: v.text[h.start:h.end:h.end], EOL: h.eol, Size: int64(h.end - h.start)}
		Scan(line.Bytes, &m)
		if w := verdict(dir, line, &m); w.Findings != nil || w.Inner != nil {
			o.Amended = append(o.Amended, Amendment{Back: len(v.held) - 1 - i + behind, Verdict: w})
			lent = lent || w.Inner != nil
		}
	}
	return lent
}

// drop forgets the held lines. Much memory is not kept for long.
func (v *openValue) drop() {
	v.held, v.text = v.held[:0], v.text[:0]
	if cap(v.text) > maxHeldBytes/16 {
		v.held, v.text = nil, nil
	}
}
