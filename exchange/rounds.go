package exchange

import (
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
	waiting []*operation
	// tasks is where the operation of a task began, by the key of its id.
	tasks *recent[int]
	// firsts is where the operation began that an open request carries on.
	firsts map[int]int
}

// operation is one that is to go on.
type operation struct {
	first          int
	method, target string
	state          string   // key of its requestState; empty where none was given
	keys           []string // of its questions
}

func newRounds() rounds {
	return rounds{tasks: newRecent[int](maxOperations), firsts: map[int]int{}}
}

// goesOn says which operation a request carries on, or None.
func (x *rounds) goesOn(o Observation, m *framing.Message, r *request) int {
	params := m.Params.Of(o.Line)
	first := None
	switch r.method {
	case mcp.MethodTasksGet, mcp.MethodTasksResult, mcp.MethodTasksUpdate, mcp.MethodTasksCancel:
		if at, ok := x.tasks.get(keyOf(framing.Member(params, "taskId").Of(params))); ok {
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

// retry finds the operation that a request takes up again: the same method about
// the same thing, with an equal requestState or, where none was given, answers to
// the same questions. Where two fit, neither is taken.
func (x *rounds) retry(params []byte, r *request) int {
	state := keyOf(framing.Member(params, "requestState").Of(params))
	responses := framing.Member(params, "inputResponses").Of(params)
	if state == "" && responses == nil {
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
	r.retried = x.waiting[match]
	x.waiting = slices.Delete(x.waiting, match, match+1)
	return r.retried.first
}

func (op *operation) fits(state string, responses []byte, r *request) bool {
	if op.method != r.method || op.target != r.target || op.state != state {
		return false
	}
	return state != "" || slices.Equal(op.keys, keysOf(responses))
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

// withdrawn says that a request was cancelled: the operation that it carried on can
// be taken up once more.
func (x *rounds) withdrawn(r *request) {
	delete(x.firsts, r.index)
	if r.retried != nil {
		x.remember(r.retried)
	}
}

// answered notes what is to go on after an answer.
func (x *rounds) answered(o Observation, m *framing.Message, r *request) (becameTask bool) {
	first := r.index
	if at, ok := x.firsts[r.index]; ok {
		first = at
		delete(x.firsts, r.index)
	}
	if m.Kind != framing.Result {
		return false
	}
	result := m.Result.Of(o.Line)
	switch kind := string(m.ResultType.Of(o.Line)); {
	case kind == inputRequired:
		x.wait(result, r, first)
	case kind == resultTask || r.method == mcp.MethodToolsCall:
		return x.task(result, kind, first)
	}
	return false
}

func (x *rounds) wait(result []byte, r *request, first int) {
	x.remember(&operation{
		first: first, method: r.method, target: r.target,
		state: keyOf(framing.Member(result, "requestState").Of(result)),
		keys:  keysOf(framing.Member(result, "inputRequests").Of(result)),
	})
}

func (x *rounds) remember(op *operation) {
	if len(x.waiting) == maxOperations {
		x.waiting = slices.Delete(x.waiting, 0, 1)
	}
	x.waiting = append(x.waiting, op)
}

// task notes a task that a call was turned into: flat in the modern extension,
// below "task" in 2025-11-25.
func (x *rounds) task(result []byte, kind string, first int) bool {
	id := framing.Member(result, "taskId").Of(result)
	if kind != resultTask {
		id = memberPath(result, "task", "taskId")
	}
	if id == nil {
		return false
	}
	x.tasks.add(keyOf(id), first)
	return true
}
