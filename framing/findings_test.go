package framing

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// watched is what a user sees of one line in the end, later amendments included.
type watched struct {
	line     string
	o        Observation
	findings []Finding
	inner    []Found
}

func (w *watched) ids() (ids []string) {
	for _, f := range w.findings {
		ids = append(ids, f.ID)
	}
	return ids
}

// watcher keeps what a Lens said of each stream, as a consumer would.
type watcher struct {
	lens    *Lens
	streams [4][]*watched
}

func (w *watcher) note(dir Dir, o *Observation) {
	seen := w.streams[dir]
	if len(seen) > 0 {
		last := seen[len(seen)-1]
		last.findings = append(last.findings, o.Findings...)
		last.inner = append(last.inner, keep(o.Inner)...)
	}
	for _, a := range o.Amended {
		line := seen[len(seen)-1-a.Back]
		line.findings = append(line.findings, a.Findings...)
		line.inner = append(line.inner, keep(a.Inner)...)
	}
}

// keep copies the texts, which belong to the Lens.
func keep(found []Found) []Found {
	found = slices.Clone(found)
	for i := range found {
		found[i].Text = slices.Clone(found[i].Text)
	}
	return found
}

func (w *watcher) observe(dir Dir, line Line) {
	o := w.lens.Observe(dir, line)
	w.streams[dir] = append(w.streams[dir], &watched{line: string(line.Bytes), o: *o})
	w.note(dir, o)
}

// watch gives a session to a Lens: "S " begins what the server writes, "C " what the
// client writes, "E " stderr. Lines are divided by ⏎; one that ends in ∎ has no line end.
func watch(t *testing.T, session string) *watcher {
	t.Helper()
	w := &watcher{lens: NewLens()}
	for _, part := range strings.Split(session, "⏎") {
		dir, ok := map[string]Dir{"S ": ServerToClient, "C ": ClientToServer, "E ": Stderr}[part[:2]]
		if !ok {
			t.Fatalf("%q is on no stream", part)
		}
		text := part[2:]
		line := Line{EOL: LF}
		switch {
		case strings.HasSuffix(text, "\r"):
			text, line.EOL = strings.TrimSuffix(text, "\r"), CRLF
		case strings.HasSuffix(text, "∎"):
			text, line.EOL = strings.TrimSuffix(text, "∎"), None
		}
		line.Bytes, line.Size = []byte(text), int64(len(text))
		w.observe(dir, line)
	}
	for _, dir := range []Dir{ClientToServer, ServerToClient} {
		w.note(dir, w.lens.End(dir))
	}
	return w
}

// all gives the findings of all lines.
func (w *watcher) all() (findings []Finding) {
	for _, stream := range w.streams {
		for _, line := range stream {
			findings = append(findings, line.findings...)
		}
	}
	return findings
}

// places gives what stands where a finding is.
func (w *watcher) places(id string) (places []string) {
	for _, stream := range w.streams {
		for _, line := range stream {
			for _, f := range line.findings {
				if f.ID != id {
					continue
				}
				place := ""
				if f.Offset >= 0 {
					place = line.line[f.Offset:] + "$"
				}
				places = append(places, place)
			}
		}
	}
	return places
}

var findingCases = []struct {
	id      string
	trigger string
	at      string // what stands at the offset; "$" for the end of the line, nothing for the line as a whole
	near    string // does not trigger it
}{
	{StdoutNotJSON, `S Listening on stdio...`, `Listening`, `E Listening on stdio...`},
	{StdoutNotJSON, `S {"jsonrpc":"2.0","id":1,"result":{"v":NaN}}`, `NaN}`, `S {"jsonrpc":"2.0","id":1,"result":{"v":"NaN"}}`},
	{StdoutJSONNotMessage, `S {"level":"info","msg":"up"}`, `{"level"`, `S {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"up"}}`},
	{StdoutJSONNotMessage, `S ["a"]`, `["a"`, `S [{"jsonrpc":"2.0","method":"m"}]`},
	{StdinNotJSON, `C hello`, `hello`, `C {"jsonrpc":"2.0","id":1,"method":"ping"}`},
	{StdinNotJSON, `C {"b":1.0}`, `{"b"`, `S {"b":1.0}`},
	{MessageMultiline, `S {⏎S  "jsonrpc":"2.0","id":1,"result":{}⏎S }`, ``, `S {"jsonrpc":"2.0","method":"m","params":{"data":"a\nb"}}`},
	{MessageMultiline, `C {"jsonrpc":"2.0",⏎C "id":1,"method":"ping"}`, ``, `C {"jsonrpc":"2.0",⏎S "id":1,"method":"ping"}`},
	{LSPContentLength, "C Content-Length: 40\r⏎C \r⏎C {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", `Content-Length`, `C {"jsonrpc":"2.0","id":1,"method":"Content-Length: 40"}`},
	{LSPContentLength, "S content-type: application/vscode-jsonrpc\r", `content-type`, "S Content: 5"},
	{LineBlank, `S `, ``, `S {"jsonrpc":"2.0","id":1,"result":{}}`},
	{LineBlank, "C  \t\r", ``, "E "},
	{LineCRLF, "S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r", `$`, `S {"jsonrpc":"2.0","method":"m","params":{"data":"a\r\n"}}`},
	{LineBOM, "S \xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "\xEF\xBB\xBF", `S {"jsonrpc":"2.0","method":"m","params":{"data":"\ufeffx"}}`},
	{LineInvalidUTF8, "S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":\"caf\xe9\"}}", "\xe9", `S {"jsonrpc":"2.0","id":1,"result":{"x":"caf\u00e9é"}}`},
	{LineInvalidUTF8, "S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} caf\xe9", "\xe9", `S {"jsonrpc":"2.0","id":1,"result":{}} café`},
	{LineInvalidUTF8, "S {\"jsonrpc\":\"2.0\",⏎S \"id\":1,\"result\":{\"x\":\"caf\xe9\"}}", ``, "S {\"jsonrpc\":\"2.0\",⏎S \"id\":1,\"result\":{\"x\":\"café\"}}"},
	{LineInvalidUTF8, "S caf\xe9 -> {⏎S \"jsonrpc\":\"2.0\",\"method\":\"m\"}", "\xe9", "S café -> {⏎S \"jsonrpc\":\"2.0\",\"method\":\"m\"}"},
	{LineCRLF, "S {\"jsonrpc\":\"2.0\",\r⏎S \"id\":1,\"result\":{}}", ``, "S {\"jsonrpc\":\"2.0\",⏎S \"id\":1,\"result\":{}}"},
	{LineBOM, "S \xEF\xBB\xBF{\"jsonrpc\":\"2.0\",⏎S \"id\":1,\"result\":{}}", ``, "S {\"jsonrpc\":\"2.0\",⏎S \"id\":1,\"result\":{}}"},
	{LineTrailingData, "S {⏎S \"jsonrpc\":\"2.0\",\"method\":\"m\"⏎S }{", "{$", "S {⏎S \"jsonrpc\":\"2.0\",\"method\":\"m\"⏎S } "},
	{NotificationWithID, `C {"jsonrpc":"2.0","id":2,"method":"notifications\/initialized"}`, `2,`, `C {"jsonrpc":"2.0","id":2,"method":"notifications\\/initialized"}`},
	{LineInvalidUTF8, "C \xff no newline∎", "\xff", "C é no newline∎"},
	{LineTrailingData, `S {"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}`, `{"jsonrpc":"2.0","id":2`, `S {"jsonrpc":"2.0","id":1,"result":{}} ⏎S {"jsonrpc":"2.0","id":2,"result":{}}`},
	{LineUnterminatedEOF, `S {"jsonrpc":"2.0","id":1,"result":{}}∎`, `$`, `S {"jsonrpc":"2.0","id":1,"result":{}}`},
	{LineUnterminatedEOF, `S {"jsonrpc":"2.0","id":1,"res∎`, `$`, `S {"jsonrpc":"2.0","id":1,"res`},
	{LineUnterminatedEOF, `S {"jsonrpc":"2.0","id":1,⏎S "result":{}}∎`, `$`, `S {"jsonrpc":"2.0","id":1,⏎S "result":{}}`},
	{LineOversize, `S "` + strings.Repeat("x", 10<<20-1) + `"`, ``, `S "` + strings.Repeat("x", 10<<20-2) + `"`},
	{JSONDuplicateKey, `C {"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, `"id":2`, `C {"jsonrpc":"2.0","id":1,"method":"ping","params":{}}`},
	{JSONDuplicateKey, `S {"jsonrpc":"2.0","id":1,"result":{"a":[{"text":1,"text":2}]}}`, `"text":2`, `S {"jsonrpc":"2.0","id":1,"result":{"a":[{"text":1},{"text":2}]}}`},
	{JSONDuplicateKey, `S {⏎S "jsonrpc":"2.0","id":1,"id":1,"result":{}}`, ``, `S {⏎S "jsonrpc":"2.0","id":1,"result":{}}`},
	{StderrJSONRPC, `E {"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc"`, `E {"level":"info","msg":"ready"}`},
	{StderrJSONRPC, `E  {"jsonrpc":"2.0","method":"m"}`, `{"jsonrpc"`, `E sent {"jsonrpc":"2.0","method":"m"}`},

	{JSONRPCMissing, `C {"id":1,"method":"ping"}`, `{"id"`, `C {"jsonrpc":"2.0","id":1,"method":"ping"}`},
	{JSONRPCMissing, `S {"jsonrpc":2.0,"id":1,"result":{}}`, `2.0,`, `S {"jsonrpc":"2\u002e0","id":1,"result":{}}`},
	{JSONRPCMissing, `S {"jsonrpc":"1.0","id":1,"result":{}}`, `"1.0"`, `S {"level":"info"}`},
	{MessageShape, `S {"jsonrpc":"2.0","id":1}`, `{`, `S {"jsonrpc":"2.0","id":1,"result":{}}`},
	{MessageShape, `S {"jsonrpc":"2.0","id":1,"method":"m","result":{}}`, `{}}`, `S {"jsonrpc":"2.0","id":1,"method":"m","params":{}}`},
	{MessageShape, `S {"jsonrpc":"2.0","id":1,"method":5}`, `5}`, `S {"jsonrpc":"2.0","id":1,"method":"5"}`},
	{MessageShape, `S [{"jsonrpc":"2.0","id":1,"result":{}},5]`, `5]`, `S [{"jsonrpc":"2.0","id":1,"result":{}}]`},
	{ResultAndError, `S {"jsonrpc":"2.0","id":1,"result":{},"error":{"code":-32603,"message":"x"}}`, `{"code"`, `S {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}`},
	{ResultAndError, `S {"jsonrpc":"2.0","id":1,"result":{},"error":null}`, `null}`, `S {"jsonrpc":"2.0","id":1,"result":{"error":null}}`},
	{IDNull, `C {"jsonrpc":"2.0","id":null,"method":"tools/list"}`, `null,`, `C {"jsonrpc":"2.0","id":0,"method":"tools/list"}`},
	{IDFloat, `C {"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`, `1.5`, `C {"jsonrpc":"2.0","id":"1.5","method":"tools/list"}`},
	{IDFloat, `S {"jsonrpc":"2.0","id":1e0,"result":{}}`, `1e0`, `S {"jsonrpc":"2.0","id":10,"result":{}}`},
	{IDBadType, `C {"jsonrpc":"2.0","id":true,"method":"ping"}`, `true`, `C {"jsonrpc":"2.0","id":"true","method":"ping"}`},
	{IDBadType, `S {"jsonrpc":"2.0","id":[1],"result":{}}`, `[1]`, `S {"jsonrpc":"2.0","id":null,"result":{}}`},
	{IDUnsafeInteger, `C {"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, `9007199254740993`, `C {"jsonrpc":"2.0","id":"9007199254740993","method":"ping"}`},
	{IDUnsafeInteger, `C {"jsonrpc":"2.0","id":-9007199254740992,"method":"ping"}`, `-9007199254740992`, `C {"jsonrpc":"2.0","id":-9007199254740991,"method":"ping"}`},
	{ResponseIDMissing, `S {"jsonrpc":"2.0","result":{}}`, `{`, `S {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}`},
	{ResponseIDMissing, `S {"jsonrpc":"2.0","id":null,"result":{}}`, `null`, `S {"jsonrpc":"2.0","id":0,"result":{}}`},
	{ErrorIDNull, `S {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`, `null`, `S {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}`},
	{ErrorShape, `S {"jsonrpc":"2.0","id":3,"error":"boom"}`, `"boom"`, `S {"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"boom"}}`},
	{ErrorShape, `S {"jsonrpc":"2.0","id":3,"error":{"message":"boom"}}`, `{"message"`, `S {"jsonrpc":"2.0","id":3,"error":{"code":0,"message":""}}`},
	{ErrorShape, `S {"jsonrpc":"2.0","id":3,"error":{"code":1}}`, `{"code"`, `S {"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"1"}}`},
	{ErrorShape, `S {"jsonrpc":"2.0","id":3,"error":{"code":1,"message":1}}`, `1}}`, `S {"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"1","data":1}}`},
	{ErrorCodeNotInteger, `S {"jsonrpc":"2.0","id":3,"error":{"code":"-32603","message":"x"}}`, `"-32603"`, `S {"jsonrpc":"2.0","id":3,"error":{"code":0,"message":"x"}}`},
	{ErrorCodeNotInteger, `S {"jsonrpc":"2.0","id":3,"error":{"code":1.0,"message":"x"}}`, `1.0`, `S {"jsonrpc":"2.0","id":3,"error":{"message":"x"}}`},
	{NotificationWithID, `C {"jsonrpc":"2.0","id":2,"method":"notifications/initialized"}`, `2,`, `C {"jsonrpc":"2.0","method":"notifications/initialized"}`},
	{ParamsNotObject, `C {"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}`, `[]`, `C {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`},
	{ParamsNotObject, `C {"jsonrpc":"2.0","method":"m","params":null}`, `null`, `C {"jsonrpc":"2.0","method":"m"}`},
	{ResultNotObject, `S {"jsonrpc":"2.0","id":1,"result":null}`, `null`, `S {"jsonrpc":"2.0","id":1,"result":{}}`},
	{ResultNotObject, `S [{"jsonrpc":"2.0","id":1,"result":[]}]`, `[]`, `S [{"jsonrpc":"2.0","id":1,"result":{"a":[]}}]`},
}

func TestEveryFindingHasItsTriggerAndItsNearMiss(t *testing.T) {
	for _, tc := range findingCases {
		if got := watch(t, tc.trigger).places(tc.id); len(got) != 1 || !strings.HasPrefix(got[0], tc.at) || tc.at == "" && got[0] != "" {
			t.Errorf("%s is found at %.50q, want %q, in %.120q", tc.id, got, tc.at, tc.trigger)
		}
		for _, f := range watch(t, tc.near).all() {
			if f.ID == tc.id {
				t.Errorf("%s is found in %.120q: %s", tc.id, tc.near, f.Message)
			}
		}
	}
}

func TestTheTableOfFindingsIsComplete(t *testing.T) {
	for _, r := range Rules() {
		if !slices.ContainsFunc(findingCases, func(tc struct {
			id      string
			trigger string
			at      string
			near    string
		},
		) bool {
			return tc.id == r.ID
		}) {
			t.Errorf("%s has no case", r.ID)
		}
		if r.Severity < Info || r.Severity > Fault || r.Rule == "" || r.Breaks == "" {
			t.Errorf("%s lacks something: %+v", r.ID, r)
		}
	}
}

func TestMessagesSayWhatWasSeenAndWhatItBreaks(t *testing.T) {
	for _, tc := range []struct {
		line string
		want []string
	}{
		{`S Listening`, []string{`not JSON: "L" at byte 0 begins no value: `, "TypeScript", "drop the line in silence"}},
		{`S {"jsonrpc":"2.0","id":2,"result":{"v":[-Infinity]}}`, []string{"-Infinity at byte 39", "Python", "id 2"}},
		{"S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":\"a \x97 b\"}}", []string{"byte 0x97 at 41", "Windows-1252", "'—'"}},
		{`S {"jsonrpc":"2.0","id":1,"result":{"t":"rrr{"jsonrpc":"2.0","method":"n"`, []string{"two messages mixed", "id 1"}},
		{`S INFO {"jsonrpc":"2.0","id":1,"result":{}}`, []string{"it holds a sound result in foreign text"}},
		{"S \x1b[31mred", []string{`"\x1b" at byte 0`}},
		{`S {"a":tru}`, []string{`"tru" at byte 5 is no value`}},
		{`S tracing on`, []string{`"tracing" at byte 0 is no value`}},
		{`S {"a" 1}`, []string{`"1" at byte 5, where a colon was expected`}},
		{`S {"a":01.5}`, []string{`the number "01.5" at byte 5 is malformed`}},
		{`S {"a":"\x"}`, []string{`the escape "\\x" at byte 6 is malformed`}},
		{`S {"a":"\u12G4"}`, []string{`the escape "\\u12G4" at byte 6`}},
		{"S {\"a\":\"\t\"}", []string{`the raw control character "\t" in a string, at byte 6`}},
		{`S 5 apples`, []string{`"a" at byte 2 stands behind a JSON value`}},
		{`S {"jsonrpc":"2.0","id":9007199254740992,"result":{}}`, []string{"9007199254740992, beyond 2^53-1, where a double no longer tells"}},
		{`S {"jsonrpc":"2.0","id":1.0,"result":{}}`, []string{"TypeScript takes 1.0 for 1"}},
		{`S {"jsonrpc":"2.0","id":1,"result":{}} and more than thirty-two bytes`, []string{`"and more than thirty-two bytes" stands behind`}},
		{`S {"jsonrpc":"2.0","id":1,"result":["short"]}`, []string{`the result is ["short"]:`}},
		{`S {"jsonrpc":"2.0","id":1,"result":["` + strings.Repeat("long", 20) + `"]}`, []string{`the result is ["longlonglonglonglonglonglonglo…:`}},
		{"S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[\"é\"]}", []string{`the result is "[\"\u00e9\"]":`}},
		{`S {"jsonrpc":"2.0","id":1,"result":{}}x{"jsonrpc":"2.0","id":2,"result":{}}`, []string{`"x{\"jsonrpc\"`}},
		{"S {\x00\"\x00a\x00\"\x00:\x001\x00}\x00", []string{"UTF-16", "little endian"}},
		{`S {"a":`, []string{"ends in the middle of a JSON value", "after 5 bytes"}},
		{`S {"jsonrpc":"2.0","id":1,"result":{},"error":null}`, []string{"null", "the result counts"}},
		{`S {"jsonrpc":"2.0","id":1,"result":{"a":{"k":1,"k":2},"b":{"l":1,"l":2}}}`, []string{`"k"`, "byte 45", "1 more", "last member, as here"}},
	} {
		var all []string
		for _, f := range watch(t, tc.line).all() {
			all = append(all, f.Message)
		}
		for _, want := range tc.want {
			if got := strings.Join(all, "\n"); !strings.Contains(got, want) {
				t.Errorf("%q lacks %q:\n%s", tc.line, want, got)
			}
		}
	}
}

func TestMessagesSayNothingThatIsNotTrue(t *testing.T) {
	result := func(x string) string { return "S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":\"" + x + "\"}}" }
	for _, tc := range []struct{ line, not string }{
		{`S {"a":-NaN}`, "Python"}, // it writes -NaN as NaN
		{result("\x81"), "Windows-1252"},
		{result("\xe2\x82 or so"), "Windows-1252"},
		{"S \xc3", "Windows-1252"},
		{"S \xff\xfe" + utf16le(`{"a":"b"}`), "Windows-1252"},
		{`S {"a":tru}`, "begins no value"}, // true does
		{`S {"jsonrpc":"2.0","id":9007199254740992,"result":{}}`, "more than a double can hold"},
		{`S x {"jsonrpc":"2.0","id":1,"result":{}} {"jsonrpc":"2.0","id":1,"result":{}}`, "mixed"}, // both are whole
		{`S x` + strings.Repeat(` {"jsonrpc":"2.0","id":1,"result":{}}`, 2*maxInner), "mixed"},
	} {
		for _, f := range watch(t, tc.line).all() {
			if strings.Contains(f.Message, tc.not) {
				t.Errorf("%q: %s", tc.line, f.Message)
			}
		}
	}
}

func TestAHintIsGivenOnce(t *testing.T) {
	f := watch(t, `S x {"jsonrpc":"2.0","id":1,"result":{}} {"jsonrpc":"2.0","id":2,"result":{}}`).all()[0]
	if n := strings.Count(f.Message, "sound result"); n != 1 {
		t.Errorf("%d times: %s", n, f.Message)
	}
}

func TestBadBytesAreNamed(t *testing.T) {
	for line, want := range map[string]string{
		"caf\xe9!":         "byte 0xE9 at 3 is not UTF-8 (in Windows-1252 it is 'é')",
		"caf\x81":          "byte 0x81 at 3 is not UTF-8",
		"caf\x80":          "byte 0x80 at 3 is not UTF-8 (in Windows-1252 it is '€')",
		"caf\x9f":          "byte 0x9F at 3 is not UTF-8 (in Windows-1252 it is 'Ÿ')",
		"caf\xff":          "byte 0xFF at 3 is not UTF-8 (in Windows-1252 it is 'ÿ')",
		"5 \xe2\x82, that": "byte 0xE2 at 2 is not UTF-8 (the character that begins here is cut short)",
		"5 \xf0\x9f\x98":   "byte 0xF0 at 2 is not UTF-8 (the character that begins here is cut short)",
		"\xff\xfea\x00":    "byte 0xFF at 0 is not UTF-8 (it begins the byte order mark of UTF-16)",
		"\xfe\xff\x00a":    "byte 0xFE at 0 is not UTF-8 (it begins the byte order mark of UTF-16)",
	} {
		if got := badByte([]byte(line), invalidUTF8(Line{Bytes: []byte(line)})); got != want {
			t.Errorf("%q: %s; want %s", line, got, want)
		}
	}
}

func TestSeveritiesHaveTheNamesOfTheFormat(t *testing.T) {
	if got := fmt.Sprint(Info, Warn, Fault); got != "info warn error" {
		t.Error(got)
	}
}

func TestABatchOfBadElementsIsCutShort(t *testing.T) {
	bad := strings.Repeat(`{"id":1,"result":{}},`, 1000)
	got := watch(t, `S [`+bad+`{"jsonrpc":"2.0","id":1,"result":{}}]`).all()
	if len(got) != maxBatchFindings || !strings.HasPrefix(got[5].Message, "element 6 of the batch: ") {
		t.Errorf("%d findings, the sixth %q", len(got), got[5].Message)
	}
}
