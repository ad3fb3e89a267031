package ui

import (
	"strings"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

func (how *look) isFoldedOperation() bool { return how.operation != nil && !how.operation.open }

// round marks the rows of an operation that is open.
func (how *look) round(position int) safe {
	switch {
	case how.operation == nil:
		return ""
	case how.operation.isRest(position):
		return "↳ "
	}
	return "▾ "
}

func (o *operation) isRest(position int) bool { return position >= int(o.rest[0]) }

// mostLookedAt is how many rounds are looked at for the mark of a row.
const mostLookedAt = 256

// severity is that of the gravest finding of what a row stands for.
func (r *rows) severity(e history.Event, how look) framing.Severity {
	worst := e.Severity
	if how.isFoldedOperation() {
		rest := how.operation.rest
		for _, position := range rest[max(0, len(rest)-mostLookedAt):] {
			worst = max(worst, r.journal.Event(int(position)).Severity)
		}
	}
	return worst
}

// named gives a text of a round the name of the operation: the round itself may be one
// of many questions about a task.
func (r *rows) named(t text, position int, e history.Event) text {
	if e.Kind.IsResponse() {
		t.label = name(r.journal.Event(e.Pair))
		return t
	}
	t.label = name(r.journal.Event(position))
	return t
}

// operationFacts is the right part of the row of an operation: how many rounds it has,
// and how the newest stands, counted from its beginning.
func (r *rows) operationFacts(position int, op *operation) []span {
	first, last := r.journal.Event(position), r.journal.Event(op.last())
	rounds := number(int64(op.count())) + " rounds ▸ "
	if strings.HasPrefix(last.Method, "tasks/") {
		rounds = "task, " + count(len(op.rest), "question") + " ▸ "
	}
	facts := []span{{r.theme.accent, rounds}}
	if last.Kind.IsResponse() {
		return append(facts, span{r.theme.muted, size(last.Size)}, span{"", padLeft(r.spent(last.Pair), 8)})
	}
	if status := r.taskStatus(last); status != "" {
		facts = append(facts, span{r.theme.accent, status + " "})
	}
	return append(facts, r.state(op.last(), first.Time, r.spent(op.last()))...)
}

// spent is the time of an operation up to the answer of a round; empty where the times
// are not known.
func (r *rows) spent(request int) safe {
	_, elapsed, ok := r.journal.Operation(request)
	if !ok || !r.journal.Timed(request) {
		return ""
	}
	return latency(elapsed)
}

// taskStatus is how a task stands as an answer to a question about it says.
func (r *rows) taskStatus(request history.Event) safe {
	if request.Pair == history.None {
		return ""
	}
	switch request.Method {
	case mcp.MethodTasksGet, mcp.MethodTasksUpdate, mcp.MethodTasksCancel:
		line := r.whole(request.Pair, r.journal.Event(request.Pair))
		if line == nil {
			return ""
		}
		return cleanString(framing.StringOf(framing.ValueAt(line, "result", "status")), nameCells)
	}
	return ""
}
