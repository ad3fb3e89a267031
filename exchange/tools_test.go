package exchange

import "testing"

func TestASchemaThatIsNoneIsCountedOnce(t *testing.T) {
	x := newTools()
	list := []byte(`{"tools":[{"name":"t","inputSchema":{"type":"objekt"}}]}`)
	x.listed(list)
	size := x.bytes
	for range 3 {
		if _, _, found := x.of["t"].input.judge([]byte(`{}`)); found || !x.of["t"].input.hopeless {
			t.Error("something is held against the value, or the schema is tried again")
		}
		x.listed(list)
	}
	if x.bytes != size {
		t.Errorf("%d bytes are counted for a tool of %d", x.bytes, size)
	}
}
