package history

import (
	"stdioscope/exchange"
	"stdioscope/framing"
)

// Event gives what the index knows of the event at position i.
func (j *Journal) Event(i int) Event {
	j.mu.RLock()
	event, crowded := j.index.event(i), j.index.names.crowded()
	j.mu.RUnlock()
	if crowded {
		j.nameFromLine(i, &event)
	}
	return event
}

// Events appends to dst the events of the positions from from to to.
func (j *Journal) Events(dst []Event, from, to int) []Event {
	start := len(dst)
	j.mu.RLock()
	for i := from; i < min(to, j.index.count); i++ {
		dst = append(dst, j.index.event(i))
	}
	crowded := j.index.names.crowded()
	j.mu.RUnlock()
	if crowded {
		for k := range dst[start:] {
			j.nameFromLine(from+k, &dst[start+k])
		}
	}
	return dst
}

// nameFromLine gives an event the names for which the index had no number left. Those of
// an answer, and the tool of a notification, stand in the request that it is about.
func (j *Journal) nameFromLine(i int, event *Event) {
	e, about := j.entry(i), i
	switch {
	case event.Kind.IsResponse() && event.Pair != None:
		about = event.Pair
	case event.Request != None:
		about = event.Request
	}
	if e.method == otherNumber && event.Kind == framing.Notification {
		event.Method, _ = j.readNames(i)
	} else if e.method == otherNumber {
		event.Method, _ = j.readNames(about)
	}
	if e.tool == otherNumber {
		_, event.Tool = j.readNames(about)
	}
}

// readNames reads method and tool of a message from its line.
func (j *Journal) readNames(i int) (method, tool string) {
	line, err := j.line(i)
	if err != nil {
		return otherName, otherName
	}
	var m framing.Message
	framing.Scan(line, &m)
	e := j.entry(i)
	v := exchange.NewTracker().Observe(exchange.Observation{Index: i, Dir: e.dir(), Line: line, Message: &m})
	return v.Method, v.Tool
}
