package mutation

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	// directive is how a line begins that says how to send instead of what. No JSON
	// begins like it.
	directive = "#!"
	// maxPause is the longest that one directive may wait.
	maxPause = time.Minute
	// maxFill is how many bytes all directives of a text may make, in bytes.
	maxFill = 256 << 20
)

// Directives names those that Raw knows.
const Directives = "join, crlf, pause 200ms, hex EF BB, fill 1000 a, text #!x"

// ErrDirective marks a line of a raw text that begins with #! and says nothing known.
var ErrDirective = errors.New("not a directive")

// Raw reads the text of a composer in raw mode. It is sent as it stands, each line
// with LF, the last one too. A line that begins with #! is not sent but says how:
//
//	#! join           the line before has no line end
//	#! crlf           the line before ends in CR LF
//	#! pause 200ms    what follows is a write of its own, so much later
//	#! hex EF BB BF   these bytes, without a line end
//	#! fill 1000 a    so many times this text, without a line end
//	#! text #!/bin/sh a line that begins like a directive
//
// The error is an ErrDirective and names the line.
func Raw(text []byte) (Plan, error) {
	r := rawText{plan: Plan{{}}}
	number := 0
	for rest := text; len(rest) > 0; {
		var current []byte
		current, rest, _ = bytes.Cut(rest, []byte("\n"))
		number++
		words, isDirective := bytes.CutPrefix(current, []byte(directive))
		if !isDirective {
			r.text(current)
			continue
		}
		if err := r.directive(strings.TrimSpace(string(words))); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	r.endLine()
	if last := len(r.plan) - 1; len(r.plan[last].Bytes) == 0 {
		r.plan = r.plan[:last]
	}
	return r.plan, nil
}

// rawText is a plan that is being read.
type rawText struct {
	plan   Plan
	end    string // the line end of the line before, which is not written yet
	filled int
}

func (r *rawText) last() *Write { return &r.plan[len(r.plan)-1] }

func (r *rawText) endLine() {
	w := r.last()
	w.Bytes = append(w.Bytes, r.end...)
	r.end = ""
}

func (r *rawText) text(line []byte) {
	r.endLine()
	w := r.last()
	w.Bytes = append(w.Bytes, line...)
	r.end = "\n"
}

func (r *rawText) directive(text string) error {
	name, argument, _ := strings.Cut(text, " ")
	argument = strings.TrimSpace(argument)
	switch name {
	case "join":
		r.end = ""
	case "crlf":
		r.end = "\r\n"
	case "pause":
		return r.pause(argument)
	case "hex":
		return r.hex(argument)
	case "fill":
		return r.fill(argument)
	case "text":
		r.text([]byte(argument))
	default:
		return fmt.Errorf("%w: %q: there are %s", ErrDirective, name, Directives)
	}
	return nil
}

func (r *rawText) pause(argument string) error {
	d, err := time.ParseDuration(argument)
	if err != nil || d < 0 || d > maxPause {
		return fmt.Errorf("%w: pause takes a duration such as 200ms, up to %v", ErrDirective, maxPause)
	}
	r.endLine()
	if len(r.last().Bytes) == 0 {
		r.last().Pause += d
	} else {
		r.plan = append(r.plan, Write{Pause: d})
	}
	return nil
}

func (r *rawText) hex(argument string) error {
	b, err := hex.DecodeString(strings.ReplaceAll(argument, " ", ""))
	if err != nil || len(b) == 0 {
		return fmt.Errorf("%w: hex takes bytes such as EF BB BF", ErrDirective)
	}
	r.endLine()
	r.last().Bytes = append(r.last().Bytes, b...)
	return nil
}

func (r *rawText) fill(argument string) error {
	count, piece, _ := strings.Cut(argument, " ")
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 || piece == "" || n > (maxFill-r.filled)/len(piece) {
		return fmt.Errorf("%w: fill takes a number and a text, and makes up to %d bytes", ErrDirective, maxFill)
	}
	r.filled += n * len(piece)
	r.endLine()
	r.last().Bytes = append(r.last().Bytes, strings.Repeat(piece, n)...)
	return nil
}
