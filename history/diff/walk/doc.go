// Package walk goes through sound JSON token by token, and knows JSON paths: it
// writes down where a value stands and follows patterns such as $..items[*].id.
//
// The contract: Next is for text that framing.Scan has called sound; on any other it
// gives some token, always moves on and never panics. All take time linear in what
// they are shown, and no call stack, however deep a text nests.
package walk
