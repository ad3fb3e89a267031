package exports

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/history"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) {
	time.Local = time.UTC // reports tell local time
	os.Exit(m.Run())
}

type export func(io.Writer, *history.Journal, []int) error

var formats = map[string]export{"json": JSON, "md": Markdown, "mmd": Mermaid, "html": HTML}

func opened(t *testing.T, records string) *history.Journal {
	t.Helper()
	j, err := history.Read(strings.NewReader(records))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	if damage := j.Damage(); len(damage) > 0 {
		t.Fatal(damage)
	}
	return j
}

func sample(t *testing.T) *history.Journal {
	t.Helper()
	records, err := os.ReadFile("testdata/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, string(records))
}

func exported(t *testing.T, write export, j *history.Journal, positions []int) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out, j, positions); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update writes it anew); it is now:\n%s", path, got)
	}
}

func TestAWholeSession(t *testing.T) {
	for name, write := range formats {
		golden(t, "session."+name, exported(t, write, sample(t), nil))
	}
}

// TestOneExchange selects the request that killed the server, and a position that
// does not exist.
func TestOneExchange(t *testing.T) {
	for name, write := range formats {
		golden(t, "exchange."+name, exported(t, write, sample(t), []int{99, 7, -1, 7}))
	}
}

func TestAnAnswerBringsItsRequest(t *testing.T) {
	var got struct {
		Exchanges []struct {
			Request, Response struct{ Seq int }
		}
		Events []any
	}
	if err := json.Unmarshal([]byte(exported(t, JSON, sample(t), []int{2})), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Exchanges) != 1 || got.Exchanges[0].Request.Seq != 2 || got.Exchanges[0].Response.Seq != 3 || len(got.Events) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestNothingSelected(t *testing.T) {
	for name, write := range formats {
		if text := exported(t, write, sample(t), []int{}); strings.Contains(text, "tools/call") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// hostileTexts try to break out of where they are shown.
var hostileTexts = []string{
	"</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>",
	"```\n# heading\n````\n`````` |`| a \\| b | <b>",
	"a\nend\nNote over C: x;%%{init: {}}%% #59; wrap: C->>S: x",
	"end", "END", "wrap:x", "nowrap:", "%%", ";", "#", "\\", "`", "|", "",
	"\x1b]0;x\x07\x9b31m\u202e\u2066\u200b\u2028\ufeff\U000e0041",
	"@someone #1 https://evil.example www.evil.example [a](javascript:x) ![](//x)",
	"\u0301\"\u0301\\\u0301", "-->", "]]>", "<!--", "{{.}}", "&lt;&#60;", "' onload='x", "\x00\xff\xfe",
	strings.Repeat("`", 100), strings.Repeat("|", 100), strings.Repeat("#59;", 100),
}

// hostileHistory has a text wherever a peer can put one.
func hostileHistory(text string) string {
	quoted, _ := json.Marshal(text) // invalid UTF-8 becomes U+FFFD
	label, _ := json.Marshal(strings.ToValidUTF8(text, ""))
	var b strings.Builder
	fmt.Fprintf(&b, `{"stdioscope":1,"id":"x","time":"2026-11-30T10:00:00Z","mode":"inspect","label":%s,"command":[%s],"cwd":%s,"env":[],"version":"1"}`+"\n", label, label, label)
	seq := 0
	put := func(dir, rest string) {
		seq++
		fmt.Fprintf(&b, `{"seq":%d,"time":"2026-11-30T10:00:00.%09dZ","dir":%q,%s}`+"\n", seq, seq, dir, rest)
	}
	put("meta", fmt.Sprintf(`"event":"ready","protocol":%s,"era":%s,"server":%s`, label, label, label))
	put("c2s", fmt.Sprintf(`"msg":{"jsonrpc":"2.0","id":%s,"method":%s,"params":{"name":%s}}`, quoted, quoted, quoted))
	put("s2c", fmt.Sprintf(`"msg":{"jsonrpc":"2.0","id":%s,"result":{%s:%s}}`, quoted, quoted, quoted))
	put("c2s", fmt.Sprintf(`"msg":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%s}}`, quoted))
	put("s2c", fmt.Sprintf(`"msg":{"jsonrpc":"2.0","method":%s,"method":%s}`, quoted, quoted))
	encoded, _ := json.Marshal([]byte(text)) // base64
	put("s2c", `"b64":`+string(encoded))
	put("stderr", `"b64":`+string(encoded))
	put("meta", fmt.Sprintf(`"event":"note","text":%s`, label))
	put("meta", fmt.Sprintf(`"event":"exit","signal":%s,"after_ms":5`, label))
	return b.String()
}

func TestNothingHostileBreaksOut(t *testing.T) {
	for _, text := range hostileTexts {
		checkAll(t, opened(t, hostileHistory(text)))
	}
}

func FuzzEscaping(f *testing.F) {
	for _, text := range hostileTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkAll(t, opened(t, hostileHistory(text))) })
}

func checkAll(t *testing.T, j *history.Journal) {
	t.Helper()
	checkJSON(t, j, exported(t, JSON, j, nil))
	checkMarkdown(t, exported(t, Markdown, j, nil))
	checkMermaid(t, exported(t, Mermaid, j, nil))
	checkHTML(t, exported(t, HTML, j, nil))
}

// checkJSON checks that the export is JSON and holds every message byte for byte.
func checkJSON(t *testing.T, j *history.Journal, text string) {
	t.Helper()
	if !json.Valid([]byte(text)) {
		t.Fatalf("no JSON: %s", text)
	}
	for i := range j.Len() {
		line, err := j.Line(i)
		if err != nil {
			t.Fatal(err)
		}
		var m framing.Message
		if framing.Scan(line, &m); m.Valid && j.Event(i).Dir != framing.Meta && !strings.Contains(text, `"msg":`+string(line)+"}") {
			t.Fatalf("%s is not in %s", line, text)
		}
	}
}

// These are all the lines that a report consists of. A text of a peer stands only
// between backticks of which it holds none, or between code tags without markup.
const span = "(?:`[^`|\\\\\n]+`|<code>[^<>`|\\\\\\[\\]*_\n]*</code>|)"

var markdownLines = regexp.MustCompile(`^(?:` + strings.Join([]string{
	``, `# MCP session ` + span, `## (?:Exchanges|Messages|Stderr nearby)`, `- (?:command|directory|started|how|revision|server|ended|events|written by): ` + span,
	`\| # \| time \| \| method \| tool \| status \| latency \|`, `\|[-:|]+\|`,
	`\| \d+ \| [\d:.]+ \| [→←!·] \| ` + span + ` \| ` + span + ` \| [a-z-]* \| [^ |]* \|`,
	`[\d:.]+ \d+ · ` + span, `[\d:.]+`, `### Stderr, from \d+ on`,
	`### \d+ [→←] [a-z]+(?: ` + span + `){0,3}(?: [a-z-]+)?(?: [\d.a-zµ]+)?`,
	`Only the beginning of \d+ bytes\.`, `- \*\*(?:error|warn|info)\*\* ` + span + `: ` + span,
}, "|") + `)$`)

var fenceLine = regexp.MustCompile("^(`{3,})(json|text)$")

func checkMarkdown(t *testing.T, text string) {
	t.Helper()
	checkVisible(t, text)
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		opening := fenceLine.FindStringSubmatch(line)
		closing := strings.TrimSpace(line)
		switch {
		case fence != "" && len(closing) >= len(fence) && strings.Trim(closing, "`") == "":
			fence = ""
		case fence != "":
		case opening != nil:
			fence = opening[1]
		case !markdownLines.MatchString(line):
			t.Fatalf("the line %q broke out of %s", line, text)
		}
	}
	if fence != "" {
		t.Fatalf("a block is open in %s", text)
	}
}

var mermaidLines = regexp.MustCompile(`^(?:sequenceDiagram|    (?:participant [CS] as|Note (?:over C,S|right of S):|[CS](?:->>|-->>|-\)|-x)[CS]:) (?:[\p{L}\p{M}\p{N} ._/(),!…]|#\d+;)*)$`)

func checkMermaid(t *testing.T, text string) {
	t.Helper()
	checkVisible(t, text)
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); !mermaidLines.MatchString(line) || regexp.MustCompile(`(?i)\bend\b`).MatchString(line) {
			t.Fatalf("the line %q broke out of %s", line, text)
		}
	}
}

var tags = regexp.MustCompile(`<[^>]*>?`)

var ourTags = regexp.MustCompile(`^<(?:!DOCTYPE html|html lang="en"|meta [-\w=", ;:/+&#]*|/?(?:head|title|style|body|header|h1|bdi|dl|dt|dd|p|label|output|main|summary|time|pre|script|span|details)|/html|p id="filter" hidden|input type="search" [^<>]*|details class="[a-z -]*"|span class="[a-z ]+"|bdi class="title"|p class="finding (?:error|warn|info)")>$`)

func checkHTML(t *testing.T, text string) {
	t.Helper()
	checkVisible(t, text)
	text = strings.Replace(text, pageScript, "", 1)
	for _, tag := range tags.FindAllString(text, -1) {
		if !ourTags.MatchString(tag) {
			t.Fatalf("%q broke out of %s", tag, text)
		}
	}
	if n := strings.Count(text, "<script"); n != 1 {
		t.Fatalf("%d scripts", n)
	}
	if strings.Contains(text, " src=\"") || strings.Contains(text, " href=\"") {
		t.Fatal("the page loads something")
	}
}

// TestThePolicyAllowsThePage checks that what the page holds is what its policy allows.
func TestThePolicyAllowsThePage(t *testing.T) {
	page := html.UnescapeString(exported(t, HTML, sample(t), nil))
	for _, tag := range []string{"style", "script"} {
		_, rest, _ := strings.Cut(page, "<"+tag+">")
		text, _, _ := strings.Cut(rest, "</"+tag+">")
		if !strings.Contains(page, tag+"-src "+hashOf(text)) {
			t.Errorf("the policy does not allow the %s", tag)
		}
	}
}

// checkVisible says that a text holds nothing that commands a program or cannot be seen.
func checkVisible(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if shown := printable.Text([]byte(line)); shown != line {
			t.Fatalf("%q is shown as %q", line, shown)
		}
	}
}

func TestVisibleJSONMeansTheSame(t *testing.T) {
	for _, text := range hostileTexts {
		checkSameValue(t, text)
	}
}

func FuzzVisibleJSON(f *testing.F) {
	for _, text := range hostileTexts {
		f.Add(text)
	}
	f.Fuzz(checkSameValue)
}

func checkSameValue(t *testing.T, text string) {
	quoted := `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(text) + `"`
	var want, got any
	if json.Unmarshal([]byte(quoted), &want) != nil || !sound(quoted) {
		return
	}
	shown := visibleJSON([]byte(quoted))
	if err := json.Unmarshal(shown, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%q became %q: %v", quoted, shown, err)
	}
}

func sound(text string) bool {
	var m framing.Message
	framing.Scan([]byte(text), &m)
	return m.Valid
}

func TestADeepMessageIsNotSetOut(t *testing.T) {
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	if text, isJSON := body([]byte(deep)); text != deep || !isJSON {
		t.Errorf("%d bytes", len(text))
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, os.ErrInvalid }

func TestAWriterThatFails(t *testing.T) {
	for name, write := range formats {
		if err := write(fullDisk{}, sample(t), nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// about is a history with a header and a note for a test.
func about(t *testing.T, members, note string) *history.Journal {
	t.Helper()
	return opened(t, `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","label":"demo","command":["srv","password=hunter2"],"cwd":"/","env":[],`+members+`"version":"1"}
{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"meta","event":"note","text":"`+note+`"}
{"seq":2,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"ping"}}
{"seq":3,"time":"2026-11-30T10:11:12Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{}}}
`)
}

func TestARedactedHistorySaysSo(t *testing.T) {
	const said = "masks stand where secrets stood"
	for name, write := range map[string]export{"md": Markdown, "html": HTML} {
		if got := exported(t, write, about(t, `"redacted":true,`, "x"), nil); !strings.Contains(got, said) {
			t.Errorf("%s does not say so:\n%s", name, got)
		}
		if got := exported(t, write, about(t, "", "x"), nil); strings.Contains(got, said) {
			t.Errorf("%s says so of another", name)
		}
	}
}

func TestWhatIsVeiledIsVeiledInEveryExport(t *testing.T) {
	for name, write := range map[string]export{"md": Markdown, "mmd": Mermaid, "html": HTML} {
		j := about(t, "", "it is hunter2")
		j = j.Veiled(func(line []byte) []byte { return bytes.ReplaceAll(line, []byte("hunter2"), []byte("*******")) })
		if got := exported(t, write, j, nil); strings.Contains(got, "hunter2") {
			t.Errorf("%s tells it:\n%s", name, got)
		}
	}
}

func TestNoTimesAreMadeUp(t *testing.T) {
	for name, write := range formats {
		got := exported(t, write, about(t, `"untimed":true,`, "x"), nil)
		if strings.Contains(got, "latency_ms") || strings.Contains(got, "0s") || strings.Contains(got, `class="latency"`) {
			t.Errorf("%s tells a latency:\n%s", name, got)
		}
	}
}
