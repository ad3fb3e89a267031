package ui

import (
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

// rows draws rows of panes. What has to be read from the journal for a row is
// kept for as long as the row is likely to be in view.
type rows struct {
	journal *veil
	theme   *theme
	zone    *time.Location
	now     func() time.Time
	live    bool // an answer may still come
	texts   map[int]text
	told    told
}

// text is what was read from the journal for one row.
type text struct {
	id, label, note safe
	findings        framing.Severity // when it was read
}

// keptTexts is how many texts are kept: several screens.
const keptTexts = 1024

func (r *rows) textOf(position int, e history.Event) text {
	if t, ok := r.texts[position]; ok && t.findings == e.Severity {
		return t
	}
	if r.texts == nil || len(r.texts) >= keptTexts {
		r.texts = make(map[int]text, keptTexts)
	}
	t := r.read(position, e)
	t.findings = e.Severity
	r.texts[position] = t
	return t
}

// progressCells is how much of what is told about a request stands in its row.
const progressCells = 24

// Columns of a row.
const (
	timeWidth   = len("10:11:12.120")
	idWidth     = 3
	roomForTime = 44 // cells from which on a row shows its time
)

// idRoom is how much of an id is shown in a row of some width: where there is room,
// a UUID whole.
func idRoom(width int) int {
	const least, part = 12, 4
	return min(max(width/part, least), longestID)
}

// look is how a row is to be drawn.
type look struct {
	width            int
	selected, active bool // under its pane's cursor; in the pane that has the focus
	marked           bool
	run              *run // that the row stands for; nil for one event
	operation        *operation
	pane             paneID
}

// row draws the event at a position.
func (r *rows) row(position int, e history.Event, how look) *line {
	shown := position
	switch {
	case how.run != nil && e.Kind == framing.Notification:
		shown = int(how.run.last) // the newest tells most
	case how.isFoldedOperation() && e.Kind.IsResponse():
		shown = how.operation.last()
	}
	newest := r.journal.Event(shown)
	l := newLine(how.width)
	if how.selected && how.active {
		l.base = r.theme.selected
	}
	cursor := safe(" ")
	if how.selected {
		cursor = "▸"
	}
	l.put(r.theme.accent, cursor)
	switch {
	case how.marked:
		l.put(r.theme.accent, "◆")
	case r.severity(e, how) >= framing.Warn && isMessage(e): // a row that is no message says it in words
		l.put(r.theme.finding, "⚠")
	default:
		l.put("", " ")
	}
	if how.width >= roomForTime {
		at := e.Time
		if how.isFoldedOperation() {
			at = newest.Time
		}
		l.put(r.theme.muted, safe(at.In(r.zone).Format("15:04:05.000"))+" ")
	}
	t := r.textOf(shown, newest)
	glyph, tone := r.glyph(e)
	if how.pane != stderrPane || e.Dir == framing.Meta {
		l.put(tone, glyph+" ")
	}
	if t.id != "" {
		l.field("", clean([]byte(t.id), idRoom(how.width)), idWidth)
	}
	switch {
	case how.isFoldedOperation():
		l.ends(r.body(newest, r.named(t, position, e), tone), r.operationFacts(position, how.operation))
	case how.run != nil:
		l.ends(r.body(e, t, tone), r.runFacts(e, how.run))
	default:
		l.put(r.theme.accent, how.round(position))
		l.ends(r.body(e, t, tone), r.facts(position, e))
	}
	return l
}

// runFacts is how many events a run stands for, and how many came in a second.
func (r *rows) runFacts(e history.Event, run *run) []span {
	said := "×" + number(int64(run.count))
	took := r.journal.Event(int(run.last)).Time.Sub(e.Time)
	if e.Kind == framing.Notification && r.journal.Timed(int(run.last)) && took > 0 {
		said += " " + perSecond(float64(run.count)/took.Seconds())
	}
	return []span{{r.theme.accent, said + " ▸"}}
}

// body is the left part of a row behind its id.
func (r *rows) body(e history.Event, t text, tone style) []span {
	label, note := style(""), r.theme.muted
	switch {
	case e.Dir == framing.Meta:
		label = r.theme.muted
	case e.Severity >= framing.Warn:
		note = r.theme.finding
	case e.Kind == framing.Error:
		note = r.theme.failure
	case e.Kind == framing.Notification:
		note = ""
	case !isMessage(e):
		label = tone
	}
	if t.note == "" {
		return []span{{label, t.label}}
	}
	if t.label == "" {
		return []span{{note, t.note}}
	}
	return []span{{label, t.label + " "}, {note, t.note}}
}

func isMessage(e history.Event) bool {
	return e.Kind >= framing.Request && e.Kind <= framing.Error
}

// glyphs are the marks of directions: they stand where colour cannot.
var glyphs = [...]safe{framing.ClientToServer: "→", framing.ServerToClient: "←", framing.Stderr: "»", framing.Meta: "•"}

func (r *rows) glyph(e history.Event) (safe, style) {
	switch e.Dir {
	case framing.Stderr:
		return glyphs[e.Dir], r.theme.stray
	case framing.Meta:
		return glyphs[e.Dir], r.theme.muted
	case framing.ClientToServer, framing.ServerToClient:
	}
	return glyphs[e.Dir], r.tone(e)
}

func (r *rows) tone(e history.Event) style {
	switch e.Kind {
	case framing.Request:
		return r.theme.request
	case framing.Notification:
		return r.theme.notification
	case framing.Result:
		return r.theme.response
	case framing.Error:
		return r.theme.failure
	case framing.Blank:
		return r.theme.muted
	case framing.Batch, framing.Foreign, framing.Invalid, framing.Echo, framing.Unscanned:
	}
	return r.theme.stray
}

// facts is the right part of a row: size and time of an answer, state of a request.
func (r *rows) facts(position int, e history.Event) []span {
	if e.Dir == framing.Stderr || e.Dir == framing.Meta {
		return nil
	}
	if e.Kind == framing.Request {
		took := safe("")
		if e.Pair != history.None {
			took = r.took(e)
		}
		return r.state(position, e.Time, took)
	}
	if e.Kind == framing.Notification {
		return nil
	}
	facts := []span{{r.theme.muted, size(e.Size)}}
	if e.Kind.IsResponse() && e.Pair != history.None {
		facts = append(facts, span{"", padLeft(r.took(e), 8)})
	}
	return facts
}

// took is the time from a request to its answer, for either of them; empty where the
// times are not known.
func (r *rows) took(e history.Event) safe {
	if !r.journal.Timed(e.Pair) {
		return ""
	}
	return latency(e.Time.Sub(r.journal.Event(e.Pair).Time).Abs())
}

func padLeft(s safe, w int) safe {
	return repeat(" ", w-widthOf(s)) + s
}

// state is what became of a request, which was begun at some time and has taken so long.
func (r *rows) state(position int, begun time.Time, took safe) []span {
	e := r.journal.Event(position)
	switch e.Status {
	case exchange.Pending:
		if !r.live {
			return []span{{r.theme.muted, "no answer"}}
		}
		said := span{r.theme.accent, "⏱ " + waiting(r.now().Sub(begun))}
		if progress := r.progressOf(position); progress != "" {
			if widthOf(progress) > progressCells {
				progress = shortened([]byte(progress), progressCells)
			}
			return []span{{r.theme.notification, progress + " "}, said}
		}
		return []span{said}
	case exchange.Failed:
		return []span{{r.theme.failure, "✗ "}, {"", took}}
	case exchange.ToolError:
		return []span{{r.theme.failure, "✗ tool "}, {"", took}}
	case exchange.InputRequired:
		return []span{{r.theme.accent, "? input "}, {"", took}}
	case exchange.Cancelled:
		return []span{{r.theme.muted, "cancelled"}}
	case exchange.Lost:
		return []span{{r.theme.failure, "✗ no answer"}}
	case exchange.Malformed:
		return []span{{r.theme.finding, "⚠ malformed "}, {"", took}}
	case exchange.OK, exchange.NoStatus:
	}
	if took == "" {
		took = "ok"
	}
	return []span{{"", took}}
}
