package schema

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// samples are values for the formats of JSON Schema (2020-12, validation, section 7.3).
// What a person is most likely to replace is kept short.
func sampleOf(format string) string {
	switch format {
	case "date-time":
		return "2026-01-01T00:00:00Z"
	case "date":
		return "2026-01-01"
	case "time":
		return "00:00:00Z"
	case "duration":
		return "PT1H"
	case "email", "idn-email":
		return "name@example.com"
	case "hostname", "idn-hostname":
		return "example.com"
	case "ipv4":
		return "127.0.0.1"
	case "ipv6":
		return "::1"
	case "uri", "iri":
		return "https://example.com/"
	case "uuid":
		return "00000000-0000-4000-8000-000000000000"
	case "relative-json-pointer":
		return "0"
	}
	return "" // which is a uri-reference, a uri-template, a json-pointer and a regex
}

// sample is a string that fits the format or the pattern, padded or cut to its length.
func (s *shape) sample(nth int) string {
	text := sampleOf(s.said["format"].text())
	if pattern := s.said["pattern"].text(); pattern != "" {
		if re := expression(pattern); re != nil && !re.MatchString(text) {
			text = matching(pattern)
		}
	}
	if nth > 0 {
		text += strconv.Itoa(nth)
	}
	if least := s.said["minLength"].count(maxSkeleton); least > 0 {
		if short := least - utf8.RuneCountInString(text); short > 0 {
			text += strings.Repeat("x", short)
		}
	}
	if most := s.said["maxLength"].count(maxSkeleton); most >= 0 && utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most])
	}
	return text
}

// sampleNumber is the number nearest to zero that the bounds allow, and the nth from
// there on. A bound is written as the schema spells it.
func (s *shape) sampleNumber(nth int) string {
	step, multiple := s.step()
	nearest := func(low *big.Rat, open bool) *big.Rat {
		switch {
		case multiple:
			return up(low, step, open)
		case open:
			return new(big.Rat).Add(low, step)
		}
		return low
	}
	v := new(big.Rat)
	if low, open := s.limit("minimum", "exclusiveMinimum"); low != nil && (low.Sign() > 0 || open && low.Sign() == 0) {
		v = nearest(low, open)
	} else if high, open := s.limit("maximum", "exclusiveMaximum"); high != nil && (high.Sign() < 0 || open && high.Sign() == 0) {
		v = new(big.Rat).Neg(nearest(new(big.Rat).Neg(high), open))
	}
	v = new(big.Rat).Add(v, new(big.Rat).Mul(step, big.NewRat(int64(nth), 1)))
	for _, bound := range []string{"minimum", "maximum"} {
		if n := s.said[bound]; n.present() && v.Cmp(n.number()) == 0 {
			return string(n.raw())
		}
	}
	return spell(v)
}

// step is how far apart the values are, and whether they are multiples of it.
func (s *shape) step() (*big.Rat, bool) {
	if m := s.said["multipleOf"].number(); m != nil && m.Sign() > 0 {
		if s.mainType() == "integer" {
			m = new(big.Rat).SetInt(m.Num()) // a multiple of both that and of 1
		}
		return m, true
	}
	if s.mainType() == "integer" {
		return big.NewRat(1, 1), true
	}
	return s.gap(), false
}

// gap is small enough to step over an open bound without passing the other one.
func (s *shape) gap() *big.Rat {
	low, _ := s.limit("minimum", "exclusiveMinimum")
	high, _ := s.limit("maximum", "exclusiveMaximum")
	gap := big.NewRat(1, 1)
	if low == nil || high == nil {
		return gap
	}
	room := new(big.Rat).Sub(high, low)
	for tenth := big.NewRat(1, 10); room.Sign() > 0 && gap.Cmp(room) >= 0; {
		gap.Mul(gap, tenth)
	}
	return gap
}

// limit gives the tighter of two bounds on the same side, and whether it is open.
func (s *shape) limit(closed, open string) (*big.Rat, bool) {
	c, o := s.said[closed].number(), s.said[open].number()
	switch {
	case o == nil:
		return c, false
	case c == nil:
		return o, true
	}
	tighter := o.Cmp(c)
	if closed == "maximum" {
		tighter = -tighter
	}
	if tighter >= 0 {
		return o, true
	}
	return c, false
}

// up gives the least multiple of step that is not below low, or above it.
func up(low, step *big.Rat, above bool) *big.Rat {
	times := new(big.Rat).Quo(low, step)
	whole := new(big.Int).Div(times.Num(), times.Denom()) // rounded down: the denominator is positive
	v := new(big.Rat).Mul(new(big.Rat).SetInt(whole), step)
	for v.Cmp(low) < 0 || above && v.Cmp(low) == 0 {
		v.Add(v, step)
	}
	return v
}
