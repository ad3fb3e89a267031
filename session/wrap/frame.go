package wrap

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// what is a kind of frame.
type what uint8

const (
	aSetup  what = iota // comes first: what the recorder has to know
	aServer             // comes second: the pid of the server, of the leader of its group
	aPiece              // bytes of a stream
	anEnd               // of a stream
	aBreak              // in a stream: what was begun is not continued
	aGap                // behind a break: how much did not come
	aFact               // about the process
	aBye                // comes last, if we end in order
)

// frame is one thing that happened, on its way to the recorder.
type frame struct {
	what    what
	dir     framing.Dir
	at      time.Time
	payload []byte
}

// headSize is how many bytes stand before a payload: kind, stream, two that mean
// nothing, the payload's length in four, and the time in eight.
const headSize = 16

func (f frame) appendTo(dst []byte) []byte {
	dst = append(dst, byte(f.what), byte(f.dir), 0, 0)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(f.payload)))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(f.at.UnixNano()))
	return append(dst, f.payload...)
}

// readFrame reads the next frame into buf, which it grows where it has to.
func readFrame(r *bufio.Reader, buf []byte) (f frame, grown []byte, err error) {
	var head [headSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, buf, fmt.Errorf("read frame: %w", err)
	}
	size := int(binary.LittleEndian.Uint32(head[4:]))
	if cap(buf) < size {
		buf = make([]byte, size)
	}
	f = frame{what: what(head[0]), dir: framing.Dir(head[1]), payload: buf[:size]}
	f.at = time.Unix(0, int64(binary.LittleEndian.Uint64(head[8:])))
	if _, err := io.ReadFull(r, f.payload); err != nil {
		return frame{}, buf, fmt.Errorf("read frame: %w", err)
	}
	return f, buf, nil
}

// gap is what was not queued.
type gap struct{ lines, bytes int64 }

func (g gap) payload() []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(g.lines)), uint64(g.bytes))
}

func gapOf(payload []byte) gap {
	return gap{int64(binary.LittleEndian.Uint64(payload)), int64(binary.LittleEndian.Uint64(payload[8:]))}
}

func factFrame(f history.Fact, at time.Time) frame {
	payload, _ := json.Marshal(f) // a Fact holds nothing that JSON cannot hold
	return frame{what: aFact, at: at, payload: payload}
}
