package framing

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// report gives one row a line: the kind, what is wrong, what else was recognised.
func (w *watcher) report(dir Dir) string {
	var rows []string
	for _, line := range w.streams[dir] {
		row := line.o.Message.Kind.String()
		if ids := line.ids(); ids != nil {
			row += " " + strings.Join(ids, ",")
		}
		if line.o.Misframed {
			row += " misframed"
		}
		for _, f := range line.inner {
			row += fmt.Sprintf(" [%v %s %v]", f.Message.Kind, f.Message.ID.Of(f.Text), f.How)
			if f.Back > 0 {
				row += fmt.Sprintf("-%d", f.Back)
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "\n")
}

const initialize = `C {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`

// What servers were reported to do to their clients, and what becomes of it here.
func TestWhatServersWrite(t *testing.T) {
	mixed := func() string {
		a := `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"` + strings.Repeat("r", 6000) + `"}]}}`
		b := `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"` + strings.Repeat("n", 6000) + `"}}`
		return a[:4096] + b[:4096] + a[4096:] + "⏎S " + b[4096:]
	}
	for _, tc := range []struct{ name, session, want string }{
		{
			"a banner, then a message", `S Demo Files MCP server 🚀⏎S {"jsonrpc":"2.0","id":1,"result":{}}`,
			"invalid stdout-not-json\nresult",
		},
		{
			"a shell's greeting", "S \x1b]0;demo\x07\x1b[1mWelcome\x1b[0m",
			"invalid stdout-not-json",
		},
		{
			"two writers that mix", `S ` + mixed() + `⏎S {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"sound again"}}`,
			"invalid stdout-not-json [result 2 guessed]\ninvalid stdout-not-json\nnotification",
		},
		{
			"one message whole inside another", `S {"jsonrpc":"2.0","id":2,"result":{"text":"rr{"jsonrpc":"2.0","id":3,"result":{}}rr"}}`,
			"invalid stdout-not-json [result 3 in foreign text]",
		},
		{
			"indented messages", "S {⏎S   \"jsonrpc\": \"2.0\",⏎S   \"id\": 1,⏎S   \"result\": {⏎S     \"tools\": [⏎S       {}⏎S     ]⏎S   }⏎S }⏎S {⏎S \"jsonrpc\":\"2.0\",⏎S ⏎S \"method\":\"m\"}⏎S {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}",
			"invalid message-multiline\ninvalid\ninvalid\ninvalid\ninvalid\nforeign\ninvalid\ninvalid\ninvalid [result 1 over several lines]-8\n" +
				"invalid message-multiline\ninvalid\nblank\ninvalid [notification  over several lines]-3\nresult",
		},
		{
			"indented JSON that is no message", "S {⏎S \"level\": \"info\"⏎S }",
			"invalid stdout-json-not-message\ninvalid\ninvalid",
		},
		{
			"an indented message that is not UTF-8", "S {⏎S \"jsonrpc\":\"2.0\",⏎S \"id\":1,⏎S \"result\":\"caf\xe9\"}",
			"invalid message-multiline,result-not-object,line-invalid-utf8\ninvalid\ninvalid\ninvalid [result 1 over several lines]-3",
		},
		{
			"indented messages behind a byte order mark", "S \xEF\xBB\xBF{⏎S \"jsonrpc\":\"2.0\",⏎S \"id\":1,\"result\":{}}",
			"invalid message-multiline,line-bom\ninvalid\ninvalid [result 1 over several lines]-2",
		},
		{
			"indented messages with CRLF", "S {\r⏎S \"jsonrpc\":\"2.0\",\r⏎S \"id\":1,\"result\":{}\r⏎S }\r",
			"invalid message-multiline,line-crlf\ninvalid\ninvalid\ninvalid [result 1 over several lines]-3",
		},
		{
			"indented messages that share a line", "S {⏎S \"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}⏎S }{⏎S \"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}⏎S } {⏎S \"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}⏎S }",
			"invalid message-multiline\ninvalid\ninvalid line-trailing-data,message-multiline [result 1 over several lines]-2\n" +
				"invalid\ninvalid line-trailing-data,message-multiline [result 2 over several lines]-2\ninvalid\ninvalid [result 3 over several lines]-2",
		},
		{
			"the second of two that share a line is never completed", "S {⏎S \"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}{⏎S oops",
			"invalid message-multiline\ninvalid line-trailing-data [result 1 over several lines]-1\ninvalid stdout-not-json",
		},
		{
			"a message behind the end of an indented one", "S {⏎S \"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}",
			"invalid message-multiline\ninvalid line-trailing-data [result 1 over several lines]-1 [result 2 in foreign text]",
		},
		{
			"text behind an indented message", "S {⏎S \"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}⏎S } // done",
			"invalid message-multiline\ninvalid\ninvalid line-trailing-data [result 1 over several lines]-2",
		},
		{
			"text behind indented JSON that is no message", "S {⏎S \"level\":\"info\"⏎S } // done",
			"invalid stdout-not-json\ninvalid stdout-not-json\ninvalid stdout-not-json",
		},
		{
			"a logger before an indented message", "S INFO [x] -> {⏎S \"jsonrpc\":\"2.0\",⏎S \"id\":1,\"result\":{}⏎S }",
			"invalid message-multiline,stdout-not-json\ninvalid\ninvalid\ninvalid [result 1 over several lines]-3",
		},
		{
			"a logger before indented JSON that is no message", "S config: {⏎S \"a\":1⏎S }",
			"invalid stdout-not-json\ninvalid stdout-not-json\ninvalid stdout-not-json",
		},
		{
			"the source of a program", "S function main() {⏎S   return {}⏎S }",
			"invalid stdout-not-json\ninvalid stdout-not-json\ninvalid stdout-not-json",
		},
		{
			"a message in a log line that ends in a brace", "S INFO {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} {⏎S \"jsonrpc\":\"2.0\",\"method\":\"m\"}",
			"invalid stdout-not-json [result 1 in foreign text]\ninvalid stdout-not-json",
		},
		{
			"an indented batch", "S [⏎S {⏎S \"jsonrpc\":\"2.0\",\"method\":\"m\"⏎S }⏎S ]",
			"invalid message-multiline\ninvalid\ninvalid\ninvalid\ninvalid [batch  over several lines]-4",
		},
		{
			"a sound message that is not UTF-8 while a value is open", "S [⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":\"caf\xe9\"}}⏎S ]",
			"invalid stdout-not-json\nresult line-invalid-utf8\ninvalid stdout-not-json",
		},
		{
			"a beginning that nothing completes", "S {⏎S   \"jsonrpc\": \"2.0\",⏎S started⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
			"invalid stdout-not-json\ninvalid stdout-not-json\ninvalid stdout-not-json\nresult",
		},
		{
			"a sound message while a value is open", "S [⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}⏎S ]",
			"invalid stdout-not-json\nresult\ninvalid stdout-not-json",
		},
		{
			"a beginning, then another that is completed", "S {⏎S {⏎S \"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
			"invalid stdout-not-json\ninvalid message-multiline\ninvalid [result 1 over several lines]-1",
		},
		{
			"one beginning after the other", "S {\"jsonrpc\":\"2.0\",\"id\":7,⏎S {\"jsonrpc\":\"2.0\",\"id\":8,⏎S \"result\":{}}",
			"invalid stdout-not-json [foreign 7 guessed]\ninvalid message-multiline\ninvalid [result 8 over several lines]-1",
		},
		{
			"a beginning at the end of the stream", "S {\"jsonrpc\":\"2.0\",\"id\":7,",
			"invalid stdout-not-json [foreign 7 guessed]",
		},
		{
			"killed in the middle of a message", `S {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"te∎`,
			"invalid line-unterminated-eof,stdout-not-json [result 2 guessed]",
		},
		{
			"CRLF", "S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r",
			"result line-crlf",
		},
		{
			"a byte order mark", "S \xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}⏎S {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}",
			"result line-bom\nresult",
		},
		{
			"a code page", "S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"instructions\":\"Files \x97 read\"}}",
			"result line-invalid-utf8",
		},
		{
			"other separators", "S page one\fpage two\vend⏎S {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"t\":\"a\u2028b\u2029c\u0085d\"}}",
			"invalid stdout-not-json\nresult",
		},
		{
			"blank lines", "S ⏎S    ⏎S \r⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
			"blank line-blank\nblank line-blank\nblank line-blank,line-crlf\nresult",
		},
		{
			"NaN, with the id behind it too", `S {"jsonrpc":"2.0","id":2,"result":{"v":NaN}}⏎S {"result":{"v":[Infinity]},"jsonrpc":"2.0","id":"x"}`,
			"invalid stdout-not-json [result 2 guessed]\ninvalid stdout-not-json [result \"x\" guessed]",
		},
		{
			"an id deeper in a broken line", `S {"result":{"id":5,"v":NaN},"id":2}⏎S {"result":{"id":5,"v":NaN}}`,
			"invalid stdout-not-json [result 2 guessed]\ninvalid stdout-not-json",
		},
		{
			"an id behind text that has spoilt the quotes", `S {"result":{"t":"a"b"},"jsonrpc":"2.0","id":4}⏎S {"result":{"t":"a"b"},"id":4,"jsonrpc":"2.0"}⏎S {"result":{"t":"a"b"},"id":4}`,
			"invalid stdout-not-json [result 4 guessed]\ninvalid stdout-not-json [result 4 guessed]\ninvalid stdout-not-json",
		},
		{
			"two messages on a line", `S {"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}`,
			"result line-trailing-data misframed [result 2 in foreign text]",
		},
		{
			"a message in a log line", `S 10:00 INFO -> {"jsonrpc":"2.0","id":3,"result":{"a":"}{"}} (3 ms)`,
			"invalid stdout-not-json [result 3 in foreign text]",
		},
		{
			"a log line with an object that is none", `S INFO {"id":3,"result":{}} and {"level":1}`,
			"invalid stdout-not-json",
		},
		{
			"UTF-16", "S \xff\xfe" + utf16le(`{"jsonrpc":"2.0","id":1,"result":{}}`) + "⏎S \x00" + utf16le(`{"jsonrpc":"2.0","id":2,"result":{}}`),
			"invalid line-invalid-utf8,stdout-not-json [result 1 in UTF-16]\ninvalid stdout-not-json [result 2 in UTF-16]",
		},
		{
			"mixes of result and error", `S {"jsonrpc":"2.0","id":2,"result":{},"error":null}⏎S {"jsonrpc":"2.0","id":3,"result":null,"error":{"code":1,"message":"m"}}⏎S {"jsonrpc":"2.0","id":4,"result":{},"error":{"code":1,"message":"m"}}⏎S {"jsonrpc":"2.0","id":5}⏎S {"jsonrpc":"2.0","id":6,"result":null}`,
			"result result-and-error\nerror result-and-error\nerror result-and-error\nforeign message-shape\nresult result-not-object",
		},
		{
			"a wrong envelope", `S {"id":1,"result":{}}⏎S {"jsonrpc":"1.0","id":2,"result":{}}⏎S {"jsonrpc":2.0,"id":3,"result":{}}`,
			"result jsonrpc-missing\nresult jsonrpc-missing\nresult jsonrpc-missing",
		},
		{
			"equal members", `S {"z":0,"jsonrpc":"2.0","id":2,"y":0,"result":{"x":1,"content":[{"type":"text","text":"first","text":"second"}],"a":{"k":1,"k":2}}}`,
			"result json-duplicate-key",
		},
		{
			"batches", `S []⏎S [{"jsonrpc":"2.0","method":"m"},{"jsonrpc":"2.0","id":2,"result":{}}]⏎S [{"jsonrpc":"2.0","id":3,"result":{}},7]`,
			"batch\nbatch\nbatch message-shape",
		},
		{
			"numbers of every kind", `S {"jsonrpc":"2.0","id":2,"result":{"a":9007199254740993,"b":18446744073709551615,"c":1.50,"d":1E400,"e":-0.0}}`,
			"result",
		},
		{
			"lone surrogates and NUL", `S {"jsonrpc":"2.0","id":2,"result":{"t":"cut \ud83d here, \ude00, \ud83d\ude00, \u0000"}}`,
			"result",
		},
		{
			"ids of other types", `S {"jsonrpc":"2.0","id":"0","result":{}}⏎S {"jsonrpc":"2.0","id":1.0,"result":{}}⏎S {"jsonrpc":"2.0","id":null,"result":{}}⏎S {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}`,
			"result\nresult id-float\nresult response-id-missing\nerror error-id-null",
		},
	} {
		if got := watch(t, tc.session).report(ServerToClient); got != tc.want {
			t.Errorf("%s:\n%s\nwant:\n%s", tc.name, got, tc.want)
		}
	}
}

func utf16le(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.WriteByte(c)
		b.WriteByte(0)
	}
	return b.String()
}

func TestUTF16IsToldFromTextWithNUL(t *testing.T) {
	big := func(text string) string { return "\x00" + strings.TrimSuffix(utf16le(text), "\x00") }
	for _, tc := range []struct{ line, text, order string }{
		{utf16le(`{"a":"b"}`), `{"a":"b"}`, "little"},
		{"\x00" + utf16le(`{"a":"b"}`), `{"a":"b"}`, "little"}, // behind the first line
		{"\xff\xfe" + utf16le("text\r"), "text", "little"},
		{big(`{"a":"b"}`), `{"a":"b"}`, "big"},
		{"\xfe\xff" + big("text") + "\x00", "text", "big"}, // the first half of the line end
		{utf16le(`{"a":"`) + "\x3d\xd8\x00\xde" + utf16le(`......................"}`), `{"a":"😀......................"}`, "little"},
		{utf16le(`{"a"`) + "\x00\x01\x00\x02" + utf16le("1234567890"), `{"a"ĀȀ1234567890`, "little"}, // 14 of 16: seven in eight
		{utf16le(`{"a"`) + "\x00\x01\x00\x02" + utf16le("123456789"), "", ""},                        // 13 of 15
		{utf16le("abcd"), "abcd", "little"},
		{utf16le("abc"), "", ""}, // too little to tell
		{"plain text", "", ""},
		{"a\x00b\x00c and so on", "", ""},
		{"\x00\x00\x00\x00\x00\x00\x00\x00", "", ""},
		{"\x00", "", ""},
	} {
		if text, order, ok := utf16Text([]byte(tc.line)); string(text) != tc.text || order != tc.order || ok != (tc.order != "") {
			t.Errorf("%q is %q, %s endian, %v", tc.line, text, order, ok)
		}
	}
}

func TestContentLengthFraming(t *testing.T) {
	body := func(id int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, id) } // 36 bytes
	for _, tc := range []struct{ name, session, want string }{
		{
			"bodies without line ends", "S Content-Length: 36\r⏎S \r⏎S " + body(1) + "Content-Length: 36\r⏎S \r⏎S " + body(2) + "∎",
			"invalid lsp-content-length\nblank\nresult lsp-content-length misframed\nblank\nresult line-unterminated-eof misframed",
		},
		{
			"a body with a line end, two headers", "S Content-Length: 36⏎S Content-Type: x⏎S ⏎S " + body(1) + "⏎S " + body(2),
			"invalid lsp-content-length\ninvalid lsp-content-length\nblank\nresult misframed\nresult",
		},
		{
			"a body on two lines", "S Content-Length: 37\r⏎S \r⏎S {\"jsonrpc\":\"2.0\",\"id\":1,⏎S \"result\":{}}Content-Length: 5\r",
			"invalid lsp-content-length\nblank\ninvalid\ninvalid lsp-content-length [result 1 under a Content-Length header]-1",
		},
		{
			"a length that counts the line end", "S Content-Length: 38⏎S ⏎S {\"jsonrpc\":\"2.0\",\"id\":1,⏎S \"result\":{}}⏎S " + body(2),
			"invalid lsp-content-length\nblank\ninvalid\ninvalid [result 1 under a Content-Length header]-1\nresult",
		},
		{
			"a length that is wrong", "S Content-Length: 99\r⏎S \r⏎S " + body(1) + "⏎S " + body(2),
			"invalid lsp-content-length\nblank\nresult misframed\nresult",
		},
		{
			"a length that counts characters", "S Content-Length: 41⏎S ⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"éèê\"}Content-Length: 36⏎S ⏎S " + body(2),
			"invalid lsp-content-length\nblank\nresult result-not-object,lsp-content-length misframed\nblank\nresult misframed",
		},
		{
			"a length that counts characters of a body on lines", "S Content-Length: 44⏎S ⏎S {\"jsonrpc\":\"2.0\",⏎S \"id\":1,⏎S \"result\":{\"x\":\"éèêéèê\"⏎S }}Content-Length: 36⏎S ⏎S " + body(2),
			"invalid lsp-content-length\nblank\ninvalid\ninvalid\ninvalid\ninvalid lsp-content-length [result 1 under a Content-Length header]-3\nblank\nresult misframed",
		},
		{
			"a body on lines that is not UTF-8", "S Content-Length: 44\r⏎S \r⏎S {\r⏎S \"jsonrpc\":\"2.0\",⏎S \"id\":1,\"result\":{\"x\":\"caf\xe9\"}⏎S }",
			"invalid lsp-content-length\nblank\ninvalid line-invalid-utf8\ninvalid\ninvalid\ninvalid [result 1 under a Content-Length header]-3",
		},
		{
			"a body that is not UTF-8", "S Content-Length: 40\r⏎S \r⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"\xe9\":1}}",
			"invalid lsp-content-length\nblank\nresult line-invalid-utf8 misframed",
		},
		{
			"a length that a negative one takes back", "S Content-Length: 36⏎S Content-Length: -1⏎S ⏎S " + body(1),
			"invalid lsp-content-length\ninvalid lsp-content-length\nblank line-blank\nresult",
		},
		{
			"JSON that is no message under a header", "S Content-Length: 8⏎S ⏎S {\"a\":⏎S 1}Content-Length: 36⏎S ⏎S " + body(1),
			"invalid lsp-content-length\nblank\ninvalid stdout-json-not-message\ninvalid lsp-content-length\nblank\nresult misframed",
		},
		{
			"a blank line that ends no header", "S Content-Length: 36⏎S hello⏎S ⏎S " + body(1),
			"invalid lsp-content-length\ninvalid stdout-not-json\nblank line-blank\nresult",
		},
		{
			"a negative length", "S Content-Length: -36\r⏎S \r⏎S " + body(1),
			"invalid lsp-content-length\nblank line-blank,line-crlf\nresult",
		},
		{
			"a length that is too small", "S Content-Length: 9\r⏎S \r⏎S " + body(1),
			"invalid lsp-content-length\nblank\nresult misframed",
		},
		{
			"a body that is none", "S Content-Length: 20\r⏎S \r⏎S hello⏎S to the world and more⏎S " + body(2),
			"invalid lsp-content-length\nblank\ninvalid stdout-not-json\ninvalid stdout-not-json\nresult",
		},
		{
			"the stream ends in the body", "S Content-Length: 200\r⏎S \r⏎S {\"jsonrpc\":\"2.0\",",
			"invalid lsp-content-length\nblank\ninvalid stdout-not-json",
		},
		{
			"a header without a blank line", "S Content-Length: 36\r⏎S " + body(1),
			"invalid lsp-content-length\nresult",
		},
		{
			"a header that cannot be read", "S Content-Length: many\r⏎S \r⏎S " + body(1),
			"invalid lsp-content-length\nblank line-blank,line-crlf\nresult",
		},
	} {
		if got := watch(t, tc.session).report(ServerToClient); got != tc.want {
			t.Errorf("%s:\n%s\nwant:\n%s", tc.name, got, tc.want)
		}
	}
}

func TestABodyUnderAHeaderIsRecognisedBeforeItsLineEnds(t *testing.T) {
	w := watch(t, "S {}")
	w.lens = NewLens()
	for _, text := range []string{"Content-Length: 36", ""} {
		w.lens.Observe(ServerToClient, Line{Bytes: []byte(text), EOL: CRLF, Size: int64(len(text))})
	}
	body := []byte(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	for _, size := range []int{10, 36, 36} { // shown twice: nothing is remembered of it
		o := w.lens.Observe(ServerToClient, Line{Bytes: body[:size], EOL: None, Size: int64(size), Provisional: true})
		if whole := size == 36; o.Misframed != whole || (o.Message.Kind == Result) != whole || o.Findings != nil || o.Held {
			t.Errorf("%d bytes: %v, misframed %v, %v", size, o.Message.Kind, o.Misframed, o.Findings)
		}
	}
}

func TestEchoes(t *testing.T) {
	const ping, done = `{"jsonrpc":"2.0","id":2,"method":"ping"}`, `{"jsonrpc":"2.0","id":2,"result":{}}`
	const notified = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	const cancel = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
	const call = `C {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a"}}`
	echo, back := strings.Replace(initialize, "C ", "S ", 1), strings.Replace(call, "C ", "S ", 1)
	with := func(params string) string { return strings.Replace(ping, "}", `,"params":`+params+"}", 1) }
	for _, tc := range []struct{ name, session, want string }{
		{"the server is cat", initialize + "⏎" + echo + "⏎" + call + "⏎C hello⏎C {⏎" + back + "⏎S hello⏎S {", "echo\necho\necho\necho"},
		{"the server is cat, and little was sent yet", initialize + "⏎" + echo + "⏎C " + ping + "⏎S " + ping, "echo\nrequest"},
		{"a terminal echoes, with CR", initialize + "⏎" + echo + "\r⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r⏎C " + notified + "⏎S " + notified + "\r⏎" + call + "⏎" + back + "\r⏎C " + ping + "⏎S " + ping + "\r⏎S " + done + "\r", "echo line-crlf\nresult line-crlf\nnotification line-crlf\necho line-crlf\necho line-crlf\nresult line-crlf"},
		{"one request comes back", initialize + "⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}⏎C {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\",\"params\":{\"a\":1}}⏎S {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\",\"params\":{\"a\":1}}", "result\necho"},
		{"both sides ping with empty params", initialize + "⏎C " + with("{}") + "⏎S " + with("{}"), "request"},
		{"both sides ping with the same progress token", initialize + "⏎C " + with(`{"_meta":{"progressToken":2}}`) + "⏎S " + with(`{"_meta":{"progressToken":2}}`), "request"},
		{"a request that says more than a progress token", initialize + "⏎C " + with(`{"_meta":{"progressToken":2,"x":1}}`) + "⏎S " + with(`{"_meta":{"progressToken":2,"x":1}}`), "echo"},
		{"the first line is a ping, the server pings", "C " + ping + "⏎S " + ping + "⏎C " + done + "⏎S " + done, "request\nresult"},
		{"a server that showed one request and then pings in step", initialize + "⏎" + echo + "⏎C " + ping + "⏎S " + ping + "⏎C " + done + "⏎S " + done + "⏎C " + ping + "⏎S " + ping, "echo\nrequest\nresult\nrequest"},
		{"a server that shows the calls it gets and pings in step", initialize + "⏎" + call + "⏎" + back + "⏎" + call + "⏎" + back + "⏎C " + ping + "⏎S " + ping, "echo\necho\nrequest"},
		{"both sides write a brace", "C {⏎S {⏎S \"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "invalid message-multiline\ninvalid [result 1 over several lines]-1"},
		{"both sides cancel", "C " + cancel + "⏎S " + cancel, "notification"},
		{"a call that was sent long ago", call + strings.Repeat("⏎C "+ping, echoSearch-1) + "⏎" + back + "⏎C " + ping + "⏎" + back, "echo\nrequest"},
		{"a call that was sent longer ago", "C {}⏎" + call + strings.Repeat("⏎C "+ping, echoSearch) + "⏎" + back, "request"},
		{"both sides ping", initialize + "⏎C " + ping + "⏎S " + ping, "request"},
		{"both sides answer", initialize + "⏎C " + done + "⏎S " + done, "result"},
		{"other params", initialize + "⏎S {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}", "request"},
		{"blank lines", "C ⏎S ⏎" + initialize, "blank line-blank"},
	} {
		if got := watch(t, tc.session).report(ServerToClient); got != tc.want {
			t.Errorf("%s:\n%s\nwant:\n%s", tc.name, got, tc.want)
		}
	}
}

func TestNoMoreLinesAreRememberedThanTheRingHolds(t *testing.T) {
	var e echoes
	line := func(n int) Line { return Line{Bytes: fmt.Appendf(nil, `{"a":%05d}`, n)} }
	for n := range echoMemory + 1 {
		e.send(line(n))
	}
	// The last one stands where the first stood, whose turn it would be.
	if e.receive(line(echoMemory), new(Message)); e.turn != 0 {
		t.Error("a line is taken for one that is forgotten")
	}
}

func TestALineOfWhichTheEndIsMissingIsNoEcho(t *testing.T) {
	head := []byte(`{"jsonrpc":"2.0","id":3,"method":"m","params":{"a":1}}`)
	whole, cut := Line{Bytes: head, Size: int64(len(head))}, Line{Bytes: head, Size: 1000, Cut: true}
	for _, pair := range [][2]Line{{cut, whole}, {whole, cut}, {cut, cut}} {
		l := NewLens()
		l.Observe(ClientToServer, pair[0])
		if o := l.Observe(ServerToClient, pair[1]); o.Message.Kind != Request {
			t.Errorf("cut %v, then cut %v: %v", pair[0].Cut, pair[1].Cut, o.Message.Kind)
		}
	}
}

func TestTheClientsLinesAreJudgedToo(t *testing.T) {
	got := watch(t, "C {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}\r⏎C ⏎C {\"b\":1.0,\"a\":9007199254740993}⏎C \xff no newline∎").report(ClientToServer)
	want := "request line-crlf\nblank line-blank\nforeign stdin-not-json\ninvalid line-unterminated-eof,line-invalid-utf8,stdin-not-json"
	if got != want {
		t.Errorf("%s\nwant:\n%s", got, want)
	}
}

func TestACutLineIsNotCalledBroken(t *testing.T) {
	text := []byte(`{"jsonrpc":"2.0","id":2,"result":{"a":"` + strings.Repeat("x", 100) + `","b":[true,12345,"x"]}}`)
	for size := 30; size < len(text); size++ {
		o := NewLens().Observe(ServerToClient, Line{Bytes: text[:size], Size: 1000, Cut: true})
		if o.Findings != nil || o.Held || len(o.Inner) != 1 || string(o.Inner[0].Message.ID.Of(o.Inner[0].Text)) != "2" {
			t.Fatalf("cut at %d: %v, %v, held %v", size, o.Findings, o.Inner, o.Held)
		}
	}
	if o := NewLens().Observe(ServerToClient, Line{Bytes: []byte("{\"a\":\"caf\xc3"), Size: 1000, Cut: true}); o.Findings != nil {
		t.Errorf("a character that was cut: %v", o.Findings)
	}
	o := NewLens().Observe(ServerToClient, Line{Bytes: []byte("plain text"), Size: 1000, Cut: true})
	if len(o.Findings) != 1 || o.Findings[0].ID != StdoutNotJSON {
		t.Errorf("text that was cut: %v", o.Findings)
	}
}

func TestACutLineIsNeverValid(t *testing.T) {
	// What stands behind a head that happens to be whole is not known.
	head := `{"jsonrpc":"2.0","id":2,"result":{}}`
	o := NewLens().Observe(ServerToClient, Line{Bytes: []byte(head), Size: 1000, Cut: true})
	if m := o.Message; m.Valid || m.Kind != Result || m.Fault != (ScanFault{len(head), UnexpectedEnd}) {
		t.Errorf("%v, valid %v, %v", m.Kind, m.Valid, m.Fault)
	}
}

func TestACutLineCompletesNothing(t *testing.T) {
	w := &watcher{lens: NewLens()}
	w.observe(ServerToClient, Line{Bytes: []byte(`{`), Size: 1})
	w.observe(ServerToClient, Line{Bytes: []byte(`"jsonrpc":"2.0","id":1,"result":{}}`), Size: 1000, Cut: true})
	if got, want := w.report(ServerToClient), "invalid stdout-not-json\ninvalid stdout-not-json"; !strings.HasPrefix(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestAfterTheEndOfAStreamNothingIsLeftOver(t *testing.T) {
	for name, before := range map[string][]string{"an open value": {"{"}, "a header": {"Content-Length: 36"}, "an open body": {"Content-Length: 36", ""}} {
		w := &watcher{lens: NewLens()}
		for _, text := range before {
			w.observe(ServerToClient, Line{Bytes: []byte(text), Size: int64(len(text))})
		}
		w.note(ServerToClient, w.lens.End(ServerToClient))
		w.streams[ServerToClient] = nil
		for _, text := range []string{"", `{"jsonrpc":"2.0","id":1,"result":{}}`, "}"} {
			w.observe(ServerToClient, Line{Bytes: []byte(text), Size: int64(len(text))})
		}
		if got, want := w.report(ServerToClient), "blank line-blank\nresult\ninvalid stdout-not-json"; got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, want)
		}
	}
}

func TestMuchTextIsNotKeptForLong(t *testing.T) {
	w := &watcher{lens: NewLens()}
	part := strings.Repeat(" ", maxHeldBytes/4)
	for _, text := range []string{"[" + part, part, "1]", `{"level":` + part, "oops"} {
		w.observe(ServerToClient, Line{Bytes: []byte(text), Size: int64(len(text))})
		if open := &w.lens.streams[ServerToClient].open; !open.holds() && cap(open.text) > maxHeldBytes/16 {
			t.Errorf("%d bytes are kept for nothing", cap(open.text))
		}
	}
}

func TestNoMoreThanSomeMessagesAreRecognisedInALine(t *testing.T) {
	w := watch(t, "S x"+strings.Repeat(` {"jsonrpc":"2.0","id":1,"result":{}}`, 3*maxInner))
	if n := len(w.streams[ServerToClient][0].inner); n != maxInner {
		t.Errorf("%d messages", n)
	}
}

func TestHeldLinesAreBounded(t *testing.T) {
	w := &watcher{lens: NewLens()}
	for _, text := range []string{strings.Repeat(" ", 1000) + "[", strings.Repeat(" ", 1000) + "1,"} {
		w.observe(ServerToClient, Line{Bytes: []byte(text), Size: int64(len(text))})
	}
	longest := 0
	for range 3 * maxHeldLines {
		w.observe(ServerToClient, Line{Bytes: []byte("1,"), Size: 2})
		longest = max(longest, len(w.lens.streams[ServerToClient].open.held))
	}
	if longest > maxHeldLines {
		t.Errorf("%d lines held", longest)
	}
	w.note(ServerToClient, w.lens.End(ServerToClient))
	for i, line := range w.streams[ServerToClient] {
		if got := strings.Join(line.ids(), ","); got != StdoutNotJSON {
			t.Fatalf("line %d: %q", i, got)
		}
	}
	big := bytes.Repeat([]byte(" "), maxHeldBytes)
	big[0] = '['
	if o := w.lens.Observe(ServerToClient, Line{Bytes: big, Size: maxHeldBytes}); o.Held {
		t.Error("a line is held that is larger than what may be")
	}
}

func TestWhatIsRecognisedIsWhatStoodThere(t *testing.T) {
	w := watch(t, "S {⏎S \"jsonrpc\":\"2.0\",⏎S \"id\":\"a\",\"result\":{\"isError\":true}}")
	f := w.streams[ServerToClient][2].inner[0]
	if got := string(f.Message.IsError.Of(f.Text)); got != "true" || string(f.Text) != "{\n\"jsonrpc\":\"2.0\",\n\"id\":\"a\",\"result\":{\"isError\":true}}" {
		t.Errorf("isError %s in %q", got, f.Text)
	}
}

func TestWhatIsGuessedLiesWithinTheLine(t *testing.T) {
	const whole = `{"jsonrpc":"2.0","id":7,"error":{"code":-1},"result":{"a":[1]},"method":"m"}`
	for size := range len(whole) {
		w := watch(t, "S "+whole[:size]+"∎")
		for _, f := range w.streams[ServerToClient][0].inner {
			for _, span := range []Span{f.Message.ID, f.Message.Method, f.Message.Result, f.Message.Error} {
				if span.End > size || span.Start > span.End {
					t.Errorf("%v in %q", span, whole[:size])
				}
			}
		}
	}
}

func TestACleanMessageCostsNoAllocation(t *testing.T) {
	l := NewLens()
	lines := []string{
		smallMessage,
		`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"echo","arguments":{}}}`,
		`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`,
		`{"id":1,"jsonrpc":"2.0","result":{"a":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}}`,
	}
	for _, text := range lines {
		line := Line{Bytes: []byte(text), Size: int64(len(text))}
		for _, dir := range []Dir{ClientToServer, ServerToClient} {
			if n := testing.AllocsPerRun(20, func() { l.Observe(dir, line) }); n != 0 {
				t.Errorf("%v %.60s: %v allocations", dir, text, n)
			}
		}
		l = NewLens()
	}
}

func TestEmbeddedTakesLinearTime(t *testing.T) {
	// Counted in bytes read, not in time: what a line may cost is its length times rereads.
	for _, bad := range []string{`{"a":`, `{"a{":`, `{"a":[`, `{ "`, `{"\"`, `{"a":"{`, `{`, `[{"a":1},`} {
		line := []byte("x" + strings.Repeat(bad, 200_000))
		for range Embedded(line) {
			t.Errorf("something is found in %q", bad)
		}
		sound := append([]byte(`x {"jsonrpc":"2.0","id":1,"result":{}} `), line...)
		n := 0
		for range Embedded(sound) {
			n++
		}
		if n != 1 {
			t.Errorf("%d messages before %q", n, bad)
		}
	}
}
