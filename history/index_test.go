package history

import (
	"fmt"
	"math"
	"testing"
	"unsafe"
)

// An event may cost 48 bytes of memory, whatever its line weighs.
func TestAnEventCostsAtMost48Bytes(t *testing.T) {
	if size := unsafe.Sizeof(entry{}); size > 48 {
		t.Errorf("%d bytes", size)
	}
}

func TestMoreNamesThanThereAreNumbers(t *testing.T) {
	var table nameTable
	for i := range math.MaxUint16 + 10 {
		name := fmt.Sprint("method-", i)
		got := table.name(table.number(name))
		if i < math.MaxUint16-1 && got != name || i >= math.MaxUint16 && got != otherName {
			t.Fatalf("name %d is %q", i, got)
		}
	}
	if got := table.name(table.number("method-7")); got != "method-7" {
		t.Errorf("an early name is now %q", got)
	}
}
