// Package diff says how two JSON texts differ.
//
// The contract: texts are compared as what they mean. Members are told apart by name,
// whatever their order; of a name that stands twice the last member counts, as in
// package framing. Strings are compared without their escapes, numbers by value, digit
// by digit and without a double's limits. What is reported are the raw bytes, and JSON
// paths to them. Elements of arrays are aligned, so that one that was put in is one
// change, whatever comes behind it.
//
// A text that is no JSON is compared as text. Nothing panics. Reading takes time linear
// in the texts, and comparing too, but for the alignment of arrays, which may take
// 16 million steps more for a pair of texts; arrays for which these are not enough are
// compared by identity (name, uri, id, key) and position. Below 500 levels, and in texts
// of more than 4 million values, what differs is not looked into. At most 100,000
// changes are told.
//
// No library is used for this: those there are decode into float64 and maps, and so lose
// digits, order and duplicates.
package diff
