package history

import "stdioscope/framing"

// findingStore keeps the findings of a journal. A server that writes nothing but
// noise makes as many of them as lines, so each is to cost little: they stand in one
// list, linked by event, and equal messages are kept once.
type findingStore struct {
	all      []storedFinding
	heads    map[uint32]int32 // by event, where its last finding stands in all
	messages map[string]string
	kinds    map[string]*FindingKind // by id
}

// FindingKind is what all findings with one id have in common.
type FindingKind struct {
	ID       string
	Severity framing.Severity
	// Count is how many there are, First the position of the first event with one.
	Count, First int
}

type storedFinding struct {
	framing.Finding
	before int32 // the event's finding before this one, or -1
}

// maxMessages bounds how many different messages are compared with new ones.
const maxMessages = 1 << 14

func newFindingStore() findingStore {
	return findingStore{heads: map[uint32]int32{}, messages: map[string]string{}, kinds: map[string]*FindingKind{}}
}

func (s *findingStore) add(index int, f framing.Finding) {
	s.count(index, f)
	f.Message = s.shared(f.Message)
	before, ok := s.heads[uint32(index)]
	if !ok {
		before = -1
	}
	s.heads[uint32(index)] = int32(len(s.all))
	s.all = append(s.all, storedFinding{f, before})
}

func (s *findingStore) count(index int, f framing.Finding) {
	k := s.kinds[f.ID]
	if k == nil {
		k = &FindingKind{ID: f.ID, First: index}
		s.kinds[f.ID] = k
	}
	k.Count++
	k.First = min(k.First, index)
	k.Severity = max(k.Severity, f.Severity)
}

func (s *findingStore) shared(message string) string {
	if known, ok := s.messages[message]; ok {
		return known
	}
	if len(s.messages) < maxMessages {
		s.messages[message] = message
	}
	return message
}

// of gives the findings of an event, in the order in which they were made.
func (s *findingStore) of(index int) []framing.Finding {
	at, ok := s.heads[uint32(index)]
	if !ok {
		return nil
	}
	var found []framing.Finding
	for ; at >= 0; at = s.all[at].before {
		found = append([]framing.Finding{s.all[at].Finding}, found...)
	}
	return found
}
