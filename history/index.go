package history

import (
	"math"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
)

// entry is what the index keeps of one event. A million of them are to cost no
// more than 48 MB; a test guards the size.
type entry struct {
	at     int64  // Unix nanoseconds
	body   int64  // where the stored body begins in the journal's file
	stored uint32 // length of the body as stored
	size   uint32 // length of the line; saturates
	pair   uint32 // position of the other half, or of what a notification is about, plus one; 0 for none
	idAt   uint32 // where the raw id begins within the line
	seq    uint32
	idLen  uint16
	method uint16 // into names
	tool   uint16 // into names
	kind   framing.Kind
	status exchange.Status
	origin Origin
	worst  framing.Severity
	bits   uint16 // dir, encoding, eol: two bits each; cut; gone; untimed
}

const (
	dirShift = 0
	encShift = 2
	eolShift = 4
	twoBits  = 3
	cutBit   = 1 << 6
	goneBit  = 1 << 7
	// untimedBit is set where nobody knows when the line crossed.
	untimedBit = 1 << 8
)

func packBits(dir framing.Dir, enc encoding, eol framing.EOL, cut bool) uint16 {
	bits := uint16(dir)<<dirShift | uint16(enc)<<encShift | uint16(eol)<<eolShift
	if cut {
		bits |= cutBit
	}
	return bits
}

func (e *entry) dir() framing.Dir { return framing.Dir(e.bits >> dirShift & twoBits) }
func (e *entry) enc() encoding    { return encoding(e.bits >> encShift & twoBits) }
func (e *entry) eol() framing.EOL { return framing.EOL(e.bits >> eolShift & twoBits) }
func (e *entry) cut() bool        { return e.bits&cutBit != 0 }
func (e *entry) gone() bool       { return e.bits&goneBit != 0 }
func (e *entry) untimed() bool    { return e.bits&untimedBit != 0 }
func (e *entry) setPair(pair int) { e.pair = uint32(pair + 1) }
func (e *entry) pairIndex() int   { return int(e.pair) - 1 }
func (e *entry) seen(f framing.Finding) {
	e.worst = max(e.worst, f.Severity)
}

// chunkSize is how many entries are allocated at a time, so that growth never
// copies what is there.
const chunkSize = 1 << 12

// index holds the entries of a journal in chunks. It does no locking.
type index struct {
	chunks []*[chunkSize]entry
	count  int
	names  nameTable
}

func (x *index) at(i int) *entry { return &x.chunks[i/chunkSize][i%chunkSize] }

func (x *index) add(e entry) int {
	i := x.count
	if i/chunkSize == len(x.chunks) {
		x.chunks = append(x.chunks, new([chunkSize]entry))
	}
	*x.at(i) = e
	x.count++
	return i
}

// settle notes what became of earlier events.
func (x *index) settle(changes []exchange.Change) {
	for _, c := range changes {
		e := x.at(c.Index)
		e.status = c.Status
		if c.Pair != None {
			e.setPair(c.Pair)
		}
	}
}

func (x *index) event(i int) Event {
	e := x.at(i)
	event := Event{
		Seq: e.seq, Time: time.Unix(0, e.at), Dir: e.dir(), Kind: e.kind, Origin: e.origin,
		EOL: e.eol(), Cut: e.cut(), Size: int64(e.size),
		Method: x.names.name(e.method), Tool: x.names.name(e.tool),
		Status: e.status, Pair: e.pairIndex(), Request: None, Severity: e.worst,
	}
	if e.kind == framing.Notification {
		event.Pair, event.Request = None, event.Pair
	}
	return event
}

// nameTable numbers method and tool names. Number 0 is no name. When a peer has
// invented more names than there are numbers, the last number stands for all the rest,
// which are read from their lines.
type nameTable struct {
	names   []string
	numbers map[string]uint16
}

const otherName = "…"

// otherNumber is that of all the names for which there was no other.
const otherNumber = math.MaxUint16

// crowded says whether there were more names than numbers.
func (t *nameTable) crowded() bool { return len(t.names) > otherNumber }

func (t *nameTable) number(name string) uint16 {
	if name == "" {
		return 0
	}
	if t.numbers == nil {
		t.names, t.numbers = []string{""}, map[string]uint16{}
	}
	if n, ok := t.numbers[name]; ok {
		return n
	}
	if len(t.names) == otherNumber {
		t.names = append(t.names, otherName)
	}
	if t.crowded() {
		return otherNumber
	}
	n := uint16(len(t.names))
	t.names, t.numbers[name] = append(t.names, name), n
	return n
}

func (t *nameTable) name(n uint16) string {
	if n == 0 {
		return ""
	}
	return t.names[n]
}

func saturate32(n int64) uint32 { return uint32(min(n, math.MaxUint32)) }
