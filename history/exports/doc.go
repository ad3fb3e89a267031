// Package exports writes a journal, or a part of it, for other programs and other
// people: as JSON, as a report in Markdown, as a sequence diagram in Mermaid, and as
// a page of HTML.
//
// The contract: every export takes the positions of the events that are wanted; nil
// means all, and positions that do not exist are passed over. Messages are told with
// their own bytes in JSON; the other formats are for reading, and show what cannot be
// seen, or would command the reader's program, as marks. Nothing that a peer has
// written can break out of the place where it is shown. Memory is that of the
// largest message, whatever the size of the journal.
package exports
