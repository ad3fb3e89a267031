package history

import "bytes"

// recordHeads are how records begin: where several stand on one line, because a
// writer died before it ended the first, the others are found by them.
var recordHeads = [][]byte{[]byte(`{"seq":`), []byte(`{"stdioscope":`)}

// maxGlued bounds how many records are looked for on one damaged line.
const maxGlued = 64

// Salvage cuts a line of a history's file into the records that stand on it: nearly
// always one, and else whatever is whole before, behind and between what is damaged.
// Each of them, and where it begins, is given to take, which says why it is none. What
// nobody takes comes back, with its place in the line.
func Salvage(line []byte, take func(record []byte, at int) error) (lost []Damage) {
	reason := take(line, 0)
	if reason == nil {
		return nil
	}
	from := 0
	for range maxGlued {
		next := nextRecord(line, from+1)
		part := line[from:next]
		err := reason
		if whole := bytes.TrimRight(part, "\x00 \t\r"); len(whole) < len(line) {
			err = take(whole, from)
		}
		if err != nil {
			lost = append(lost, Damage{Offset: int64(from), Bytes: int64(len(part)), Reason: err.Error()})
		}
		if from = next; from == len(line) {
			return lost
		}
	}
	return append(lost, Damage{Offset: int64(from), Bytes: int64(len(line) - from), Reason: reason.Error()})
}

// nextRecord gives where the next record may begin, or the end.
func nextRecord(line []byte, from int) int {
	next := len(line)
	for _, head := range recordHeads {
		if at := bytes.Index(line[from:], head); at >= 0 {
			next = min(next, from+at)
		}
	}
	return next
}
