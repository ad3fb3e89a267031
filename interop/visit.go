package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// visit is one server gone through by the program.
type visit struct {
	program
	server  *server
	command []string
	params  string
	report
}

// The lines that every server is sent behind its handshake, by what they are there for.
const (
	askTools     = `{"jsonrpc":"2.0","id":101,"method":"tools/list"}`
	askResources = `{"jsonrpc":"2.0","id":102,"method":"resources/list"}`
	askPrompts   = `{"jsonrpc":"2.0","id":103,"method":"prompts/list"}`
	askUnknown   = `{"jsonrpc":"2.0","id":105,"method":"no/such"}`
	askString    = `{"jsonrpc":"2.0","id":"größe-1","method":"ping"}`
	askHuge      = `{"jsonrpc":"2.0","id":` + hugeID + `,"method":"ping"}`
	broken       = `{"jsonrpc":"2.0","id":106,"method":"pi`
	hugeID       = "9007199254740993" // 2^53+1: the first that a double cannot hold
	askAfter     = `{"jsonrpc":"2.0","id":107,"method":"ping"}`
)

// steps are the journey. Each starts the server anew and records a history of its own.
func (v *visit) steps() []func(context.Context) error {
	steps := []func(context.Context) error{v.asksByItself, v.callsLegacy, v.sendsAll, v.isMocked, v.sendsBroken, v.terminates, v.isOrphaned}
	if v.server.modern {
		steps = append(steps, v.callsModern)
	}
	if v.server.dialect != "" {
		steps = append(steps, v.speaksItsDialect)
	}
	return steps
}

// session runs one command of the program on the server and reads what it recorded.
func (v *visit) session(ctx context.Context, name, stdin string, args ...string) (printed, []event, error) {
	file := v.file(name + ".jsonl")
	args = append(append([]string{args[0], "--record", file}, args[1:]...), append([]string{"--"}, v.command...)...)
	got, err := v.run(ctx, stdin, args...)
	if err != nil {
		return got, nil, err
	}
	events, err := v.history(ctx, file)
	if err != nil {
		return got, nil, err
	}
	if _, ok := exitOf(events); !ok {
		v.fault("%s: the history does not say how the server ended", name)
	}
	v.notes(events)
	return got, events, nil
}

// asksByItself lets the program find out which era the server speaks.
func (v *visit) asksByItself(ctx context.Context) error {
	got, events, err := v.session(ctx, "auto", "", "call", "--grace", "300ms", "tools/list")
	if err != nil {
		return err
	}
	if got.code != 0 {
		v.fault("auto: tools/list: exit code %d: %s", got.code, got.err)
	}
	v.expectsReady("auto", events, v.server.modern)
	v.sees("agreed", "%s", v.agreed(events))
	return nil
}

// agreed says which revisions the server speaks, and whether the probe has ended it, so
// that it was started anew.
func (v *visit) agreed(events []event) string {
	said := []string{v.server.legacy}
	if v.server.modern {
		said = append(said, "2026-07-28")
	}
	if slices.ContainsFunc(events, func(e event) bool { return e.Event == "restart" }) {
		said = append(said, "ends when probed")
	}
	return strings.Join(said, ", ")
}

func (v *visit) expectsReady(step string, events []event, modern bool) {
	want, era := v.server.legacy, "legacy"
	if modern {
		want, era = "2026-07-28", "modern"
	}
	ready := slices.IndexFunc(events, func(e event) bool { return e.Event == "ready" && e.Protocol == want && e.Era == era })
	if ready < 0 {
		v.fault("%s: it is not ready in the %s era with %s", step, era, want)
	}
}

func (v *visit) callsLegacy(ctx context.Context) error { return v.calls(ctx, "legacy", false) }
func (v *visit) callsModern(ctx context.Context) error { return v.calls(ctx, "2026-07-28", true) }

// calls calls the tool; what is printed has to be the bytes of the result on record.
func (v *visit) calls(ctx context.Context, protocol string, modern bool) error {
	params := fmt.Sprintf(`{"name":%q,"arguments":%s}`, v.server.call, v.params)
	got, events, err := v.session(ctx, "call-"+protocol, "", "call", "--grace", "300ms", "--protocol", protocol, "tools/call", params)
	if err != nil {
		return err
	}
	v.expectsReady("call "+protocol, events, modern)
	request := slices.IndexFunc(events, func(e event) bool { return e.Method == "tools/call" && e.Kind == "request" })
	if request < 0 {
		v.fault("call %s: no request on record", protocol)
		return nil
	}
	status := events[request].Status
	if want := map[string]int{"ok": 0, "tool-error": 1, "error": 1}; got.code != want[status] {
		v.fault("call %s: exit code %d on status %s: %s", protocol, got.code, status, got.err)
	}
	answer := slices.IndexFunc(events, func(e event) bool { return e.Seq == events[request].Pair })
	if answer < 0 || !strings.Contains(string(events[answer].Msg), strings.TrimSuffix(got.out, "\n")) {
		v.fault("call %s: what was printed is not the recorded result: %s", protocol, got.out)
	}
	v.sees("call", "%s", status)
	return nil
}

// sendsAll sends what a server has to answer, and lets it end by the end of its input.
func (v *visit) sendsAll(ctx context.Context) error {
	call := fmt.Sprintf(`{"jsonrpc":"2.0","id":104,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, v.server.call, v.params)
	lines := []string{askTools, askResources, askPrompts, call, askUnknown, askString, askHuge}
	_, events, err := v.session(ctx, "send", strings.Join(lines, "\n")+"\n",
		"send", "--handshake", "--protocol", "legacy", "--root", v.home, "--wait", "5s", "--grace", "5s")
	if err != nil {
		return err
	}
	v.expectsReady("send", events, false)
	if sent := sentRaw(events); sent != strings.Join(lines, "\n") {
		v.fault("send: on record is\n%s", sent)
	}
	for _, e := range events {
		if e.Dir == "c2s" && e.Kind == "request" && e.Status == "pending" {
			v.fault("send: id %s is pending after the end", e.ID)
		}
	}
	v.sees("lists", "%s", strings.Join([]string{
		howMany(events, "101", "tools"), howMany(events, "102", "resources"), howMany(events, "103", "prompts"),
	}, ", "))
	v.sees("unknown", "%s", answerTo(events, "105"))
	v.sees("string", "%s", answerTo(events, `"größe-1"`))
	v.sees("huge", "%s", answerTo(events, hugeID))
	v.sees("asks", "%s", strings.Join(asked(events), ", "))
	v.sees("eof", "%s", ending(events))
	return nil
}

// isMocked replays what was sent to a mock of the server: that has to be no different. Of
// stderr, a stream of its own, the last lines may come when all has been answered.
func (v *visit) isMocked(ctx context.Context) error {
	file := v.file("send.jsonl")
	got, err := v.run(ctx, "", "replay", "--literal", "--yes", "--no-record", "--ignore", "stderr", "--timeout", "5s", "--grace", "300ms",
		file, "--", v.path, "mock", "--speed", "0", file)
	if err != nil {
		return err
	}
	if got.code != 0 {
		v.fault("replay to the mock: exit code %d: %s%s", got.code, got.out, got.err)
	}
	return nil
}

// sentRaw is what we wrote behind the handshake.
func sentRaw(events []event) string {
	var lines []string
	for _, e := range events {
		if e.Dir == "c2s" && e.Method != "initialize" && e.Method != "notifications/initialized" && e.Kind == "request" {
			lines = append(lines, string(e.Msg))
		}
	}
	return strings.Join(lines, "\n")
}

// answer is the event that answers the request with that id.
func answer(events []event, id string) (request, reply event) {
	at := slices.IndexFunc(events, func(e event) bool { return e.Dir == "c2s" && e.Kind == "request" && string(e.ID) == id })
	if at < 0 {
		return event{}, event{}
	}
	request = events[at]
	if at = slices.IndexFunc(events, func(e event) bool { return request.Pair != 0 && e.Seq == request.Pair }); at >= 0 {
		reply = events[at]
	}
	return request, reply
}

// response is a reply as far as it is looked at here.
type response struct {
	Result map[string]json.RawMessage `json:"result"`
	Error  *struct {
		Code json.Number `json:"code"`
	} `json:"error"`
}

// answerTo says how the request with that id was answered.
func answerTo(events []event, id string) string {
	request, reply := answer(events, id)
	var read response
	if err := json.Unmarshal(reply.Msg, &read); err != nil {
		return "none"
	}
	said := request.Status
	if read.Error != nil {
		said = "error " + read.Error.Code.String()
	}
	if string(reply.ID) != id {
		said += ", as " + string(reply.ID)
	}
	return said
}

// howMany counts what a list holds.
func howMany(events []event, id, what string) string {
	_, reply := answer(events, id)
	var read response
	var items []json.RawMessage
	if err := errors.Join(json.Unmarshal(reply.Msg, &read), json.Unmarshal(read.Result[what], &items)); err != nil {
		return "–"
	}
	return strconv.Itoa(len(items))
}

// asked are the methods of what the server asked.
func asked(events []event) []string {
	var methods []string
	for _, e := range events {
		if e.Dir == "s2c" && e.Kind == "request" {
			methods = append(methods, e.Method)
		}
	}
	slices.Sort(methods)
	return slices.Compact(methods)
}

// ending says how the server ended, and what had to be done for it.
func ending(events []event) string {
	exit, _ := exitOf(events)
	switch {
	case exit.Signal != "":
		return exit.Signal
	case exit.Code != nil:
		return "exit " + strconv.Itoa(*exit.Code)
	default:
		return "unknown"
	}
}

// exitOf is the last end of a process.
func exitOf(events []event) (exit event, ok bool) {
	for _, e := range slices.Backward(events) {
		if e.Event == "exit" {
			return e, true
		}
	}
	return event{}, false
}

// sendsBroken sends half a line, and asks whether anybody is still there.
func (v *visit) sendsBroken(ctx context.Context) error {
	got, events, err := v.session(ctx, "broken", broken+"\n"+askAfter+"\n",
		"send", "--handshake", "--protocol", "legacy", "--wait", "5s", "--grace", "300ms")
	if err != nil {
		return err
	}
	sent, err := v.raw(ctx, v.file("broken.jsonl"), "c2s")
	if err != nil {
		return err
	}
	if !strings.HasSuffix(sent, "\n"+broken+"\n"+askAfter+"\n") {
		v.fault("broken: on record is %s", sent)
	}
	request, _ := answer(events, "107")
	alive := request.Status == "ok"
	if alive != (got.code == 0) {
		v.fault("broken: exit code %d, and the ping behind it is %s", got.code, request.Status)
	}
	after := "ends"
	if alive {
		after = "lives"
	}
	v.sees("broken", "%s, %s", complaint(events), after)
	return nil
}

// complaint is what the server said that answers no request.
func complaint(events []event) string {
	for _, e := range events {
		switch {
		case e.Dir != "s2c" || e.Pair != 0:
		case e.Kind == "error":
			return "error"
		case e.Kind == "foreign":
			return "no JSON-RPC"
		}
	}
	return "silent"
}

// speaksItsDialect sends a line of the server's own protocol. Nobody can know that it
// will be answered, but the server may take its time to end.
func (v *visit) speaksItsDialect(ctx context.Context) error {
	_, events, err := v.session(ctx, "dialect", v.server.dialect+"\n", "send", "--grace", "60s")
	if err != nil {
		return err
	}
	for _, dir := range []string{"c2s", "s2c"} {
		if !slices.ContainsFunc(events, func(e event) bool { return e.Dir == dir && e.Kind == "foreign" }) {
			v.fault("dialect: nothing %s is shown as JSON that is no JSON-RPC", dir)
		}
	}
	return nil
}

// newVisit fills in what the server's entry leaves open.
func newVisit(s *server, p program, kit string) *visit {
	fill := strings.NewReplacer("{kit}", kit, "{home}", p.home)
	v := &visit{program: p, server: s, params: fill.Replace(s.params)}
	for _, word := range s.command {
		v.command = append(v.command, fill.Replace(word))
	}
	return v
}

func (v *visit) needs() string   { return v.command[0] }
func (v *visit) result() *report { return &v.report }
