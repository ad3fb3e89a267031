package schema

import (
	"bytes"
	"slices"
	"strings"
)

// values gives what the schemas spell out, and otherwise something to start from.
func (c *candidates) values(schemas []set) {
	for _, part := range schemas {
		for _, sh := range spread(part) {
			f := Field{shape: sh}
			f.describe()
			c.field(f)
		}
	}
	for _, part := range schemas {
		w := &writer{open: map[int]bool{}}
		if w.value(part, place{}) {
			c.add(w.out, as("to start from"))
		}
	}
}

// candidates are different from one another, and go with what was typed.
type candidates struct {
	typed         string // in small letters, without its quotes
	quoted        bool   // typed begins with a quote
	first, second []Candidate
	seen          map[string]bool
}

func newCandidates(typed []byte) *candidates {
	return &candidates{
		typed:  strings.ToLower(strings.Trim(string(typed), `"`)),
		quoted: len(typed) > 0 && typed[0] == '"',
		seen:   map[string]bool{},
	}
}

// ranked puts what begins with what was typed before what holds it.
func (c *candidates) ranked() []Candidate {
	all := slices.Concat(c.first, c.second)
	return all[:min(len(all), maxCandidates)]
}

// add takes a text that goes with what was typed; detail is only asked for then.
// Quotes and the case of letters do not count.
func (c *candidates) add(raw []byte, detail func() string) {
	raw = oneLine(raw)
	if len(raw) == 0 || c.quoted && raw[0] != '"' || c.seen[string(raw)] {
		return
	}
	c.seen[string(raw)] = true
	bare := strings.TrimPrefix(strings.ToLower(string(raw)), `"`)
	switch {
	case strings.HasPrefix(bare, c.typed) && len(c.first) < maxCandidates:
		c.first = append(c.first, Candidate{raw, detail()})
	case strings.Contains(bare, c.typed) && len(c.second) < maxCandidates:
		c.second = append(c.second, Candidate{raw, detail()})
	}
}

func as(text string) func() string { return func() string { return text } }

func (c *candidates) field(f Field) {
	for _, o := range f.Options {
		detail := o.Label
		if detail == "" && bytes.Equal(o.Value, f.Default) {
			detail = "the default"
		}
		if detail == "" {
			detail = f.Title
		}
		c.add(o.Value, as(detail))
	}
	if f.Options != nil {
		return
	}
	c.add(f.Default, as("the default"))
	for _, e := range f.Examples {
		c.add(e, as("an example"))
	}
	if slices.Contains(f.Types, "boolean") {
		c.add([]byte("true"), as(f.Description))
		c.add([]byte("false"), as(f.Description))
	}
	if f.Nullable {
		c.add([]byte("null"), as("no value"))
	}
}
