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
// Lines are looked at one by one: a key that is spread over many lines of stderr is
// known only if it was given by AddValue. Text in UTF-16 is not searched.
//
// Time is linear in the line, save for the regular expressions of the user, which
// take what package regexp takes.
package redact
