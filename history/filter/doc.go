// Package filter finds events of a journal by an expression such as
//
//	method:tools/* -status:ok latency:>100ms or has:finding
//
// Terms side by side must all be true, "or" stands between alternatives and binds
// less, parentheses group, and a minus before a term or a parenthesis negates it. In
// front of "or" and "and" (which changes nothing) a word is only text when it stands
// in quotes. The terms:
//
//	method:tools/call        what is called; of an answer, what its request called
//	tool:echo                the tool or prompt; of answers and notifications, that of their request
//	id:7                     the id: 7 and "7"; id:"7" only the string
//	dir:c2s                  c2s, s2c, stderr or meta (facts about the process)
//	kind:request             as `show --format json` names it
//	status:error             what became of a request; of an answer, that of its request
//	origin:composer          who wrote a line of the client's side
//	find:stdout-not-json     a finding by its id
//	has:finding              finding, warn (or worse), error (a finding's severity), pair or cut
//	latency:>100ms           from a request to its answer, for both of them
//	size:>4k                 bytes of the line
//	seq:10..20               the number of the event
//	$.params.name=echo       what stands at a JSON path
//	/regular expression/     in the bytes of the line
//	timeout                  anything else is text in the bytes of the line
//
// Values. A | stands between alternatives and * for any run of characters, in the
// values of named terms and behind the = of a path. Quotes take both meanings away,
// and hold blanks: what stands in quotes is a JSON string, so a value can be copied
// from a message as it is. A value that does not exist is matched by "" alone:
// tool:"" are events without a tool, tool:* those with one. Numbers are compared by
// >, >=, <, <=, by a range whose ends are included (10..20, 10.., ..20) or, but for
// latency, by nothing (size:0). A request that waits for its answer has no latency.
//
// Text without capital letters is found in either case of the letters a to z, text
// with one only as it is written. It is found as it stands in the bytes and as JSON
// would write it in a string, so that "é" finds \u00e9 too. A regular expression is
// one of package regexp, with \/ for a slash. Facts are no lines: text and regular
// expressions look at the words in which they are shown, paths at their record.
//
// Paths. Behind $ come .name, ["any name"], [0], [-1] from the end, [*] or .* for
// every value, and ..name for a name at any depth (down to 64, twice in a path at
// most). A path alone asks whether a value is there. Where it leads to several values
// one of them is enough: so $.x!=1 asks for a value that is there and is not 1, while
// -$.x=1 also takes events without one. = compares strings by what they mean and
// numbers as numbers, digit by digit: 1, 1.0 and 1e0 are equal, 9007199254740993 and
// its neighbour are not. A value in quotes equals only strings. What is neither string
// nor number is compared as it is spelt. ~ asks for text in the value, or for a match
// of ~/regular expression/. > >= < <= compare numbers with numbers, and strings (a
// date) with anything else. Of members that stand twice the last counts.
//
// The contract: a Filter never changes, and may be used by many goroutines at once. It
// reads journals and keeps nothing of them.
package filter
