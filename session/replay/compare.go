package replay

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"stdioscope/exchange"
	"stdioscope/history"
	"stdioscope/history/diff"
)

// Compare says what counts as a difference.
type Compare struct {
	diff.Options
	// Learned are what is ignored for one kind of request, by its KindOf.
	Learned map[string]diff.Options
	// Slower, unless it is nil, says whether an answer took too much longer than then.
	Slower func(then, now time.Duration) bool
	// Without are parts of a session that are not compared: see Parts.
	Without []string
}

// Outcome is what became of a step.
type Outcome uint8

// The outcomes.
const (
	Equal Outcome = iota
	Different
	NotSent
	TimedOut
	NotAnswered
	// NotCompared is the outcome of a request whose answer then is not known.
	NotCompared
)

var outcomeNames = [...]string{"equal", "different", "not-sent", "timed-out", "not-answered", "not-compared"}

// String gives the name used in JSON output.
func (o Outcome) String() string { return outcomeNames[o] }

// Result is what became of a step in one run.
type Result struct {
	*Step
	Outcome Outcome
	// Index is the position of the request in the new journal, or history.None.
	Index   int
	Status  exchange.Status
	Latency time.Duration
	Slow    bool
	Changes []diff.Change
	// Now is the answer, where answers are kept.
	Now []byte
	// Notifications counts those about the request, where the numbers differ.
	Notifications []Count
	// Values were taken over from this run, Stale says which could not be.
	Values []Value
	Stale  []string
	// Why says in words what the outcome alone does not.
	Why string
}

func (r *Result) differs() bool {
	return r.Status != r.Step.Status || r.Slow || r.Why != "" || len(r.Changes)+len(r.Notifications) > 0
}

// KindOf names requests of one kind: the method, and the tool or prompt.
func (s *Step) KindOf() string { return strings.TrimSpace(s.Method + " " + s.Tool) }

// compare compares an answer with the one that came then.
func (r *runner) compare(step *Step, status exchange.Status, now []byte) (result Result) {
	if step.Answer == history.None || now == nil || status != step.Status && r.opt.Match == diff.Status {
		return result
	}
	then, err := r.plan.Source.Line(step.Answer)
	if err != nil {
		result.Why = err.Error()
		return result
	}
	if sound(then) == nil {
		now = r.asRecorded(step, now)
	}
	opt, learned := r.opt.Learned[step.KindOf()]
	if !learned {
		opt = r.opt.Options
	}
	result.Changes = r.changes(then, now, opt)
	return result
}

// changes compares two answers, the earlier one with the values of this run. What somebody
// wants to have compared counts as it stands.
func (r *runner) changes(then, now []byte, opt diff.Options) []diff.Change {
	found := diff.Values(then, now, opt)
	if !opt.Only.Empty() || len(found) == 0 {
		return found
	}
	if then, replaced := r.bound.rewrite(then); replaced {
		if again := diff.Values(then, now, opt); len(again) <= len(found) {
			found = again
		}
	}
	return slices.DeleteFunc(found, r.isOfTheRun)
}

// isOfTheRun says whether a change is only that this is another run: a cursor that nobody
// could know, or a value that was taken over where it appeared first.
func (r *runner) isOfTheRun(c diff.Change) bool {
	if c.Kind != diff.Changed {
		return false
	}
	a, isString := innerOf(c.A)
	b, _ := innerOf(c.B)
	return isString && c.PathA.String() == "$.result.nextCursor" || r.bound.explain(string(a), string(b))
}

func (r *runner) judgeTime(step *Step, result *Result) {
	if r.opt.Slower != nil && step.Timed && r.opt.Slower(step.Latency, result.Latency) {
		result.Slow = true
	}
}

// counts gives the methods whose numbers differ, in alphabetical order.
func counts(then, now map[string]int) []Count {
	var out []Count
	for method, n := range then {
		if now[method] != n {
			out = append(out, Count{Method: method, A: n, B: now[method]})
		}
	}
	for method, n := range now {
		if _, known := then[method]; !known {
			out = append(out, Count{Method: method, B: n})
		}
	}
	slices.SortFunc(out, func(a, b Count) int { return cmp.Compare(a.Method, b.Method) })
	return out
}

// SlowerThan makes a judge of latencies of a factor such as 2x or a duration such as 50ms
// that is allowed on top. Differences below a few milliseconds are the machine's.
func SlowerThan(text string) (func(then, now time.Duration) bool, error) {
	const noise = 5 * time.Millisecond
	if number, isFactor := strings.CutSuffix(text, "x"); isFactor {
		if factor, err := strconv.ParseFloat(number, 64); err == nil && factor >= 1 && !math.IsInf(factor, 0) {
			return func(then, now time.Duration) bool {
				return now-then > noise && float64(now) > factor*float64(then)
			}, nil
		}
	}
	more, err := time.ParseDuration(text)
	if err != nil || more <= 0 {
		return nil, fmt.Errorf("%q is neither a factor such as 2x nor a duration such as 50ms", text)
	}
	return func(then, now time.Duration) bool { return now-then > more }, nil
}

// normal gives a line of stderr without what differs in every run: its numbers.
func normal(line []byte) string {
	var b bytes.Buffer
	digits := false
	for _, c := range line {
		isDigit := c >= '0' && c <= '9'
		if !isDigit {
			b.WriteByte(c)
		} else if !digits {
			b.WriteByte('0')
		}
		digits = isDigit
	}
	return b.String()
}
