package framing

import (
	"fmt"
	"strings"
	"testing"
)

func scan(line string) (m Message) {
	Scan([]byte(line), &m)
	return m
}

func TestScanTellsTheKind(t *testing.T) {
	for _, tc := range []struct {
		line  string
		kind  Kind
		valid bool
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, Request, true},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, Request, true},
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, Notification, true},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, Result, true},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`, Error, true},
		{`{"id":1,"method":"ping"}`, Request, true},
		{`{"jsonrpc":"2.0","result":{},"id":1,"took":"3ms"}`, Result, true},

		// Absent members written as null give way.
		{`{"jsonrpc":"2.0","id":1,"result":{},"error":null}`, Result, true},
		{`{"jsonrpc":"2.0","id":1,"result":null,"error":{}}`, Error, true},
		{`{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`, Error, true},
		{`{"jsonrpc":"2.0","id":1,"result":null,"error":null}`, Result, true},
		{`{"jsonrpc":"2.0","id":1,"result":null}`, Result, true},
		{`{"jsonrpc":"2.0","id":1,"method":null,"result":{}}`, Result, true},
		{`{"jsonrpc":"2.0","id":1,"method":"m","result":{}}`, Request, true},

		{`{"jsonrpc":"2.0","id":1}`, Foreign, true},
		{`{"level":"info","msg":"up"}`, Foreign, true},
		{`{"level":"error","error":"timeout"}`, Foreign, true},
		{`{"method":"GET","path":"/"}`, Foreign, true},
		{`{"level":"error","error":{"code":1},"method":"GET","id":7}`, Foreign, true},
		{`{"id":"abc","time":"x","result":"ok"}`, Foreign, true},
		{`{"jsonrpc":"2.0","level":"info","method":"m","id":7}`, Request, true},
		{`{"method":"notifications/initialized"}`, Notification, true},
		{`"text"`, Foreign, true},
		{`42`, Foreign, true},
		{`null`, Foreign, true},
		{`{}`, Foreign, true},
		{`{"Method":"ping","ID":1,"jsonrpc":"2.0"}`, Foreign, true}, // names are exact

		{`[]`, Batch, true},
		{`[ ]`, Batch, true},
		{`[{"jsonrpc":"2.0","id":1,"result":{}},5]`, Batch, true},
		{`[5,{"jsonrpc":"2.0","id":1,"result":{}}]`, Batch, true},
		{`[1,2]`, Foreign, true},
		{`[[]]`, Foreign, true},

		{``, Blank, false},
		{" \t\r", Blank, false},
		{"\xEF\xBB\xBF", Blank, false},
		{`Listening on stdio...`, Invalid, false},
		{`5 apples`, Invalid, false},
		{`[] to do`, Invalid, false},
		{`[2026] INFO`, Invalid, false},
		{`2026-11-30 INFO`, Invalid, false},
		{`{"jsonrpc":"2.0","id":1,"result":{"v":NaN}}`, Invalid, false},
		{"\x00", Invalid, false},

		// Messages in spite of what is around or inside them.
		{"\xEF\xBB\xBF" + `{"jsonrpc":"2.0","id":1,"result":{}}`, Result, false},
		{`{"jsonrpc":"2.0","id":1,"result":{"x":"caf` + "\xe9" + `"}}`, Result, false},
		{`{"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}`, Result, false},
		{`{"jsonrpc":"2.0","id":1,"result":{}} ok`, Result, false},
		{" {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\t\r", Result, true},
		{`{"jsonrpc":"2.0","id":1,"result":{"x":"\ud83d \u0000 ` + "\u2028" + `"}}`, Result, true},
	} {
		if m := scan(tc.line); m.Kind != tc.kind || m.Valid != tc.valid {
			t.Errorf("%q is %v, valid %v; want %v, %v (%v)", tc.line, m.Kind, m.Valid, tc.kind, tc.valid, m.Fault)
		}
	}
}

func TestScanFindsTheMembers(t *testing.T) {
	for _, tc := range []struct {
		line string
		want string // name=text, in the order below
	}{
		{
			`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","progressToken":"no","_meta":{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
			`jsonrpc="2.0" id=7 method="tools/call" params={"name":"echo","progressToken":"no","_meta":{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28"}} name="echo" token="p" version="2026-07-28"`,
		},
		{`{"method":"notifications/progress","params":{"progressToken":7,"_meta":{"progressToken":8}}}`, `method="notifications/progress" params={"progressToken":7,"_meta":{"progressToken":8}} token=7`},
		{`{"method":"notifications/cancelled","params":{"requestId":"a"}}`, `method="notifications/cancelled" params={"requestId":"a"} about="a"`},
		{`{"result":{"isError":true,"resultType":"complete","x":{"isError":false}},"id":"\u0041"}`, `id="\u0041" result={"isError":true,"resultType":"complete","x":{"isError":false}} isError=true type="complete"`},
		{`{"id":1,"error":{"message":"no","code":-1}}`, `id=1 error={"message":"no","code":-1} code=-1 message="no"`},
		{`{ "id" : 1 , "result" : { "isError" : false } }`, `id=1 result={ "isError" : false } isError=false`},

		{`{"id":1,"result":{"jsonrpc":"2.0","isError":true}}`, `id=1 result={"jsonrpc":"2.0","isError":true} isError=true`},
		{`{"jsonrpc":"2.0","jsonrpc":"1.0","id":1}`, `jsonrpc="1.0" id=1`},

		// Escapes in names are resolved; the last of equal names counts, with all that is in it.
		{`{"\u0069d":1,"m\u0065thod":"x"}`, `id=1 method="x"`},
		{`{"id":1,"method":"m","params":{"_meta":{"` + escaped("io.modelcontextprotocol/protocolVersion") + `":"v"}}}`, `id=1 method="m" params={"_meta":{"` + escaped("io.modelcontextprotocol/protocolVersion") + `":"v"}} version="v"`},
		{`{"id":1,"method":"m","params":{"_meta":{"` + escaped("io.modelcontextprotocol/protocolVersion!") + `":"v"}}}`, `id=1 method="m" params={"_meta":{"` + escaped("io.modelcontextprotocol/protocolVersion!") + `":"v"}}`},
		{`{"id":1,"id":2,"method":"m","params":{"name":"a","requestId":1},"params":{"name":"b"}}`, `id=2 method="m" params={"name":"b"} name="b"`},
		{`{"id":1,"method":"m","params":{"_meta":{"progressToken":1}},"params":[]}`, `id=1 method="m" params=[]`},
		{`{"id":1,"method":"m","params":{"_meta":{"progressToken":1},"_meta":{}}}`, `id=1 method="m" params={"_meta":{"progressToken":1},"_meta":{}}`},
		{`{"id":1,"result":{"isError":true},"result":{}}`, `id=1 result={}`},
		{`{"id":1,"error":{"code":1,"message":"m"},"error":{}}`, `id=1 error={}`},
		{`{"id":1,"method":"m","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"v"}},"params":{}}`, `id=1 method="m" params={}`},
		{`{"id":1,"method":"m","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"v"},"_meta":{}}}`, `id=1 method="m" params={"_meta":{"io.modelcontextprotocol/protocolVersion":"v"},"_meta":{}}`},

		// Of what is no message nothing is claimed.
		{`{"id":1,"result":{"v":NaN}}`, ``},
	} {
		m, line := scan(tc.line), []byte(tc.line)
		var got []string
		for _, member := range []struct {
			name string
			span Span
		}{
			{"jsonrpc", m.JSONRPC},
			{"id", m.ID},
			{"method", m.Method},
			{"params", m.Params},
			{"result", m.Result},
			{"error", m.Error},
			{"name", m.Name},
			{"token", m.ProgressToken},
			{"about", m.RequestID},
			{"version", m.ProtocolVersion},
			{"isError", m.IsError},
			{"type", m.ResultType},
			{"code", m.ErrorCode},
			{"message", m.ErrorMessage},
		} {
			if member.span.Present() {
				got = append(got, member.name+"="+string(member.span.Of(line)))
			}
		}
		if got := strings.Join(got, " "); got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.line, got, tc.want)
		}
	}
}

// escaped spells every character as an escape.
func escaped(name string) string {
	var b strings.Builder
	for _, c := range name {
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}

func TestAScannerKeepsNothingOfTheLineBefore(t *testing.T) {
	var s Scanner
	for _, tc := range []struct {
		line string
		kind Kind
	}{
		{`{"level":"info"}`, Foreign},
		{`{"method":"m"}`, Notification}, // no member is foreign
		{`{"method":"m","params":{"progressToken":1}}`, Notification},
		{`{"method":"m","params":{}}`, Notification},
		{`{"a":1,"a":2,"id":1,"result":{}}`, Foreign},
		{`{"id":1,"result":{"x":"caf` + "\xe9" + `"}}`, Result},
		{`{"id":1,"result":{}}`, Result},
	} {
		var m, fresh Message
		s.Scan([]byte(tc.line), &m)
		Scan([]byte(tc.line), &fresh)
		if m != fresh || m.Kind != tc.kind {
			t.Errorf("%s is %v, scanned alone %v:\n%+v\n%+v", tc.line, m.Kind, fresh.Kind, m, fresh)
		}
	}
}

func TestScanNamesTheFirstFault(t *testing.T) {
	for _, tc := range []struct {
		line string
		want ScanFault
	}{
		{`Listening`, ScanFault{0, ExpectedValue}},
		{`{"a":tru}`, ScanFault{5, ExpectedValue}},
		{`{a:1}`, ScanFault{1, ExpectedName}},
		{`{"a":1,}`, ScanFault{7, ExpectedName}},
		{`{"a" 1}`, ScanFault{5, ExpectedColon}},
		{`{"a":[{"b" 1}]}`, ScanFault{11, ExpectedColon}},
		{`[1 2]`, ScanFault{3, ExpectedComma}},
		{`[1,]`, ScanFault{3, ExpectedValue}},
		{`[1}`, ScanFault{2, ExpectedComma}},
		{`{"a":[1}`, ScanFault{7, ExpectedComma}},
		{`{"a":{]}`, ScanFault{6, ExpectedName}},
		{`{"v":NaN}`, ScanFault{5, NotANumber}},
		{`{"v":[-Infinity]}`, ScanFault{6, NotANumber}},
		{`[01]`, ScanFault{1, BadNumber}},
		{`[1.]`, ScanFault{1, BadNumber}},
		{`[1e+]`, ScanFault{1, BadNumber}},
		{`[-]`, ScanFault{1, BadNumber}},
		{`["\x"]`, ScanFault{2, BadEscape}},
		{`["\u12G4"]`, ScanFault{2, BadEscape}},
		{"[\"a\tb\"]", ScanFault{3, ControlCharacter}},
		{`{"jsonrpc":"2.0","id":2,"res`, ScanFault{28, OpenString}},
		{`["\u12`, ScanFault{6, OpenString}},
		{`["\`, ScanFault{3, OpenString}},
		{`{"jsonrpc":"2.0",`, ScanFault{17, UnexpectedEnd}},
		{`{"jsonrpc":"2.0",}`, ScanFault{17, ExpectedName}},
		{`{"jsonrpc":"2.0",,`, ScanFault{17, ExpectedName}},
		{`{`, ScanFault{1, UnexpectedEnd}},
		{`{"a"`, ScanFault{4, UnexpectedEnd}},
		{`{"a":`, ScanFault{5, UnexpectedEnd}},
		{`{"a":[`, ScanFault{6, UnexpectedEnd}},
		{`"jsonrpc": "2.0",`, ScanFault{9, TrailingData}},
		{`{"id":1,"result":{}} {`, ScanFault{21, TrailingData}},
		{`{"id":1,"result":{"a":"` + "\xe9" + `"}} x`, ScanFault{23, BadUTF8}},
		{"\xEF\xBB\xBF" + `{"id":1,"result":{}}`, ScanFault{0, ByteOrderMark}},
	} {
		if m := scan(tc.line); m.Fault != tc.want {
			t.Errorf("%q: %v; want %v", tc.line, m.Fault, tc.want)
		}
	}
}

func TestScanTakesOnlyUTF8ForSound(t *testing.T) {
	for _, bad := range []string{"\x80", "\xc0\x80", "\xc2", "\xe0\x80\x80", "\xed\xa0\x80", "\xe2\x82", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"} {
		for _, pad := range []string{"", "a", "a long text of more than thirty-two bytes in front"} {
			line := `{"id":1,"result":{"x":"` + pad + bad + `"}}`
			if m := scan(line); m.Valid || m.Kind != Result || m.Fault != (ScanFault{23 + len(pad), BadUTF8}) {
				t.Errorf("%q: %v %v %v", line, m.Kind, m.Valid, m.Fault)
			}
		}
	}
	for _, good := range []string{"é", "日本", "😀", "\u0080", "\u07ff", "\u0800", "\uffff", "\U00010000", "\U0010ffff", "\u2028"} {
		if m := scan(`{"id":1,"result":{"x":"` + good + `"}}`); !m.Valid {
			t.Errorf("%q is not valid: %v", good, m.Fault)
		}
	}
}

func TestDepthCostsNoStackAndIsCounted(t *testing.T) {
	for _, depth := range []int{1, 2, 63, 64, 65, 128, 129, 1_000_000} {
		arrays := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		if m := scan(arrays); m.Kind == Invalid || m.Depth != depth {
			t.Errorf("%d arrays: %v, depth %d, %v", depth, m.Kind, m.Depth, m.Fault)
		}
		mixed := `{"id":1,"result":` + strings.Repeat(`{"a":[`, depth) + strings.Repeat(`]}`, depth) + `}`
		if m := scan(mixed); m.Kind != Result || m.Depth != 2*depth+1 {
			t.Errorf("%d objects and arrays: %v, depth %d, %v", depth, m.Kind, m.Depth, m.Fault)
		}
		wrong := strings.Repeat("[", depth) + "}"
		if m := scan(wrong); m.Fault != (ScanFault{depth, ExpectedValue}) {
			t.Errorf("%d arrays closed by a brace: %v", depth, m.Fault)
		}
	}
}

func TestScanAllocatesNothing(t *testing.T) {
	lines := [][]byte{
		[]byte(smallMessage),
		[]byte(`[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"m"}]`),
		[]byte(`{"id":1,"result":` + strings.Repeat("[", 60) + strings.Repeat("]", 60) + `}`),
		[]byte(`{"id":1,"result":{"a":NaN}}`),
		[]byte(`{"\u0069d":1,"result":{}}`),
		[]byte(`{"id":1,"method":"m","params":{"_meta":{"io.modelcontextprotocol\/protocolVersion":"x"}}}`),
		[]byte(`{"id":1,"result":{"` + strings.Repeat(`\/`, 117) + `":1}}`),
	}
	var m Message
	for _, line := range lines {
		if n := testing.AllocsPerRun(10, func() { Scan(line, &m) }); n != 0 {
			t.Errorf("%s: %v allocations", line, n)
		}
	}
}

func TestBatchElementsAreMessagesOfTheirOwn(t *testing.T) {
	line := []byte(` [ {"jsonrpc":"2.0","id":1,"result":{}} , 5,{"method":"m"},[{"id":9,"result":{}}] ] `)
	var m Message
	Scan(line, &m)
	var got []string
	for span, e := range BatchElements(line, &m) {
		if !e.Valid {
			t.Errorf("%s is not valid", span.Of(line))
		}
		got = append(got, e.Kind.String()+" "+string(e.ID.Of(line))+" "+string(span.Of(line)))
	}
	want := `result 1 {"jsonrpc":"2.0","id":1,"result":{}}|foreign  5|notification  {"method":"m"}|batch  [{"id":9,"result":{}}]`
	if got := strings.Join(got, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	bad := []byte("[{\"id\":1,\"result\":\"caf\xe9\"},{\"id\":2,\"result\":{}}]")
	Scan(bad, &m)
	var valid []bool
	for _, e := range BatchElements(bad, &m) {
		valid = append(valid, e.Valid)
	}
	if len(valid) != 2 || valid[0] || !valid[1] {
		t.Errorf("of two elements, the first not UTF-8, these are valid: %v", valid)
	}
	for _, line := range []string{`[]`, `{"id":1,"result":{}}`, `x`} {
		m := scan(line)
		for span := range BatchElements([]byte(line), &m) {
			t.Errorf("%s has an element at %v", line, span)
		}
	}
}

func TestKindsAndDirectionsHaveTheNamesOfTheHistoryFormat(t *testing.T) {
	for kind, want := range []string{"", "blank", "invalid", "foreign", "request", "notification", "result", "error", "batch", "echo"} {
		if got := Kind(kind).String(); got != want {
			t.Errorf("kind %d is %q, want %q", kind, got, want)
		}
	}
	for _, name := range []string{"c2s", "s2c", "stderr", "meta"} {
		if d, ok := ParseDir(name); !ok || d.String() != name {
			t.Errorf("%s parses to %v, %v", name, d, ok)
		}
	}
	if _, ok := ParseDir("s2s"); ok {
		t.Error("s2s is a direction")
	}
}
