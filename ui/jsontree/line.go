package jsontree

import (
	"strconv"

	"stdioscope/framing"
)

// Kind says what stands on a line.
type Kind uint8

const (
	// Object is a line that opens an object, or holds all of it: folded or empty.
	Object Kind = iota
	// Array is the same for an array.
	Array
	// ObjectEnd is the closing line of an object.
	ObjectEnd
	// ArrayEnd is the closing line of an array.
	ArrayEnd
	// String is a string, with its quotes and escapes.
	String
	// Number is a number.
	Number
	// Literal is true, false or null.
	Literal
	// Text is a line of the decoded text of an opened string.
	Text
)

// ID names a line of one Tree for as long as the Tree lives. The zero ID is the first
// line. When the string that a line belongs to is closed, its ID names the string.
type ID struct {
	sheet *sheet
	line  int
}

// Line is what one line shows.
type Line struct {
	ID    ID
	Kind  Kind
	Depth int // levels of indentation
	// Text is what Key and Value point into: the text that New was given, or the
	// decoded one of an opened string. It is the Tree's.
	Text []byte
	// Key is the member's name with its quotes; absent for an element and a closing line.
	Key framing.Span
	// Value is the scalar, the closing bracket, or the whole container; of one whose end
	// is not found yet the opening bracket only.
	Value framing.Span
	// Children counts members or elements, on the opening and the closing line; -1 while
	// it is not known.
	Children int
	// Foldable says that there are lines to fold away: a container that is not empty, or
	// an opened string.
	Foldable bool
	Folded   bool
	// Opened says that what the string holds stands below.
	Opened bool
	// Comma says that a comma follows what the line shows. It is known once the next line
	// is found.
	Comma bool
	// Offset is where the line begins, in bytes of the text that New was given. All
	// lines of an opened string have that of the string.
	Offset int
	// Remark tells what is left out; mostly empty.
	Remark string
}

// Summary is what a folded container is shown as: {… 12 members}.
func (l *Line) Summary() string {
	brackets, unit := [2]string{"{…", "}"}, " member"
	if l.Kind == Array {
		brackets, unit = [2]string{"[…", "]"}, " element"
	}
	switch {
	case l.Children < 0:
		return brackets[0] + brackets[1]
	case l.Children != 1:
		unit += "s"
	}
	return brackets[0] + " " + strconv.Itoa(l.Children) + unit + brackets[1]
}

// view gives line i of a sheet.
func (s *sheet) view(i int) Line {
	r := s.at(i)
	l := Line{
		ID: ID{s, i}, Kind: r.kind, Depth: s.base + int(r.depth), Text: s.text, Key: s.key(r),
		Value: framing.Span{Start: int(r.value), End: int(r.end)}, Offset: s.offset(i),
		Foldable: r.folds(), Folded: s.folded.has(i),
	}
	last := i // of the lines that are shown as this one
	switch {
	case r.kind == ObjectEnd || r.kind == ArrayEnd:
		l.Children = int(r.place)
	case r.folds() && r.end == 0:
		l.Children, l.Value.End = -1, l.Value.Start+1
	case r.folds():
		end := s.at(int(r.end))
		l.Children, l.Value.End = int(end.place), int(end.end)
		if l.Folded {
			last = int(r.end)
		}
	case r.kind == String:
		if inside := s.openedAt(i); inside != nil {
			l.Opened, l.Foldable, l.Remark = true, true, inside.remark
		}
	}
	if i == 0 && s.host == nil {
		l.Remark = s.remark
	}
	l.Comma = s.comma(last)
	return l
}

// comma says whether another value of the same container follows what ends on line i.
func (s *sheet) comma(i int) bool {
	if i+1 >= s.n || s.at(i).folds() {
		return false
	}
	next := s.at(i + 1)
	return next.up != 0 && next.kind != ObjectEnd && next.kind != ArrayEnd
}

// key is not kept: it reaches from the beginning of the line to the colon.
func (s *sheet) key(r *record) framing.Span {
	if r.at == r.value {
		return framing.Span{}
	}
	end := int(r.value)
	for s.text[end-1] != '"' {
		end--
	}
	return framing.Span{Start: int(r.at), End: end}
}

// offset is where line i begins in the text of the outermost sheet.
func (s *sheet) offset(i int) int {
	for ; s.host != nil; s = s.host {
		i = s.line
	}
	return int(s.at(i).at)
}
