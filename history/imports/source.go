package imports

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// source is a log as UTF-8. Logs that went through a Windows shell are UTF-16.
type source struct {
	*bufio.Reader
	utf16 bool
}

const byteOrderMark = "\xEF\xBB\xBF"

func newSource(r io.Reader) *source {
	raw := bufio.NewReaderSize(r, headSize)
	head, _ := raw.Peek(4) // what keeps it from being read is met again
	if order := byteOrder(head); order != nil {
		return &source{bufio.NewReaderSize(&utf16Reader{src: raw, order: order}, headSize), true}
	}
	if bytes.HasPrefix(head, []byte(byteOrderMark)) {
		_, _ = raw.Discard(len(byteOrderMark)) // has been peeked
	}
	return &source{raw, false}
}

// decodeHead gives the head of a log as UTF-8.
func decodeHead(head []byte) []byte {
	if byteOrder(head) == nil {
		return bytes.TrimPrefix(head, []byte(byteOrderMark))
	}
	text, _ := io.ReadAll(newSource(bytes.NewReader(head))) // memory can be read
	return text
}

// byteOrder tells by the first bytes of a log in which order the halves of its
// UTF-16 characters stand; nil for one that is not UTF-16.
func byteOrder(head []byte) binary.ByteOrder {
	if len(head) < 4 {
		return nil
	}
	switch {
	case head[0] == 0xFF && head[1] == 0xFE, head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		return binary.LittleEndian
	case head[0] == 0xFE && head[1] == 0xFF, head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		return binary.BigEndian
	}
	return nil
}

// utf16Reader turns UTF-16 into UTF-8. An odd byte at the end is dropped.
type utf16Reader struct {
	src   *bufio.Reader
	order binary.ByteOrder
	begun bool
	room  [4 << 10]byte
	ready []byte
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	if len(u.ready) == 0 {
		u.ready = u.room[:0]
		for len(u.ready) < len(u.room)-utf8.UTFMax {
			r, err := u.rune()
			if err != nil && len(u.ready) > 0 {
				break
			}
			if err != nil {
				return 0, err
			}
			u.ready = utf8.AppendRune(u.ready, r)
		}
	}
	n := copy(p, u.ready)
	u.ready = u.ready[n:]
	return n, nil
}

func (u *utf16Reader) rune() (rune, error) {
	r, err := u.unit()
	if r == 0xFEFF && !u.begun {
		r, err = u.unit()
	}
	u.begun = true
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if next, err := u.src.Peek(2); err == nil {
		if pair := utf16.DecodeRune(r, rune(u.order.Uint16(next))); pair != utf8.RuneError {
			_, _ = u.src.Discard(2) // has been peeked
			return pair, nil
		}
	}
	return utf8.RuneError, nil
}

func (u *utf16Reader) unit() (rune, error) {
	var pair [2]byte
	_, err := io.ReadFull(u.src, pair[:])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return rune(u.order.Uint16(pair[:])), err //nolint:wrapcheck // a Read must give io.EOF as it is
}
