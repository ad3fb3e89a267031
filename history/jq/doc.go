// Package jq runs an expression in the language of jq over one JSON text.
//
// The contract: an expression sees the text it is given, the clock and the time zone,
// and nothing else: $ENV and env are empty, input, include and import are refused, and
// there are no functions that write. A Query never changes and may be run by many
// goroutines at once. Whatever the text and the expression, a run ends soon after its
// context; nothing panics.
//
// The interpreter is github.com/itchyny/gojq, whose language is that of jq 1.8 but for
// what its README lists. Missing, and refused by Parse, are among others debug, stderr,
// input_filename, input_line_number, $__loc__, ascii, toarray and get_search_list.
//
// What is lost on the way, each of which a test shows:
//
//   - The order of members: results have them sorted by name, and so does .[] see them.
//   - Of members that stand twice all but the last.
//   - Blanks, and how strings are escaped. Half a surrogate pair and bytes that are not
//     UTF-8 become U+FFFD.
//   - Of numbers nothing as long as they are only moved about: 1.10, 1e1000 and -0 come
//     out as they went in. Integers of any size can be added, subtracted, multiplied,
//     compared and, where nothing remains, divided without losing a digit.
//     Everything else computes with float64: fractions and exponents, a division with a
//     remainder, an integer together with a fraction, and floor, round, sqrt and the like
//     even of integers (9007199254740993|floor is 9007199254740992). What is too large
//     for one is written as 1.7976931348623157e+308, what is none as null.
//
// What is not bounded: the interpreter looks at the context between its steps, and a
// single step can be long (match with "g" takes time quadratic in its string) or large
// ("x"*2000000000; .[500000000]=1; tojson of a value that holds itself twice, forty times
// over). Run does not wait for such a step, but cannot end it: its goroutine goes on until
// it is through. A value that was built more than a million levels deep overflows the
// stack when a function such as tojson or == walks it, which ends the program; texts
// and results are limited to MaxDepth levels, so only an expression that builds it on
// purpose gets there.
package jq
