package imports

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// tally counts the places of a log at which something was the matter.
type tally struct {
	what   string
	count  int
	places []int
}

// somePlaces is how many places are named.
const somePlaces = 5

// count notes that something was the matter at a place, or with the whole log at place 0.
func (l *Log) count(what string, place int) {
	i := slices.IndexFunc(l.tallies, func(t *tally) bool { return t.what == what })
	if i < 0 {
		i = len(l.tallies)
		l.tallies = append(l.tallies, &tally{what: what})
	}
	t := l.tallies[i]
	t.count++
	if place > 0 && len(t.places) < somePlaces {
		t.places = append(t.places, place)
	}
}

// say gives the tally in words.
func (t *tally) say(unit string) string {
	if len(t.places) == 0 {
		return t.what
	}
	places := make([]string, len(t.places))
	for i, p := range t.places {
		places[i] = fmt.Sprint(p)
	}
	if t.count > len(t.places) {
		places = append(places, "…")
	}
	return fmt.Sprintf("%s: %d (%s %s)", t.what, t.count, unit, strings.Join(places, ", "))
}

// preface is what has to be known before the first event.
func (m *Import) preface() []string {
	format := m.Format.kind()
	words := []string{fmt.Sprintf("imported from %s, %s: %d messages, %d lines of stderr, %d notes",
		m.log.source(), format.name, m.Messages, m.Stderr, m.Notes)}
	words = append(words, m.remarks...)
	words = append(words, format.limits...)
	if m.From.IsZero() {
		words = append(words, "the log has no times: every event bears the time of the import")
	}
	if len(m.log.Imports) > 1 {
		words = append(words, fmt.Sprintf("the log is about %d servers; what is counted below is counted in all of it", len(m.log.Imports)))
	}
	for _, t := range m.log.tallies {
		if t.what != withoutTime || !m.From.IsZero() { // else that of all of them has been said
			words = append(words, t.say(format.unit))
		}
	}
	return words
}

func (l *Log) source() string {
	if l.name == "" || l.name == "-" || l.name == "." {
		return "a stream"
	}
	return validText([]byte(l.name))
}

// validText gives words as UTF-8; bytes that are not are spelt: \x97.
func validText(words []byte) string {
	if utf8.Valid(words) {
		return string(words)
	}
	var out strings.Builder
	for len(words) > 0 {
		r, size := utf8.DecodeRune(words)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&out, `\x%02x`, words[0])
		} else {
			out.WriteRune(r)
		}
		words = words[size:]
	}
	return out.String()
}
