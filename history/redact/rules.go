package redact

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// Errors of rules that the user gives.
var (
	ErrKey    = errors.New("not a member name")
	ErrRegexp = errors.New("not a regular expression")
)

// Rules say what a secret is. Once all rules are added, any number of goroutines may
// use them at the same time.
type Rules struct {
	literals [][]byte
	numbers  [][]byte        // those of the literals that may stand in a number
	keys     map[string]bool // normalised
	paths    walk.Set
	regexps  []*regexp.Regexp
	key      [32]byte
	lookers  [256]looker
	finders  sync.Pool
}

// New gives the built-in rules: names of members, options and variables that speak of
// secrets, and texts that are secrets by their looks.
func New() *Rules {
	r := &Rules{keys: map[string]bool{}}
	_, _ = rand.Read(r.key[:]) // never fails (crypto/rand)
	for c := range r.lookers {
		r.lookers[c] = lookerAt(byte(c))
	}
	r.finders.New = func() any { return &finder{rules: r, senses: map[string]sense{}, mac: hmac.New(sha256.New, r.key[:])} }
	return r
}

// Values shorter than these are words like "debug" or "true" more often than secrets.
const (
	leastValue       = 8
	leastSecretValue = 4 // of a variable whose name says that it is one
)

// AddValue makes a secret of the value of an environment variable that was given for
// the session, wherever it stands, also as URLs and JSON within text write it, and of
// numbers that hold it. Short values are left alone.
func (r *Rules) AddValue(name, value string) {
	least := leastValue
	if secretName([]byte(name)) != harmless {
		least = leastSecretValue
	}
	for _, line := range append(strings.Split(value, "\n"), value) {
		if line = strings.TrimSpace(line); len(line) >= least {
			r.addLiterals(line, url.QueryEscape(line), url.PathEscape(line))
		}
	}
}

func (r *Rules) addLiterals(texts ...string) {
	for _, text := range texts {
		if r.hasLiteral(text) {
			continue
		}
		r.literals = append(r.literals, []byte(text))
		if strings.Trim(text, "0123456789+-.eE") == "" {
			r.numbers = append(r.numbers, []byte(text))
		}
	}
}

func (r *Rules) hasLiteral(text string) bool {
	for _, known := range r.literals {
		if string(known) == text {
			return true
		}
	}
	return false
}

// AddKey makes secrets of all strings and numbers that stand under a member name, alone
// or in arrays, and of what is assigned to it in free text. Case, dashes and
// underscores make no difference.
func (r *Rules) AddKey(name string) error {
	key := normalised([]byte(name))
	if key == "" {
		return fmt.Errorf("%w: %q", ErrKey, name)
	}
	r.keys[key] = true
	return nil
}

// AddPath makes secrets of all strings and numbers at or under a JSON path, which
// begins at the message: $.params.arguments.card, $..address, $.result.content[*].text.
func (r *Rules) AddPath(path string) error {
	if err := r.paths.Add(path); err != nil {
		return fmt.Errorf("redact: %w", err)
	}
	return nil
}

// AddRegexp makes secrets of what a regular expression (RE2) matches within a string or
// in free text; if it has groups, of what they match. A number is one as a whole.
func (r *Rules) AddRegexp(expr string) error {
	re, err := regexp.Compile(expr)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRegexp, err)
	}
	r.regexps = append(r.regexps, re)
	return nil
}

func normalised(name []byte) string {
	return string(bytes.ToLower(bytes.Map(func(c rune) rune {
		if c == '_' || c == '-' || c == ' ' {
			return -1
		}
		return c
	}, name)))
}

// Spans gives where secrets stand in a line, in order and apart from one another. It
// changes nothing: the screen draws masks over them.
func (r *Rules) Spans(line []byte) []framing.Span {
	f := r.finder(line)
	defer r.release(f)
	f.search()
	if len(f.found) == 0 {
		return nil
	}
	spans := make([]framing.Span, len(f.found))
	for i, s := range f.found {
		spans[i] = s.Span
	}
	return spans
}

// Line appends the line to dst with a mask in place of every secret, and says how many
// there were. dst must not overlap the line.
func (r *Rules) Line(dst, line []byte) (out []byte, masked int) {
	f := r.finder(line)
	defer r.release(f)
	broken := f.search()
	if len(f.found) == 0 {
		return append(dst, line...), 0
	}
	if out = f.render(dst); !broken || isBroken(out[len(dst):]) && goesOn(out[len(dst):]) == goesOn(line) {
		return out, len(f.found)
	}
	// What made the line no JSON, or no beginning of it, stood in a secret. It has to stay none.
	f.flaws = true
	if out = f.render(dst); isBroken(out[len(dst):]) {
		return out, len(f.found)
	}
	return f.appendMask(dst, line), 1
}

// Args gives the arguments of a command with masks.
func (r *Rules) Args(args []string) []string {
	out := make([]string, len(args))
	before := ""
	for i, arg := range args {
		out[i] = r.argument(before, arg)
		before = arg
	}
	return out
}

// argument gives an argument with masks; what an option is given is one secret.
func (r *Rules) argument(before, arg string) string {
	f := r.finder([]byte(arg))
	defer r.release(f)
	sense := f.optionSense([]byte(before))
	if sense == harmless || arg[:min(1, len(arg))] == "-" || isMasked(f.line) || sense == secrets && isCount(f.line) {
		masked, _ := r.Line(nil, f.line)
		return string(masked)
	}
	f.find(framing.Span{End: len(arg)}, bare)
	return string(f.render(nil))
}

func isBroken(line []byte) bool {
	var m framing.Message
	framing.Scan(line, &m)
	return m.Kind == framing.Invalid
}

func (r *Rules) finder(line []byte) *finder {
	f := r.finders.Get().(*finder)
	f.line = line
	return f
}

func (r *Rules) release(f *finder) {
	f.reset()
	r.finders.Put(f)
}
