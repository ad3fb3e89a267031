package filter

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// bounds is a range of numbers, both ends included.
type bounds struct{ low, high int64 }

func (b bounds) hold(n int64) bool { return b.low <= n && n <= b.high }

func inAny(ranges []bounds, n int64) bool {
	for _, b := range ranges {
		if b.hold(n) {
			return true
		}
	}
	return false
}

func sizeTerm(p *parser, name string) (*leaf, error) {
	ranges, err := p.ranges(name, unit{parseSize, true, "a size is a number of bytes, or such as 4k or 2MiB"})
	return &leaf{event: func(c *candidate) bool { return inAny(ranges, c.event.Size) }}, err
}

func seqTerm(p *parser, name string) (*leaf, error) {
	ranges, err := p.ranges(name, unit{parseCount, true, "the number of an event is a whole number"})
	return &leaf{event: func(c *candidate) bool { return inAny(ranges, int64(c.event.Seq)) }}, err
}

func latencyTerm(p *parser, name string) (*leaf, error) {
	ranges, err := p.ranges(name, unit{parseLatency, false, "a time is such as 100ms, 1.5s or 2m"})
	within := func(c *candidate) bool {
		latency, ok := c.latency()
		return ok && inAny(ranges, int64(latency))
	}
	return &leaf{event: within, volatile: true}, err
}

// unit is a way to write numbers.
type unit struct {
	parse func(string) (int64, bool)
	exact bool // a number alone makes sense
	is    string
}

func (p *parser) ranges(name string, u unit) ([]bounds, error) {
	values, err := p.values(name)
	if err != nil {
		return nil, err
	}
	ranges := make([]bounds, len(values))
	for i, v := range values {
		if ranges[i], err = u.bounds(v.text, v.offset); err != nil {
			return nil, err
		}
	}
	return ranges, nil
}

func (u unit) bounds(text string, offset int) (bounds, error) {
	if low, high, isRange := strings.Cut(text, ".."); isRange {
		return u.between(low, high, offset)
	}
	bound := strings.TrimLeft(text, "<>=")
	n, ok := u.parse(bound)
	if !ok {
		return bounds{}, wrong(offset, "%s", u.is)
	}
	switch operator := text[:len(text)-len(bound)]; {
	case operator == ">":
		return bounds{n + 1, math.MaxInt64}, nil
	case operator == ">=":
		return bounds{n, math.MaxInt64}, nil
	case operator == "<":
		return bounds{0, n - 1}, nil
	case operator == "<=":
		return bounds{0, n}, nil
	case operator == "" && u.exact:
		return bounds{n, n}, nil
	case operator == "":
		return bounds{}, wrong(offset, "write >%s, <%s or a range such as %s..", bound, bound, bound)
	}
	return bounds{}, wrong(offset, "one of > >= < <= can stand before a number")
}

// between reads a range; a missing end is open.
func (u unit) between(low, high string, offset int) (bounds, error) {
	b := bounds{0, math.MaxInt64}
	for _, end := range []struct {
		text string
		n    *int64
	}{{low, &b.low}, {high, &b.high}} {
		if end.text == "" {
			continue
		}
		n, ok := u.parse(end.text)
		if !ok {
			return b, wrong(offset, "%s", u.is)
		}
		*end.n = n
	}
	switch {
	case low == "" && high == "":
		return b, wrong(offset, "a range wants at least one end")
	case b.low > b.high:
		return b, wrong(offset, "the range ends before it begins")
	}
	return b, nil
}

// mostNumber keeps what is computed with a number within 64 bits.
const mostNumber = math.MaxInt64 / 2

func parseCount(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return min(n, mostNumber), err == nil && text[0] != '+' && n >= 0
}

func parseLatency(text string) (int64, bool) {
	d, err := time.ParseDuration(text)
	return min(int64(d), mostNumber), err == nil && d >= 0
}

// parseSize reads a number of bytes. Units are powers of 1024, as in --max-line.
func parseSize(text string) (int64, bool) {
	digits := strings.TrimRight(text, "kKmMgGiIbB")
	factor, ok := sizeFactor(strings.ToLower(text[len(digits):]))
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || !ok || n < 0 || math.IsNaN(n) {
		return 0, false
	}
	return int64(min(n*factor, mostNumber)), true
}

func sizeFactor(unit string) (float64, bool) {
	switch unit {
	case "", "b":
		return 1, true
	case "k", "kb", "kib":
		return 1 << 10, true
	case "m", "mb", "mib":
		return 1 << 20, true
	case "g", "gb", "gib":
		return 1 << 30, true
	}
	return 0, false
}
