// Package redact finds what looks like a secret in the lines of a session, and puts
// masks in its place.
//
// The contract: what is found is a string's text (or a part of it) or a number, never
// a member name and never what messages are told apart and paired by: jsonrpc, id,
// method, params.name, progress tokens, request and task ids, protocol versions,
// cursors, result types, error codes. So a line with masks is JSON where the line was,
// of the same kind, with the same id and method, and bytes outside the masks are as
// they were. What makes a line no JSON stays as well: behind the mask of a string, its
// first bad byte, raw control character or malformed escape. Broken JSON, and pieces of
// messages that are spread over lines, are masked as far as they can be read.
// Masking a line twice gives what masking it once gives, as long as regular
// expressions of the user do not hang on what stands around a match.
//
// A mask is [redacted:3f2a91c4]: plain ASCII, so that no tool escapes it and it fits
// into any text. The digits are the beginning of a keyed hash of the secret, with a
// key that is made for each Rules and kept nowhere: equal secrets stay equal within
// what one Rules has masked, and nobody can try guesses on them.
//
// Lines are looked at one at a time, and nothing is remembered from one to the next. So
// where a message is spread over lines, what stands on a line of its own is masked by its
// looks, by the name beside it on that line, or because it was given; what only a name on
// an earlier line tells is not known: the value below "password":, and the members and
// elements of "credentials": {. Of a private key that is printed line by line the full
// lines are known by their width, its last line is not. AddValue finds a secret on
// whatever line it stands. Text in UTF-16 is not searched.
//
// In broken JSON and in pieces of messages, what a regular expression matches is clipped
// to the contents of strings, numbers and words; quotes, brackets, commas, colons, names
// and literals stay, so that lines are put together and paired as before.
//
// Time is linear in the line, save for the regular expressions of the user, which
// take what package regexp takes.
package redact
