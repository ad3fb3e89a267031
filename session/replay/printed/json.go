package printed

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"
	"unicode/utf8"

	"stdioscope/framing"
	"stdioscope/history/diff"
	"stdioscope/session/replay"
)

// lines writes an object a request.
type lines struct{ w io.Writer }

type request struct {
	Seq           uint32         `json:"seq"`
	Kind          string         `json:"kind"`
	Method        string         `json:"method,omitempty"`
	Tool          string         `json:"tool,omitempty"`
	Outcome       string         `json:"outcome"`
	Why           string         `json:"why,omitempty"`
	StatusThen    string         `json:"status_then,omitempty"`
	Status        string         `json:"status,omitempty"`
	LatencyThen   *float64       `json:"latency_then_ms,omitempty"`
	Latency       *float64       `json:"latency_ms,omitempty"`
	Slower        bool           `json:"slower,omitempty"`
	Changes       []jsonChange   `json:"changes,omitempty"`
	Notifications []jsonCount    `json:"notifications,omitempty"`
	Values        []replay.Value `json:"values,omitempty"`
	Stale         []string       `json:"stale,omitempty"`
}

type jsonChange struct {
	Kind string          `json:"kind"`
	Path string          `json:"path"`
	Then json.RawMessage `json:"then,omitempty"`
	Now  json.RawMessage `json:"now,omitempty"`
}

type jsonCount struct {
	Method string `json:"method"`
	Then   int    `json:"then"`
	Now    int    `json:"now"`
}

// Result writes an object.
func (l *lines) Result(r *replay.Result) error {
	if !r.IsRequest() && r.Outcome == replay.Equal {
		return nil
	}
	o := request{
		Seq: r.Seq, Kind: r.Kind.String(), Method: r.Method, Tool: r.Tool, Outcome: r.Outcome.String(), Why: r.Why,
		StatusThen: r.Step.Status.String(), Status: r.Status.String(), Slower: r.Slow,
		Notifications: countsOf(r.Notifications), Values: r.Values, Stale: r.Stale,
	}
	if r.Latency > 0 {
		o.Latency = milliseconds(r.Latency)
	}
	if r.Timed {
		o.LatencyThen = milliseconds(r.Step.Latency)
	}
	o.Changes = changesOf(r.Changes)
	return l.write(o)
}

func changesOf(all []diff.Change) (out []jsonChange) {
	for _, c := range all {
		out = append(out, jsonChange{c.Kind.String(), c.Path().String(), rawJSON(c.A), rawJSON(c.B)})
	}
	return out
}

// milliseconds are told to a microsecond, as `show` does.
func milliseconds(d time.Duration) *float64 {
	ms := math.Round(float64(d)/1000) / 1000
	return &ms
}

// rawJSON gives a value's own bytes; as a string where they are no JSON.
func rawJSON(raw []byte) json.RawMessage {
	if raw == nil {
		return nil
	}
	var m framing.Message
	if framing.Scan(raw, &m); utf8.Valid(raw) && m.Kind != framing.Invalid && json.Valid(raw) {
		return raw
	}
	text, _ := json.Marshal(string(raw)) // a string always marshals
	return text
}

func countsOf(all []replay.Count) (out []jsonCount) {
	for _, c := range all {
		out = append(out, jsonCount{c.Method, c.A, c.B})
	}
	return out
}

// jsonNote is a notification that says something else than then.
type jsonNote struct {
	Method  string       `json:"method"`
	Number  int          `json:"number"`
	Changes []jsonChange `json:"changes"`
}

type sessionObject struct {
	Session       bool           `json:"session"`
	Differs       bool           `json:"differs"`
	Handshake     []jsonChange   `json:"handshake,omitempty"`
	Asked         map[string]int `json:"asked,omitempty"`
	Notifications []jsonCount    `json:"notifications,omitempty"`
	Notes         []jsonNote     `json:"notes,omitempty"`
	Stderr        []string       `json:"stderr,omitempty"`
	ExitThen      string         `json:"exit_then,omitempty"`
	Exit          string         `json:"exit,omitempty"`
	Findings      []string       `json:"findings,omitempty"`
	EndedEarly    bool           `json:"ended_early,omitempty"`
	StdoutClosed  bool           `json:"stdout_closed,omitempty"`
	// Reasons name what of the session differs, Counts the outcomes of the requests.
	Reasons []string       `json:"reasons,omitempty"`
	Counts  map[string]int `json:"counts"`
}

// Close has nothing left to write.
func (l *lines) Close() error { return nil }

// End writes the object about the session as a whole.
func (l *lines) End(r *replay.Report) error {
	o := sessionObject{
		Session: true, Differs: r.Differs() || !r.Compared(), Handshake: changesOf(r.Handshake), Asked: r.Asked, Notifications: countsOf(r.Notifications),
		ExitThen: r.ExitThen, Exit: r.ExitNow, Findings: r.Findings, EndedEarly: r.Ended,
		StdoutClosed: r.Silent, Reasons: r.Reasons(), Counts: map[string]int{},
	}
	_, counted := outcomes(r)
	for outcome, n := range counted {
		o.Counts[outcome.String()] = n
	}
	for _, n := range r.Notes {
		o.Notes = append(o.Notes, jsonNote{n.Method, n.Number, changesOf(n.Changes)})
	}
	for _, line := range r.Stderr {
		o.Stderr = append(o.Stderr, fmt.Sprintf("%c %s", line.Op, line.Text))
	}
	return l.write(o)
}

func (l *lines) write(object any) error {
	e := json.NewEncoder(l.w)
	e.SetEscapeHTML(false)
	if err := e.Encode(object); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
