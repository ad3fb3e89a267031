package session

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

// tap sees every line as it enters the journal and picks what the session has to
// deal with. It runs on the recorder's goroutine and only puts into the mailbox.
func (s *Session) tap(o history.Observed) {
	if o.Dir != framing.ServerToClient {
		return
	}
	switch o.Message.Kind {
	case framing.Request:
		s.post(o, true)
	case framing.Result, framing.Error:
		if o.Verdict.Pair != history.None && o.Verdict.Method == mcp.MethodInitialize {
			s.post(o, false)
		}
	case framing.Unscanned, framing.Blank, framing.Invalid, framing.Foreign,
		framing.Notification, framing.Batch, framing.Echo:
	}
}

func (s *Session) post(o history.Observed, isCall bool) {
	line := slices.Clone(o.Line)
	s.box.put(incoming{line: line, id: o.Message.ID.Of(line), method: o.Verdict.Method, isCall: isCall})
}

func (s *Session) converse() {
	defer close(s.box.done)
	for {
		m, ok := s.box.get()
		if !ok {
			return
		}
		if m.isCall {
			s.reply(m)
		} else {
			s.initialized(m)
		}
	}
}

// open begins the conversation with a new process: the legacy handshake, unless
// it is not wanted or the revision has none.
func (s *Session) open(c *child) {
	revision, handshake := s.cfg.handshake()
	if !handshake {
		s.ready(revision, "")
		return
	}
	if s.cfg.Timeout > 0 {
		c.late = time.AfterFunc(s.cfg.Timeout, func() { s.noteSilence(c) })
	}
	id := strconv.AppendInt(nil, s.NextID(), 10)
	_ = s.Send(mcp.InitializeRequest(id, revision, s.cfg.client(revision)), history.FromHandshake) // a server that is gone already says so by itself
}

// noteSilence says that the handshake has taken too long. It goes on all the same:
// whether a slow server is waited for is up to who looks at it.
func (s *Session) noteSilence(c *child) {
	if s.current() == c && s.starting() {
		s.rec.Note("initialize is unanswered after %s", s.cfg.Timeout)
	}
}

// handshake gives the revision to ask for, and whether a handshake does it.
func (cfg Config) handshake() (revision string, wanted bool) {
	switch cfg.Protocol {
	case "", ProtocolAuto, ProtocolLegacy:
		revision = mcp.LatestLegacy
	default:
		revision = cfg.Protocol
	}
	if !cfg.Handshake {
		return "", false
	}
	return revision, mcp.EraOf(revision) == mcp.Legacy
}

// client is what we say of ourselves. Declared is exactly what will be answered.
func (cfg Config) client(revision string) mcp.Client {
	declared := map[string]any{}
	if len(cfg.Roots) > 0 {
		declared["roots"] = struct{}{}
	}
	if cfg.AskUser {
		declared["sampling"] = struct{}{}
		if _, known := mcp.Lookup(mcp.MethodElicit, revision); known {
			declared["elicitation"] = struct{}{}
		}
	}
	capabilities, _ := json.Marshal(declared) // a map of empty objects always marshals
	return mcp.Client{Name: cfg.ClientName, Version: cfg.ClientVersion, Capabilities: capabilities}
}

// initialized takes the answer to our initialize and ends the handshake.
func (s *Session) initialized(m incoming) {
	if !s.starting() {
		return // an initialize that the user sent: theirs to deal with
	}
	var answer struct {
		Result struct {
			ProtocolVersion string
			ServerInfo      struct{ Name, Version string }
		}
		Error json.RawMessage
	}
	if err := json.Unmarshal(m.line, &answer); err != nil || answer.Error != nil {
		s.setPhase(Refused)
		s.rec.Note("the server refused initialize: %s", refusal(answer.Error, err))
		return
	}
	// The notification goes first: "ready" means that requests are welcome now.
	_ = s.Send(mcp.InitializedNotification(), history.FromHandshake) // a server that is gone already says so by itself
	info := answer.Result.ServerInfo
	s.ready(answer.Result.ProtocolVersion, strings.TrimSpace(info.Name+" "+info.Version))
}

func refusal(raw json.RawMessage, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// ready says that requests are welcome. Without a revision nothing was agreed on.
func (s *Session) ready(revision, server string) {
	s.mu.Lock()
	if s.phase == Starting {
		s.phase = Ready
	}
	s.protocol = revision
	s.mu.Unlock()
	if revision != "" {
		s.rec.Fact(history.Fact{Event: history.FactReady, Protocol: revision, Era: mcp.EraOf(revision).String(), Server: server})
	}
}

func (s *Session) starting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase == Starting && s.cfg.Handshake
}

func (s *Session) setPhase(p Phase) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase = p
}

// reply answers what the server asks and we can answer by ourselves. What is for
// the user to answer stays open until they do.
func (s *Session) reply(m incoming) {
	answer := s.answer(m)
	if answer == nil {
		return
	}
	_ = s.Send(answer, history.FromAutoReply) // a server that is gone needs no answer
}

func (s *Session) answer(m incoming) []byte {
	switch m.method {
	case mcp.MethodPing:
		return mcp.EmptyResult(m.id)
	case mcp.MethodRootsList:
		return mcp.RootsResult(m.id, roots(s.cfg.Roots))
	case mcp.MethodCreateMessage, mcp.MethodElicit:
		if s.cfg.AskUser {
			return nil
		}
	}
	return mcp.ErrorResponse(m.id, mcp.CodeMethodNotFound, fmt.Sprintf("this client does not answer %s", m.method))
}

func roots(dirs []string) []mcp.Root {
	out := make([]mcp.Root, 0, len(dirs))
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			abs = dir
		}
		out = append(out, mcp.RootOf(abs))
	}
	return out
}

// integerID reads an id that is an integer.
func integerID(raw []byte) (int64, bool) {
	id, err := strconv.ParseInt(string(raw), 10, 64)
	return id, err == nil
}
