package history

import (
	"bytes"
	"fmt"
	"io"
)

// HeadSize is how much of a stream is looked at to refuse what is no history, in bytes:
// one that has no end would be kept until the disk is full.
const HeadSize = 64 << 10

// MayBegin says whether a history may begin with so many bytes of a stream. There may be
// damage among them, but something of a record must be there.
func MayBegin(head []byte) bool {
	return len(head) < HeadSize || bytes.Contains(head, []byte(`"seq"`)) || bytes.Contains(head, []byte(`"stdioscope"`))
}

// mayHold says whether a file may be a history, of which a disk can have lost the
// beginning: a large one that holds something else would be read for long.
func mayHold(file io.ReaderAt, size int64) bool {
	part := make([]byte, min(size, HeadSize))
	for _, at := range []int64{0, size - int64(len(part))} {
		if n, _ := file.ReadAt(part, at); MayBegin(part[:n]) { // what cannot be read is met again
			return true
		}
	}
	return false
}

// guarded is a stream that breaks off where its head is that of no history.
type guarded struct {
	io.Reader
	head []byte
}

func (g *guarded) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	if len(g.head) < HeadSize {
		g.head = append(g.head, p[:min(n, HeadSize-len(g.head))]...)
		if !MayBegin(g.head) {
			return n, fmt.Errorf("%w: no record begins in its first %d KiB", ErrNotHistory, HeadSize>>10)
		}
	}
	return n, err //nolint:wrapcheck // a Read must give io.EOF as it is
}
