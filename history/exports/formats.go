package exports

import (
	"io"

	"stdioscope/history"
)

// WriteFunc writes the events at some positions of a journal; nil means all of them.
type WriteFunc func(w io.Writer, j *history.Journal, positions []int) error

// Formats gives by its name every format in which a selection of events is written.
func Formats() map[string]WriteFunc {
	return map[string]WriteFunc{
		"text": history.ShowText, "json": history.ShowJSON, "raw": history.ShowRaw,
		"exchanges": JSON, "markdown": Markdown, "mermaid": Mermaid, "html": HTML,
	}
}

// ForPeople says whether a format is one to look at, in which secrets are veiled; the
// others are exact.
func ForPeople(format string) bool {
	switch format {
	case "text", "markdown", "mermaid", "html":
		return true
	}
	return false
}
