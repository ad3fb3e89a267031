package framing

// Lens looks at the lines of the streams of one process, in the order in which they
// crossed, and says of each what it is, what is wrong with it, and what else was
// recognised. It never changes what is kept or counted. One goroutine uses it.
//
// A clean message costs no allocation. What is remembered is bounded: up to 8,192
// lines or 4 MiB a stream that may turn out to be one message, and a number for each
// of the last 4,096 lines that were sent.
type Lens struct {
	scanner Scanner
	streams [2]course // by Dir: what the server reads, what it writes
	echoes  echoes
	out     Observation
}

// NewLens gives a Lens for a process that was just started.
func NewLens() *Lens { return new(Lens) }

// Observation is what a Lens says of one line.
type Observation struct {
	// Message is what Scan says of the line by itself, except that Kind is Echo for a
	// line that the server sent back as it had received it, and that a line of which
	// only the head was kept is never Valid: nobody knows what its rest says.
	Message Message
	// Verdict is final unless Held is set.
	Verdict
	// Misframed says that the line does hold the message in Message, but not alone or
	// under a Content-Length header: a strict peer would not take it.
	Misframed bool
	// Held says that the line may be a part of something that later lines complete.
	// Until then nothing is held against it; the verdict comes as an Amendment, or
	// never, when there is nothing to say.
	Held bool
	// Amended are verdicts on earlier lines of the same stream, first line first, to
	// be added to what was said of them.
	Amended []Amendment
}

// doubt says that what was scanned is only the head of a line.
func (m *Message) doubt(size int) {
	if m.Valid {
		m.Valid, m.Fault = false, ScanFault{size, UnexpectedEnd}
	}
}

// Amendment is a verdict on an earlier line.
type Amendment struct {
	// Back counts lines backwards on the stream: 0 is the one observed last.
	// Provisional lines do not count.
	Back int
	Verdict
}

// Observe looks at the next line. A provisional line changes nothing in what is
// remembered and has no findings. The Observation and the texts in it hold
// until the next call, and no longer than the line; Findings are the caller's.
func (l *Lens) Observe(dir Dir, line Line) *Observation {
	o := &l.out
	o.Verdict, o.Misframed, o.Held, o.Amended = Verdict{}, false, false, nil
	if dir > ServerToClient {
		o.Message = Message{}
		if dir == Stderr {
			l.observeStderr(line, o)
		}
		return o
	}
	l.scanner.Scan(line.Bytes, &o.Message)
	if line.Cut {
		o.Message.doubt(len(line.Bytes))
	}
	c := &l.streams[dir]
	switch {
	case line.Provisional:
		o.Misframed = c.framed(&o.Message)
	case l.echoed(dir, line, o):
		c.open.release(dir, 1, o)
		o.Message.Kind = Echo
		o.Findings = lineFindings(line, &o.Message)
	case !c.assemble(dir, line, o):
		o.Verdict = verdict(dir, line, &o.Message)
		o.Misframed = o.Misframed || o.Message.trailing > 0
	}
	return o
}

// Settle says that nothing has come for a while: lines that are held get their verdict.
// They are held on, and if the value goes on all the same it is still put together.
func (l *Lens) Settle(dir Dir) *Observation {
	l.out = Observation{}
	if dir <= ServerToClient {
		l.streams[dir].open.tell(dir, 0, &l.out)
	}
	return &l.out
}

// End says that a stream has ended: lines that are still held get their verdict.
func (l *Lens) End(dir Dir) *Observation {
	l.out = Observation{}
	if dir <= ServerToClient {
		l.streams[dir].end(dir, &l.out)
	}
	return &l.out
}

// echoed remembers what is sent and says whether the line is the echo of it.
func (l *Lens) echoed(dir Dir, line Line, o *Observation) bool {
	switch {
	case o.Message.Kind == Blank:
		return false
	case dir == ClientToServer:
		l.echoes.send(line)
		return false
	}
	return l.echoes.receive(line, &o.Message)
}

// observeStderr looks for messages that went to the wrong stream.
func (l *Lens) observeStderr(line Line, o *Observation) {
	i := skipBlank(line.Bytes, 0)
	if line.Provisional || i == len(line.Bytes) || line.Bytes[i] != '{' {
		return
	}
	var m Message
	if l.scanner.Scan(line.Bytes, &m); m.Kind.isMessage() && m.JSONRPC.Present() {
		o.Findings = []Finding{found(StderrJSONRPC, "a "+m.Kind.String()+" of JSON-RPC stands on stderr", m.Whole.Start)}
	}
}
