package exchange

import (
	"bytes"
	"slices"

	"stdioscope/framing"
	"stdioscope/mcp"
)

const (
	// maxOperations bounds how many unfinished operations are remembered.
	maxOperations = 1 << 12
	resultTask    = `"task"`
	inputRequired = `"input_required"`
)

// rounds joins the requests of one operation (specification 2026-07-28,
// basic/patterns/mrtr, and the tasks of 2025-11-25 and of the extension).
type rounds struct {
	// waiting are operations that the server answered by a question, oldest first.
	waiting []operation
	// tasks is where the operation of a task began, by raw task id.
	tasks *recent
	// firsts is where the operation began that an open request carries on.
	firsts map[int]int
}

// operation is one that is to go on.
type operation struct {
	first        int
	method, tool string
	state        []byte   // raw requestState; nil where none was given
	keys         []string // of its questions
}

func newRounds() rounds {
	return rounds{tasks: newRecent(maxOperations), firsts: map[int]int{}}
}

// goesOn says which operation a request carries on, or None.
func (x *rounds) goesOn(o Observation, m *framing.Message, r *request) int {
	params := m.Params.Of(o.Line)
	first := None
	switch r.method {
	case mcp.MethodTasksGet, mcp.MethodTasksResult, mcp.MethodTasksUpdate, mcp.MethodTasksCancel:
		if at, ok := x.tasks.get(string(framing.Member(params, "taskId").Of(params))); ok {
			first = at
		}
	case mcp.MethodToolsCall, mcp.MethodPromptsGet, mcp.MethodResourcesRead:
		if len(x.waiting) > 0 {
			first = x.retry(params, r)
		}
	}
	if first != None {
		x.firsts[r.index] = first
	}
	return first
}

// retry finds the operation that a request takes up again. An equal requestState is
// proof; without one, method, name and the keys of the questions have to be equal
// and no other operation may fit as well.
func (x *rounds) retry(params []byte, r *request) int {
	state := framing.Member(params, "requestState").Of(params)
	responses := framing.Member(params, "inputResponses").Of(params)
	if state == nil && responses == nil {
		return None
	}
	match := -1
	for i, op := range x.waiting {
		if !op.fits(state, responses, r) {
			continue
		}
		if match >= 0 {
			return None
		}
		match = i
	}
	if match < 0 {
		return None
	}
	first := x.waiting[match].first
	x.waiting = append(x.waiting[:match], x.waiting[match+1:]...)
	return first
}

func (op *operation) fits(state, responses []byte, r *request) bool {
	if op.state != nil || state != nil {
		return bytes.Equal(op.state, state)
	}
	if op.method != r.method || op.tool != r.tool {
		return false
	}
	return slices.Equal(op.keys, keysOf(responses))
}

// keysOf gives the names of an object's members in alphabetical order.
func keysOf(object []byte) []string {
	var keys []string
	for name := range framing.Members(object) {
		keys = append(keys, framing.Unquote(name.Of(object)))
	}
	slices.Sort(keys)
	return keys
}

// answered notes what is to go on after an answer.
func (x *rounds) answered(o Observation, m *framing.Message, r *request) {
	first := r.index
	if at, ok := x.firsts[r.index]; ok {
		first = at
		delete(x.firsts, r.index)
	}
	if m.Kind != framing.Result {
		return
	}
	result := m.Result.Of(o.Line)
	switch kind := string(m.ResultType.Of(o.Line)); {
	case kind == inputRequired:
		x.wait(result, r, first)
	case kind == resultTask || r.method == mcp.MethodToolsCall:
		x.task(result, kind, first)
	}
}

func (x *rounds) wait(result []byte, r *request, first int) {
	op := operation{
		first: first, method: r.method, tool: r.tool,
		state: bytes.Clone(framing.Member(result, "requestState").Of(result)),
	}
	op.keys = keysOf(framing.Member(result, "inputRequests").Of(result))
	if len(x.waiting) == maxOperations {
		x.waiting = x.waiting[1:]
	}
	x.waiting = append(x.waiting, op)
}

// task notes a task that a call was turned into: flat in the modern extension,
// below "task" in 2025-11-25.
func (x *rounds) task(result []byte, kind string, first int) {
	id := framing.Member(result, "taskId").Of(result)
	if kind != resultTask {
		id = memberPath(result, "task", "taskId")
	}
	if id != nil {
		x.tasks.add(string(id), first)
	}
}
