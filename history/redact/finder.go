package redact

import (
	"bytes"
	"hash"
	"unicode/utf8"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// form is how a secret stands in its line, and so how a mask has to.
type form uint8

const (
	bare   form = iota // in free text
	inText             // inside a JSON string
	number             // a JSON number: its mask is a string
)

// found is a secret in a line.
type found struct {
	framing.Span
	form form
}

// finder looks for the secrets of one line.
type finder struct {
	rules   *Rules
	line    []byte
	found   []found
	scanner framing.Scanner
	senses  map[string]sense
	flaws   bool // secrets in free text, too, keep their malformed escapes
	mac     hash.Hash

	// of the text that is searched
	decoded     decoded
	within      [2]decoded // the JSON that stands in it, once and once more
	hits, masks []framing.Span

	// of the JSON that is walked
	frames  []frame
	beyond  int // levels too deep for a frame
	pending want
	states  walk.State // of all frames, one behind the other
	at      walk.State // of the value that comes next
	pieces  bool       // it may be broken, or only a piece of a message

	// of the record of a history
	bodies   int  // lines that stand in it encoded
	numbered bool // it has a number, or is a header
}

// roomy is the size in elements above which memory is not kept between lines.
const roomy = 1 << 16

func (f *finder) reset() {
	fresh := finder{rules: f.rules, scanner: f.scanner, senses: f.senses, mac: f.mac}
	if cap(f.found)+cap(f.frames)+f.decoded.room()+f.within[0].room()+f.within[1].room() < roomy {
		fresh.found, fresh.hits, fresh.masks, fresh.frames = f.found[:0], f.hits[:0], f.masks[:0], f.frames[:0]
		fresh.decoded, fresh.within, fresh.states, fresh.at = f.decoded, f.within, f.states[:0], f.at[:0]
	}
	*f = fresh
}

func (f *finder) find(s framing.Span, how form) {
	f.found = append(f.found, found{s, how})
}

// search goes through the line. It says whether the line as a whole is no JSON.
func (f *finder) search() (broken bool) {
	broken = f.read()
	f.takeRests()
	return broken
}

// takeRests widens secrets to the bytes behind them that can only end a letter: one of a
// secret that is not UTF-8 stays, and with them it might become UTF-8.
func (f *finder) takeRests() {
	for i := range f.found {
		s, most := &f.found[i], len(f.line)
		if i+1 < len(f.found) {
			most = f.found[i+1].Start
		}
		for s.End < most && !utf8.RuneStart(f.line[s.End]) {
			s.End++
		}
	}
}

// read goes through the JSON value of the line if it has one, and else through the
// messages that stand in it and the free text around them.
func (f *finder) read() (broken bool) {
	var m framing.Message
	f.scanner.Scan(f.line, &m)
	switch m.Kind {
	case framing.Blank:
		return false
	case framing.Invalid:
		f.mixed(0)
		return true
	default:
		f.json(m.Whole, whole)
		f.mixed(m.Whole.End)
		return false
	}
}

// mixed goes through text from a byte on in which messages may stand.
func (f *finder) mixed(from int) {
	if from == len(f.line) {
		return
	}
	rest := f.line[from:]
	at := from
	for s := range framing.Embedded(rest) {
		f.loose(framing.Span{Start: at, End: from + s.Start})
		f.json(framing.Span{Start: from + s.Start, End: from + s.End}, whole)
		at = from + s.End
	}
	f.loose(framing.Span{Start: at, End: len(f.line)})
}

// sense says what a name tells of its value, the user's keys included. The same few
// names come again and again, so the answers are kept.
func (f *finder) sense(name []byte) sense {
	if s, known := f.senses[string(name)]; known {
		return s
	}
	s := secretName(name)
	if len(f.rules.keys) > 0 && f.rules.keys[normalised(name)] {
		s = secret
	}
	const mostKnown = 1024
	if len(f.senses) < mostKnown && len(name) <= longestName {
		f.senses[string(name)] = s
	}
	return s
}

// render appends the line with masks in place of what was found.
func (f *finder) render(dst []byte) []byte {
	at := 0
	for _, s := range f.found {
		dst = append(dst, f.line[at:s.Start]...)
		dst = f.appendFound(dst, s)
		at = s.End
	}
	return append(dst, f.line[at:]...)
}

func (f *finder) appendFound(dst []byte, s found) []byte {
	raw := s.Of(f.line)
	bad := flaw(raw)
	switch s.form {
	case number:
		return append(f.appendMask(append(dst, '"'), raw), '"')
	case bare:
		if len(bad) > 1 && !f.flaws {
			bad = nil // mostly a backslash in text that is no JSON at all
		}
	case inText:
	}
	return append(f.appendMask(dst, f.spelt(raw)), bad...)
}

// spelt gives a secret without the escapes of JSON, and of JSON in that: equal secrets are
// equal however they are spelt.
func (f *finder) spelt(secret []byte) []byte {
	for _, d := range []*decoded{&f.decoded, &f.within[0], &f.within[1]} {
		if bytes.IndexByte(secret, '\\') < 0 {
			break
		}
		secret = d.of(secret)
	}
	return secret
}
