package framing

import (
	"bytes"
	"hash/maphash"
	"slices"
)

const (
	// maxDuplicates bounds how many repeated names are told of one line.
	maxDuplicates = 16
	// deepNames is the depth below which names are not compared: encoding/json and
	// jsontext refuse such lines altogether.
	deepNames = 10_000
)

// DuplicateNames gives the member names of a line that repeat an earlier name of
// the same object, at any depth down to 10,000 and at most 16 of them, in the order
// in which they stand. Names are compared once their escapes are resolved. The last
// member of a name is the one that counts, here as in JavaScript, Python and Go.
//
// Scan has noticed whether there may be any, so the answer for a line without is
// immediate. The full check takes a second pass and time linear in the line.
func DuplicateNames(line []byte, m *Message) []Span {
	if !m.repeats {
		return nil
	}
	d := duplicates{line: line, seed: maphash.MakeSeed()}
	d.walk(m.Whole)
	slices.SortFunc(d.found, func(a, b Span) int { return a.Start - b.Start })
	return d.found
}

// duplicates compares all names of sound JSON exactly.
type duplicates struct {
	line  []byte
	seed  maphash.Seed
	found []Span

	names   []hashedName // of all open objects, outermost first
	objects []int        // where in names those of each open object begin
	table   []int32      // the buckets for an object with many members
	room    []byte       // a name without its escapes
}

type hashedName struct {
	hash uint64
	span Span
}

func (d *duplicates) walk(whole Span) {
	deeper := 0 // levels of objects below deepNames
	for i := whole.Start; i < whole.End; {
		switch d.line[i] {
		case '"':
			i = d.text(i, deeper == 0)
			continue
		case '{':
			if len(d.objects) == deepNames {
				deeper++
			} else {
				d.objects = append(d.objects, len(d.names))
			}
		case '}':
			if deeper > 0 {
				deeper--
			} else {
				d.leave()
			}
		}
		i++
	}
}

// text steps over a string and notes it when it is a name.
func (d *duplicates) text(start int, note bool) int {
	i := start + 1
	for i = plain(d.line, i); d.line[i] != '"'; i = plain(d.line, i) {
		if i++; d.line[i-1] == '\\' {
			i++
		}
	}
	i++
	if next := skipBlank(d.line, i); note && next < len(d.line) && d.line[next] == ':' {
		d.names = append(d.names, hashedName{d.hash(d.line[start:i]), Span{start, i}})
	}
	return i
}

func (d *duplicates) hash(quoted []byte) uint64 {
	return maphash.Bytes(d.seed, d.value(&d.room, quoted))
}

// value gives a name without quotes and escapes; where it has any, in room.
func (d *duplicates) value(room *[]byte, quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	*room = appendUnquoted((*room)[:0], quoted, keepHalves)
	return *room
}

// leave compares the names of the object that ends here.
func (d *duplicates) leave() {
	last := len(d.objects) - 1
	first := d.objects[last]
	d.objects = d.objects[:last]
	d.compare(d.names[first:])
	d.names = d.names[:first]
}

// compare puts the names into buckets, so that many members cost no more than
// linear time whatever they are called: the hash is seeded.
func (d *duplicates) compare(names []hashedName) {
	size := 4
	for size < 2*len(names) {
		size *= 2
	}
	if size > len(d.table) {
		d.table = make([]int32, size)
	}
	table := d.table[:size]
	clear(table)
	for i, name := range names {
		bucket := int(name.hash & uint64(size-1))
		for ; table[bucket] != 0; bucket = (bucket + 1) & (size - 1) {
			if earlier := names[table[bucket]-1]; d.same(earlier, name) {
				if len(d.found) < maxDuplicates {
					d.found = append(d.found, name.span)
				}
				break
			}
		}
		table[bucket] = int32(i + 1)
	}
}

func (d *duplicates) same(a, b hashedName) bool {
	if a.hash != b.hash {
		return false
	}
	var room []byte
	return bytes.Equal(d.value(&d.room, a.span.Of(d.line)), d.value(&room, b.span.Of(d.line)))
}
