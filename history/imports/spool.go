package imports

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"stdioscope/framing"
)

// entry is one event on its way from a log into a history.
type entry struct {
	server uint32
	at     int64 // 0 where no time is known yet
	dir    framing.Dir
	cut    bool
	// untimed says that the log has no time for it: at is that of what stands before.
	untimed bool
	size    int64
	// body is a line's bytes, or the members of a fact.
	body []byte
}

// spool keeps the entries of a log in a temporary file, so that the servers of a
// log of any size can be told apart in one pass.
type spool struct {
	file *os.File
	left string // its name, where it could not be removed while it is open
	out  *bufio.Writer
	head []byte
	size int64
}

// newSpool makes the file and removes it at once, so that nothing stays behind.
// Where an open file cannot be removed (Windows), close does.
func newSpool() (*spool, error) {
	file, err := os.CreateTemp("", "stdioscope-")
	if err != nil {
		return nil, fmt.Errorf("create temporary file: %w", err)
	}
	s := &spool{file: file, out: bufio.NewWriterSize(file, 1<<16)}
	if os.Remove(file.Name()) != nil {
		s.left = file.Name()
	}
	return s, nil
}

// add appends an entry. Errors come out at flush.
func (s *spool) add(e entry) {
	h := binary.AppendUvarint(s.head[:0], uint64(e.server))
	h = binary.AppendVarint(h, e.at)
	flags := uint64(e.dir) << 2
	if e.cut {
		flags |= 1
	}
	if e.untimed {
		flags |= 2
	}
	h = binary.AppendUvarint(h, flags)
	h = binary.AppendUvarint(h, uint64(e.size))
	h = binary.AppendUvarint(h, uint64(len(e.body)))
	s.head = h
	_, _ = s.out.Write(h) // a bufio.Writer keeps its first error for Flush
	_, _ = s.out.Write(e.body)
	s.size += int64(len(h) + len(e.body))
}

func (s *spool) flush() error {
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("write temporary file: %w", err)
	}
	return nil
}

func (s *spool) close() error {
	err := s.file.Close()
	if s.left != "" {
		_ = os.Remove(s.left) // the temporary folder is emptied some day
	}
	if err != nil {
		return fmt.Errorf("close temporary file: %w", err)
	}
	return nil
}

// entries gives those of one server, in order. A body holds until the next entry.
func (s *spool) entries(server uint32) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		in := bufio.NewReaderSize(io.NewSectionReader(s.file, 0, s.size), 1<<16)
		var room []byte
		for {
			e, length, err := readEntry(in)
			switch {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
			case e.server != server:
				_, err = in.Discard(length)
			default:
				if length > cap(room) {
					room = make([]byte, length)
				}
				e.body = room[:length]
				_, err = io.ReadFull(in, e.body)
			}
			if err != nil {
				yield(entry{}, fmt.Errorf("read temporary file: %w", err))
				return
			}
			if e.server == server && !yield(e, nil) {
				return
			}
		}
	}
}

// readEntry reads all of an entry but its body.
func readEntry(in *bufio.Reader) (e entry, length int, err error) {
	server, err := binary.ReadUvarint(in)
	if err != nil {
		return entry{}, 0, err //nolint:wrapcheck // io.EOF is the end
	}
	at, errAt := binary.ReadVarint(in)
	flags, errFlags := binary.ReadUvarint(in)
	size, errSize := binary.ReadUvarint(in)
	n, errLength := binary.ReadUvarint(in)
	e = entry{server: uint32(server), at: at, dir: framing.Dir(flags >> 2), cut: flags&1 != 0, untimed: flags&2 != 0, size: int64(size)}
	return e, int(n), errors.Join(errAt, errFlags, errSize, errLength)
}
