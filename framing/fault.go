package framing

import "strconv"

// Reason says in one word why a line is no JSON, or not only JSON.
type Reason uint8

const (
	// NoFault is the reason of a line that has none.
	NoFault Reason = iota
	// UnexpectedEnd marks a line that ends between two tokens of an open value: more
	// lines could complete it.
	UnexpectedEnd
	// OpenString marks a line that ends inside a string, which no further line can complete.
	OpenString
	// ExpectedValue marks a byte, or a word such as tru, that is no JSON value where
	// only one may stand.
	ExpectedValue
	// ExpectedName marks a byte where only the name of a member may stand.
	ExpectedName
	// ExpectedColon marks a member name without the colon behind it.
	ExpectedColon
	// ExpectedComma marks a byte where only a comma or the matching bracket may stand.
	ExpectedComma
	// NotANumber marks NaN or Infinity.
	NotANumber
	// BadNumber marks a number that JSON does not know, such as 01 or 1.
	BadNumber
	// BadEscape marks a backslash with anything behind it that JSON does not know.
	BadEscape
	// ControlCharacter marks a raw byte below 0x20 inside a string.
	ControlCharacter
	// BadUTF8 marks bytes inside a string that are not UTF-8.
	BadUTF8
	// ByteOrderMark marks EF BB BF at the beginning of the line.
	ByteOrderMark
	// TrailingData marks what stands behind a complete value.
	TrailingData
)

var reasonNames = [...]string{
	"no fault",
	"the line ends in the middle of a JSON value",
	"the line ends inside a string",
	"a JSON value was expected",
	"a member name in quotes was expected",
	"a colon was expected",
	"a comma or the closing bracket was expected",
	"JSON knows no NaN and no Infinity",
	"malformed number",
	"malformed escape in a string",
	"raw control character in a string",
	"not UTF-8",
	"byte order mark",
	"something stands behind the JSON value",
}

// String says the reason in plain words.
func (r Reason) String() string { return reasonNames[r] }

// ScanFault is the place and the reason of the first fault in a line.
type ScanFault struct {
	// Offset is the first byte that cannot be, or where the number, word or escape
	// begins that cannot; the length of the line when it ends too early.
	Offset int
	Reason Reason
}

// String gives reason and place: "a colon was expected, byte 12".
func (f ScanFault) String() string {
	return f.Reason.String() + ", byte " + strconv.Itoa(f.Offset)
}
