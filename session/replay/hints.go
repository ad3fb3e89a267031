package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"stdioscope/framing"
	"stdioscope/framing/splice"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/mcp/offer"
	"stdioscope/session"
)

// hints say of tools whether they are marked as changing what cannot be brought back.
type hints map[string]bool

// learn takes the answer to a tools/list.
func (h hints) learn(line []byte) {
	for _, tool := range offer.Read(offer.Tool, framing.ValueAt(line, "result")).Items {
		h[tool.Name] = tool.Hints.Dangerous()
	}
}

// tools are those that a step calls: one, or with a batch as many as it holds.
func (s *Step) tools() []string {
	if s.Kind != framing.Batch {
		if s.Method != mcp.MethodToolsCall {
			return nil
		}
		return []string{s.Tool}
	}
	var m framing.Message
	framing.Scan(s.Line, &m)
	var names []string
	for _, member := range framing.BatchElements(s.Line, &m) {
		if framing.Unquote(member.Method.Of(s.Line)) == mcp.MethodToolsCall {
			names = append(names, framing.StringOf(member.Name.Of(s.Line)))
		}
	}
	return names
}

// decide has the gate say what is to become of a step.
func (r *runner) decide(ctx context.Context, step *Step) (Question, Decision, error) {
	q := Question{Step: step}
	if r.opt.Gate == nil {
		return q, Send, nil
	}
	var err error
	if q.Tools, err = r.destructive(ctx, step); err != nil {
		return q, Stop, err
	}
	q.Destructive = len(q.Tools) > 0
	decision, err := r.opt.Gate(ctx, q)
	for h, ok := r.l.Next(); ok; h, ok = r.l.Next() { // a person may have thought for long
		r.hear(h)
	}
	if err != nil {
		return q, Stop, fmt.Errorf("replay: %w", err)
	}
	return q, decision, nil
}

// destructive gives the tools of a step that are marked. Where the history does not tell of
// one, the running server is asked, once.
func (r *runner) destructive(ctx context.Context, s *Step) (marked []string, err error) {
	for _, tool := range s.tools() {
		if _, known := r.hints[tool]; !known && !r.listed {
			r.listed = true
			if err := r.listTools(ctx, s.revision()); err != nil {
				return nil, err
			}
		}
		if r.hints[tool] {
			marked = append(marked, tool)
		}
	}
	return marked, nil
}

// learnFrom takes what the session was told before this run.
func (h hints) learnFrom(j *history.Journal) {
	for i := range j.Len() {
		if e := j.Event(i); e.Kind == framing.Result && e.Method == mcp.MethodToolsList {
			line, _ := j.Line(i) // what cannot be read tells nothing
			h.learn(sound(line))
		}
	}
}

// mostPages ends a list that has no end.
const mostPages = 100

// listTools asks for all pages of the list of tools. A server that does not answer leaves
// the hints as they are.
func (r *runner) listTools(ctx context.Context, revision string) error {
	var cursor []byte
	for range mostPages {
		answer, err := r.askTools(ctx, revision, cursor)
		if err != nil {
			return err
		}
		r.report.Unlisted = framing.ValueAt(answer, "result", "tools") == nil
		if err := r.awaitQuiet(ctx); err != nil {
			return err
		}
		r.hints.learn(answer)
		next := framing.ValueAt(answer, "result", "nextCursor")
		if len(next) == 0 || string(next) == "null" || string(next) == string(cursor) {
			return nil
		}
		cursor = next
	}
	return nil
}

// A server that has answered may still say something about it on stderr, which comes by
// another way: it counts as said about the question until nothing was heard for quiet, at
// most for longest.
const (
	quiet   = 50 * time.Millisecond
	longest = 10 * quiet
)

// awaitQuiet waits until the server is silent.
func (r *runner) awaitQuiet(ctx context.Context) error {
	for until := time.Now().Add(longest); !r.ended && time.Now().Before(until); {
		timer := time.NewTimer(quiet)
		err := r.l.Await(ctx, timer.C, nil, func(h session.Heard) bool {
			r.hear(h)
			return true
		})
		timer.Stop()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("replay: ask for the tools: %w", err)
		}
	}
	return nil
}

// askTools gives the answer to one request for a page; nil where none comes.
func (r *runner) askTools(ctx context.Context, revision string, cursor []byte) ([]byte, error) {
	r.nextID = max(r.nextID+1, r.s.NextID(), 1)
	id := strconv.AppendInt(nil, r.nextID, 10)
	if r.s.Send(r.toolsList(id, cmp.Or(r.s.State().Protocol, revision), cursor), history.FromReplay) != nil {
		return nil, nil
	}
	r.sent = append(r.sent, listing)
	var late <-chan time.Time
	if r.opt.Timeout > 0 {
		timer := time.NewTimer(r.opt.Timeout)
		defer timer.Stop()
		late = timer.C
	}
	var answer []byte
	answered := false
	err := r.l.Await(ctx, late, nil, func(h session.Heard) bool {
		r.hear(h)
		if h.Dir == framing.ServerToClient && h.Message.Kind.IsResponse() && framing.SameID(h.Message.ID.Of(h.Line), id) {
			answer, answered = sound(h.Line), true
		}
		return answered || r.ended
	})
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, fmt.Errorf("replay: ask for the tools: %w", err)
	}
	return answer, nil
}

// revision is the one that the step itself names; empty for none.
func (s *Step) revision() string {
	var m framing.Message
	framing.Scan(s.Line, &m)
	return framing.StringOf(m.ProtocolVersion.Of(s.Line))
}

func (r *runner) toolsList(id []byte, revision string, cursor []byte) []byte {
	params := []byte("{}")
	if mcp.EraOf(revision) == mcp.Modern {
		params = splice.With(params, "_meta", mcp.RequestMeta(revision, r.s.Client(revision)))
	}
	if cursor != nil {
		params = splice.With(params, "cursor", cursor)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":"tools/list","params":%s}`, id, params)
}
