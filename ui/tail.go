package ui

import (
	"unicode/utf8"

	"stdioscope/framing"
	"stdioscope/framing/printable"
)

// tail is what stands on a stream without a line end: a prompt, a progress bar. It
// is no event and no row: it has no number and cannot be selected.
type tail struct {
	dir  framing.Dir
	text []byte
}

// tailStreams are the streams whose tails a pane shows.
var tailStreams = [paneCount][]framing.Dir{
	responsePane: {framing.ServerToClient},
	stderrPane:   {framing.Stderr},
	timelinePane: {framing.ServerToClient, framing.Stderr},
}

// tails gives what stands behind the last row of a pane.
func (m *Model) tails(id paneID) []tail {
	var found []tail
	for _, dir := range tailStreams[id] {
		if text := m.journal.Tail(dir); len(text) > 0 {
			found = append(found, tail{dir, text})
		}
	}
	return found
}

// words is the part of a tail that is shown: of what is written over itself, what
// a terminal would show last.
func (t tail) words() []byte {
	text := t.text
	if t.dir != framing.Stderr {
		return text[:min(len(text), headBytes)]
	}
	from := max(0, len(text)-headBytes)
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return printable.Log(text[from:])
}

// tail draws a tail in the columns of a row.
func (r *rows) tail(t tail, how look) *line {
	l := newLine(how.width)
	l.put("", "  ")
	if how.width >= roomForTime {
		l.pad(l.col + timeWidth + 1)
	}
	if how.pane != stderrPane {
		l.put(r.theme.muted, glyphs[t.dir]+" ")
	}
	said := []span{{r.theme.accent, "… "}, {r.theme.muted, clean(r.journal.over(t.words()), textCells)}}
	if how.width < roomForTime {
		l.ends(said, nil)
		return l
	}
	l.ends(said, []span{{r.theme.muted, "no line end yet"}})
	return l
}
