package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// byteSize is a flag's value such as 65536, 64k or 64MiB. Units are powers of 1024.
type byteSize int64

var errByteSize = errors.New("a size is a number of bytes, or such as 64k or 64MiB")

// Type names the kind of value in the help.
func (*byteSize) Type() string { return "size" }

func (s *byteSize) String() string {
	n := int64(*s)
	if n == 0 {
		return ""
	}
	for _, unit := range []string{"", "KiB", "MiB"} {
		if n%1024 != 0 {
			return strconv.FormatInt(n, 10) + unit
		}
		n /= 1024
	}
	return strconv.FormatInt(n, 10) + "GiB"
}

// Set reads the value.
func (s *byteSize) Set(text string) error {
	digits := strings.TrimRight(text, "kKmMgGiIbB")
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil || n <= 0 {
		return errByteSize
	}
	shift, ok := unitShift(text[len(digits):])
	if !ok || n > math.MaxInt64>>shift {
		return errByteSize
	}
	*s = byteSize(n << shift)
	return nil
}

func unitShift(unit string) (uint, bool) {
	switch strings.ToLower(unit) {
	case "", "b":
		return 0, true
	case "k", "kb", "kib":
		return 10, true
	case "m", "mb", "mib":
		return 20, true
	case "g", "gb", "gib":
		return 30, true
	}
	return 0, false
}
