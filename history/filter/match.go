package filter

import (
	"strings"

	"stdioscope/history"
)

// Filter is a parsed expression. The zero value is not usable: see Parse.
type Filter struct {
	root            node
	bytes, volatile bool
	hints           []string
}

func newFilter(root node, hints []string) *Filter {
	f := &Filter{root: root, hints: hints}
	for l := range root.leaves {
		f.bytes = f.bytes || l.line != nil
		f.volatile = f.volatile || l.volatile
	}
	return f
}

// String gives the expression in its canonical form: one blank between terms, no
// parentheses that change nothing. It parses back to the same filter.
func (f *Filter) String() string { return f.root.String() }

// Empty says whether the filter has no terms and so matches every event.
func (f *Filter) Empty() bool {
	nodes, ok := f.root.(all)
	return ok && len(nodes) == 0
}

// Hints says in a line each what was perhaps not meant so: text that looks like a term.
func (f *Filter) Hints() []string { return f.hints }

// NeedsBytes says whether the index alone does not decide: Select has to read lines.
func (f *Filter) NeedsBytes() bool { return f.bytes }

// Volatile says whether what comes later may change the verdict on an event: status,
// latency and has:pair until a request is answered, findings for as long as lines may
// still turn out to be parts of something. Every other verdict is final.
func (f *Filter) Volatile() bool { return f.volatile }

// Matches decides on the event at position i, which must be below j.Len. Of a line
// that cannot be read any more nothing is true that depends on its bytes.
func (f *Filter) Matches(j *history.Journal, i int) bool {
	event := j.Event(i)
	c := candidate{journal: j, index: i, event: &event}
	v := f.root.judge(&c)
	if v == open {
		c.readLine()
		v = f.root.judge(&c)
	}
	return v == yes
}

// verdict is what is known of an event: its minimum is "and", its maximum "or".
type verdict int8

const (
	no   verdict = iota - 1
	open         // until the line has been read
	yes
)

func decided(is bool) verdict {
	if is {
		return yes
	}
	return no
}

// node is a part of an expression.
type node interface {
	judge(c *candidate) verdict
	// leaves goes through the terms.
	leaves(yield func(*leaf) bool)
	String() string
}

// leaf is a term. Both conditions must hold; nil ones do.
type leaf struct {
	source string
	// event is decided by the index, line by the bytes.
	event, line func(c *candidate) bool
	volatile    bool
}

func (l *leaf) judge(c *candidate) verdict {
	switch {
	case l.event != nil && !l.event(c):
		return no
	case l.line == nil:
		return yes
	case !c.read:
		return open
	}
	return decided(l.line(c))
}

func (l *leaf) leaves(yield func(*leaf) bool) { yield(l) }
func (l *leaf) String() string                { return l.source }

// all is true when every part is.
type all []node

func (a all) judge(c *candidate) verdict {
	v := yes
	for _, n := range a {
		if v = min(v, n.judge(c)); v == no {
			break
		}
	}
	return v
}

func (a all) leaves(yield func(*leaf) bool) { leavesOf(a, yield) }

func (a all) String() string {
	words := make([]string, len(a))
	for i, n := range a {
		words[i] = n.String()
		if _, isAny := n.(anyOf); isAny {
			words[i] = "(" + words[i] + ")"
		}
	}
	return strings.Join(words, " ")
}

// anyOf is true when one of its parts is.
type anyOf []node

func (a anyOf) judge(c *candidate) verdict {
	v := no
	for _, n := range a {
		if v = max(v, n.judge(c)); v == yes {
			break
		}
	}
	return v
}

func (a anyOf) leaves(yield func(*leaf) bool) { leavesOf(a, yield) }

func (a anyOf) String() string {
	words := make([]string, len(a))
	for i, n := range a {
		words[i] = n.String()
	}
	return strings.Join(words, " or ")
}

func leavesOf(nodes []node, yield func(*leaf) bool) {
	for _, n := range nodes {
		for l := range n.leaves {
			if !yield(l) {
				return
			}
		}
	}
}

// not is true when its part is not.
type not struct{ node }

func (n not) judge(c *candidate) verdict { return -n.node.judge(c) }

func (n not) String() string {
	if _, isLeaf := n.node.(*leaf); isLeaf {
		return "-" + n.node.String()
	}
	return "-(" + n.node.String() + ")"
}
