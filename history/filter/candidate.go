package filter

import (
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

// candidate is an event that is being judged.
type candidate struct {
	journal *history.Journal
	index   int
	event   *history.Event
	// near holds the events from position first on, so that the other half of a
	// pair, which is seldom far, need not be asked for.
	near  []history.Event
	first int
	other history.Event
	// line is the event's bytes once read is set; nil where they could not be read.
	line []byte
	read bool
}

func (c *candidate) readLine() {
	c.read, c.line = true, nil
	if line, err := c.journal.Line(c.index); err == nil {
		c.line = line
	}
}

// text is what text is searched in: the line, or the words in which a fact is shown.
func (c *candidate) text() []byte {
	if c.event.Dir != framing.Meta {
		return c.line
	}
	fact, _ := c.journal.Fact(c.index)
	return []byte(fact.String())
}

// pair is the other half of the event; nil where there is none.
func (c *candidate) pair() *history.Event {
	at := c.event.Pair
	if at == history.None {
		return nil
	}
	if k := at - c.first; k >= 0 && k < len(c.near) {
		return &c.near[k]
	}
	c.other = c.journal.Event(at)
	return &c.other
}

// status is that of a request, for an answer that of its request.
func (c *candidate) status() exchange.Status {
	if pair := c.pair(); c.event.Status == exchange.NoStatus && pair != nil {
		return pair.Status
	}
	return c.event.Status
}

// latency is that of Journal.Latency.
func (c *candidate) latency() (time.Duration, bool) {
	isRequest := c.event.Kind == framing.Request
	pair := c.pair()
	if pair == nil || !isRequest && !c.event.Kind.IsResponse() || !c.journal.Timed(c.index) {
		return 0, false
	}
	if isRequest {
		return pair.Time.Sub(c.event.Time), true
	}
	return c.event.Time.Sub(pair.Time), true
}
