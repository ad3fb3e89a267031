package diff

import (
	"strings"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// Kind says in which way two texts differ at a place.
type Kind uint8

const (
	// Added values stand only in the second text.
	Added Kind = iota + 1
	// Removed values stand only in the first one.
	Removed
	// Changed values are of the same type.
	Changed
	// TypeChanged values are of two types, as 1 and "1".
	TypeChanged
	// Moved elements stand in another place among their like.
	Moved
	// Reordered objects have their members in another order.
	Reordered
	// More stands last where there are more changes than are told.
	More
)

var kindNames = [...]string{"", "added", "removed", "changed", "type-changed", "moved", "reordered", "more"}

// String gives the name used in JSON output.
func (k Kind) String() string { return kindNames[k] }

// Change is one difference.
type Change struct {
	Kind Kind
	// PathA and PathB are its places in the two texts. They differ below elements that
	// have moved or been pushed aside.
	PathA, PathB *walk.Path
	// A and B are the raw values; nil where there is none.
	A, B []byte
	// Repeated says that a member of this name stands twice; the last one counts.
	Repeated bool
}

// Path is the place in the first text, or for what was added in the second one.
func (c Change) Path() *walk.Path {
	if c.Kind == Added {
		return c.PathB
	}
	return c.PathA
}

// Lines compares two strings line by line; nil unless both are strings (or no JSON at
// all) and one has several lines.
func (c Change) Lines() []Line {
	if c.Kind != Changed || c.A == nil || c.B == nil || isString(c.A) != isString(c.B) {
		return nil
	}
	a, b := framing.Unquote(c.A), framing.Unquote(c.B)
	if !strings.Contains(a, "\n") && !strings.Contains(b, "\n") {
		return nil
	}
	return Lines(a, b)
}

func isString(raw []byte) bool { return len(raw) > 1 && raw[0] == '"' && raw[len(raw)-1] == '"' }
