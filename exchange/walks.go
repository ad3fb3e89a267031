package exchange

import (
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// cursorMemory is how many cursors of a list are remembered.
const cursorMemory = 1 << 12

// walks are the ways of the client through the pages of lists, by method (specification
// 2025-11-25, server/utilities/pagination).
type walks map[string]*walk

// walk goes from the first page of a list to the last.
type walk struct {
	given *recent[bool]       // cursors that the server has given, in any walk
	used  map[string]struct{} // cursors that were used in this one
}

// isList says whether a method gives a list in pages.
func isList(method string) bool {
	switch method {
	case mcp.MethodToolsList, mcp.MethodResourcesList, mcp.MethodResourceTemplatesList, mcp.MethodPromptsList, mcp.MethodTasksList:
		return true
	}
	return false
}

// turn takes the request for a page.
func (t *Tracker) turn(line []byte, m *framing.Message, v *Verdict) {
	w := t.walks[v.Method]
	if w == nil {
		w = &walk{given: newRecent[bool](cursorMemory), used: map[string]struct{}{}}
		t.walks[v.Method] = w
	}
	params := m.Params.Of(line)
	span := framing.Member(params, "cursor")
	if !span.Present() || len(w.used) >= cursorMemory {
		clear(w.used)
	}
	if !span.Present() {
		return
	}
	key := keyOf(span.Of(params))
	if _, ok := w.given.get(key); !ok && !t.missed {
		v.find(found(CursorInvented, fmt.Sprintf("no answer to %s gave the cursor %s", v.Method, clip(span.Of(params))), m.Params.Start+span.Start))
	}
	w.used[key] = struct{}{}
}

// page takes the answer.
func (t *Tracker) page(line []byte, m *framing.Message, r *request, v *Verdict) {
	w := t.walks[r.method]
	result := m.Result.Of(line)
	span := framing.Member(result, "nextCursor")
	if w == nil || !isSet(span.Of(result)) {
		return
	}
	key := keyOf(span.Of(result))
	if _, again := w.used[key]; again {
		v.find(found(PaginationLoop, fmt.Sprintf("the cursor repeats: %s was used before", clip(span.Of(result))), m.Result.Start+span.Start))
	}
	w.given.add(key, true)
}
