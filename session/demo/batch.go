package demo

import (
	"encoding/json"
	"sync"

	"stdioscope/mcp"
)

// batch gathers the answers to a JSON-RPC batch, which one revision of the
// specification has (specification 2025-03-26, basic).
type batch struct {
	send func(line []byte)

	mu      sync.Mutex
	left    int
	answers []json.RawMessage
}

// add takes the answer to one member of the batch, nil for one that gets none,
// and sends them all once there is one for each. On no batch it does nothing.
func (b *batch) add(answer []byte) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if answer != nil {
		b.answers = append(b.answers, answer)
	}
	b.left--
	if b.left == 0 && len(b.answers) > 0 {
		b.send(encode(b.answers))
	}
}

func (s *server) batch(line []byte) {
	var entries []json.RawMessage
	if err := json.Unmarshal(line, &entries); err != nil || len(entries) == 0 {
		s.refuse(nil, nil, "an empty batch is no request")
		return
	}
	if s.session == nil || s.session.client.revision != mcp.Revision20250326 {
		s.refuse(nil, nil, "batches exist in revision "+mcp.Revision20250326+" alone")
		return
	}
	b := &batch{send: s.out.put, left: len(entries)}
	for _, entry := range entries {
		s.message(entry, b)
	}
}
