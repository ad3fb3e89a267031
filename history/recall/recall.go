// Package recall finds what a person has sent before, in this session and in saved ones.
//
// The contract: texts come newest first and each only once, as they were sent. What cannot
// be read is left out. Nothing is written.
package recall

import (
	"context"
	"slices"
	"strings"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// Bounds of what is looked for.
const (
	// MostTexts is how many texts are found at most.
	MostTexts = 2000
	// longestText is the longest text that is found, in bytes.
	longestText = 1 << 20
	// largestFile is the largest saved history that is looked into, in bytes.
	largestFile = 64 << 20
)

// Text is something that was sent.
type Text struct {
	Bytes []byte
	Time  time.Time
	// Session is the label of the session in which it was sent last.
	Session string
}

// Sent gives what was sent in a journal, and behind that what was sent in the saved
// histories, until ctx is done.
func Sent(ctx context.Context, j *history.Journal) []Text {
	found := finder{seen: map[string]bool{}}
	found.in(ctx, j)
	all, err := history.List()
	if err != nil {
		return found.texts
	}
	for _, saved := range slices.Backward(all) {
		if ctx.Err() != nil || len(found.texts) >= MostTexts {
			break
		}
		if saved.Path != j.Path() && saved.Size <= largestFile && saved.Header.Mode == history.ModeInspect {
			found.inFile(ctx, saved.Path)
		}
	}
	return found.texts
}

type finder struct {
	texts []Text
	seen  map[string]bool
	batch []history.Event
}

func (f *finder) inFile(ctx context.Context, path string) {
	j, err := history.Open(path)
	if err != nil {
		return
	}
	f.in(ctx, j)
	_ = j.Close() // it was only read
}

// in looks through a journal from its end.
func (f *finder) in(ctx context.Context, j *history.Journal) {
	const stretch = 1 << 12
	for end := j.Len(); end > 0 && ctx.Err() == nil; end -= stretch {
		from := max(0, end-stretch)
		f.batch = j.Events(f.batch[:0], from, end)
		for i, e := range slices.Backward(f.batch) {
			if len(f.texts) >= MostTexts {
				return
			}
			if e.Dir == framing.ClientToServer && e.Origin == history.FromComposer && !e.Cut && e.Size <= longestText {
				f.add(j, from+i, e)
			}
		}
	}
}

// isPage says whether a text asks for a page behind the first of a list: nobody writes that.
func isPage(line []byte, e history.Event) bool {
	return e.Kind == framing.Request && strings.HasSuffix(e.Method, "/list") && framing.ValueAt(line, "params", "cursor") != nil
}

func (f *finder) add(j *history.Journal, position int, e history.Event) {
	line, err := j.Line(position)
	if err != nil || len(line) == 0 || f.seen[string(line)] || isPage(line, e) {
		return
	}
	f.seen[string(line)] = true
	f.texts = append(f.texts, Text{Bytes: line, Time: e.Time, Session: j.Header().Label})
}
