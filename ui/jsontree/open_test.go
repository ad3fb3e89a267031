package jsontree_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"stdioscope/ui/jsontree"
)

func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// opened gives the tree of a list of two strings, the first of them open, and its line.
func opened(t *testing.T, text string) (*jsontree.Tree, jsontree.ID) {
	t.Helper()
	tree := read("[" + quote(text) + `,"z"]`)
	id := must(tree.At(1)).ID
	if !tree.Open(id) {
		t.Fatalf("%.40q does not open", text)
	}
	return tree, id
}

func TestAStringOpensInPlace(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"lines of text", "one\n\ttwo\r\n\nfour", "..one\n..\ttwo\n..\n..four"},
		{"a line end at the end", "one\n", "..one"},
		{"one line with a quote", `say "x"`, `..say "x"`},
		{"an object", `{"a": [1, "x"]}`, "..{\n...\"a\":[\n....1,\n....\"x\"\n...]\n..}"},
		{"what only looks like JSON", "[1] and\n[2]", "..[1] and\n..[2]"},
		{"text in base64", base64.StdEncoding.EncodeToString([]byte("it is a longer text\nof two lines")), "..it is a longer text\n..of two lines"},
		{"JSON in base64", base64.URLEncoding.EncodeToString([]byte(`{"long enough":"to be sure"}`)), "..{\n...\"long enough\":\"to be sure\"\n..}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree, id := opened(t, c.text)
			expect(t, tree, "[\n."+quote(c.text)+",\n"+c.want+"\n.\"z\"\n]")
			tree.Fold(id)
			expect(t, tree, "[\n."+quote(c.text)+" (folded),\n.\"z\"\n]")
			tree.UnfoldAll()
			expect(t, tree, "[\n."+quote(c.text)+",\n"+c.want+"\n.\"z\"\n]")
			tree.FoldAll(0)
			tree.Toggle(must(tree.At(0)).ID)
			expect(t, tree, "[\n."+quote(c.text)+" (folded),\n.\"z\"\n]")
			if back, ok := tree.Close(id); !ok || back != id {
				t.Error("it does not close")
			}
			expect(t, tree, "[\n."+quote(c.text)+",\n.\"z\"\n]")
		})
	}
}

func TestStringsInOpenedStringsOpen(t *testing.T) {
	innermost := `{"deep":[true]}`
	inner := `{"text":` + quote(innermost) + `,"n":"a\nb"}`
	tree, id := opened(t, inner)
	text := must(tree.At(3)).ID
	if !tree.Open(must(tree.At(4)).ID) || !tree.Open(text) {
		t.Fatal("the strings inside do not open")
	}
	expect(t, tree, "[\n."+quote(inner)+",\n..{\n...\"text\":"+quote(innermost)+",\n....{\n.....\"deep\":[\n......true\n.....]\n....}\n"+
		"...\"n\":\"a\\nb\"\n....a\n....b\n..}\n.\"z\"\n]")
	deep := must(tree.At(6)).ID
	if got := tree.Path(deep); got != "$[0] $.text $.deep[0]" {
		t.Errorf("the path inside is %s", got)
	}
	if got := tree.Path(must(tree.At(10)).ID); got != "$[0] $.n" {
		t.Errorf("the path of a line of text is %s", got)
	}
	if l := must(tree.Line(deep)); l.Offset != 1 {
		t.Errorf("a line inside is said to be at byte %d of the whole", l.Offset)
	}
	if up, _ := tree.Parent(must(tree.At(4)).ID); up != text {
		t.Error("the parent of what a string holds is not the string")
	}
	tree.Fold(text)
	if row, inView := tree.RowOf(deep); row != 3 || inView {
		t.Errorf("folded away it is on row %d", row)
	}
	tree.Close(id)
	if row, _ := tree.RowOf(deep); row != 1 {
		t.Errorf("when the outer string is closed it is on row %d", row)
	}
	if tree.Open(id); tree.Rows() != 8 {
		t.Errorf("opened again it has %d rows", tree.Rows())
	}
}

func TestWhatIsTooLargeIsShownInPart(t *testing.T) {
	for name, text := range map[string]string{
		"JSON": "[" + strings.Repeat(`{"a":"é"},`, 1<<19) + "1]",
		"text": strings.Repeat("é line\n", 1<<20),
	} {
		tree, id := opened(t, text)
		if l, _ := tree.Line(id); l.Remark != "only the first 4 MiB are shown" {
			t.Errorf("%s: the remark is %q", name, l.Remark)
		}
		if first := must(tree.At(2)); len(first.Text) > jsontree.MaxOpened || len(first.Text) < jsontree.MaxOpened-4 {
			t.Errorf("%s: %d bytes are decoded", name, len(first.Text))
		}
		last := must(tree.At(tree.Rows() - 3))
		if got := string(last.Value.Of(last.Text)); tree.Rows() < 1<<19 || name == "JSON" && got != "}" && got != "{" && got != `"é"` {
			t.Errorf("%s: %d rows, the last is %s", name, tree.Rows(), got)
		}
	}
}

func TestWhatDoesNotOpen(t *testing.T) {
	tree := read(`["",1,{},[2]]`)
	for row := range tree.Rows() {
		if tree.Open(must(tree.At(row)).ID) {
			t.Errorf("row %d opens", row)
		}
	}
	if _, ok := tree.Close(must(tree.At(1)).ID); ok {
		t.Error("what is not open closes")
	}
}

func TestWhatAStringHolds(t *testing.T) {
	long := strings.Repeat(`{"a":[1,"\n"]},`, 1000)
	b64 := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	for _, c := range []struct {
		name, text string
		want       jsontree.Inner
	}{
		{"a word", "hello", jsontree.Inner{jsontree.Plain, "text/plain", 5}},
		{"a long name", "aVeryLongIdentifierOfSomethingInJava", jsontree.Inner{jsontree.Plain, "text/plain", 36}},
		{"a hash", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", jsontree.Inner{jsontree.Plain, "text/plain", 64}},
		{"nothing", "", jsontree.Inner{jsontree.Plain, "text/plain", 0}},
		{"two lines", "a\nb", jsontree.Inner{jsontree.MultiLine, "text/plain", 3}},
		{"a backslash and an n", `a\nb`, jsontree.Inner{jsontree.Plain, "text/plain", 4}},
		{"an object", ` {"a":1} `, jsontree.Inner{jsontree.JSON, "application/json", 9}},
		{"an array of 15 kB", "[" + long + "1]\n", jsontree.Inner{jsontree.JSON, "application/json", len(quote("["+long+"1]\n")) - 2}},
		{"an array that does not end", "[" + long, jsontree.Inner{jsontree.Plain, "text/plain", len(quote("["+long)) - 2}},
		{"a link in brackets", "[1](a)", jsontree.Inner{jsontree.Plain, "text/plain", 6}},
		{"a number", "12", jsontree.Inner{jsontree.Plain, "text/plain", 2}},
		{"PNG", b64("\x89PNG\r\n\x1a\n0000IHDR"), jsontree.Inner{jsontree.Base64, "image/png", 16}},
		{"a large JPEG", b64("\xff\xd8\xff\xe0" + strings.Repeat("\x00\x01", 50000)), jsontree.Inner{jsontree.Base64, "image/jpeg", 100004}},
		{"GIF", b64("GIF89a0000000"), jsontree.Inner{jsontree.Base64, "image/gif", 13}},
		{"WEBP", b64("RIFF0000WEBPVP8 "), jsontree.Inner{jsontree.Base64, "image/webp", 16}},
		{"PDF", b64("%PDF-1.7\n00000"), jsontree.Inner{jsontree.Base64, "application/pdf", 14}},
		{"ZIP", b64("PK\x03\x0400000000"), jsontree.Inner{jsontree.Base64, "application/zip", 12}},
		{"gzip", b64("\x1f\x8b\x08\x00000000000"), jsontree.Inner{jsontree.Base64, "application/gzip", 13}},
		{"WAV", b64("RIFF0000WAVEfmt "), jsontree.Inner{jsontree.Base64, "audio/wav", 16}},
		{"MP3 with a tag", b64("ID3\x04000000000"), jsontree.Inner{jsontree.Base64, "audio/mpeg", 13}},
		{"MP3 without", b64("\xff\xfb\x90\x64\x00\x00\x00\x00\x00\x00\x00\x00"), jsontree.Inner{jsontree.Base64, "audio/mpeg", 12}},
		{"OGG", b64("OggS\x00\x02000000"), jsontree.Inner{jsontree.Base64, "audio/ogg", 12}},
		{"MP4", b64("\x00\x00\x00\x20ftypisom"), jsontree.Inner{jsontree.Base64, "video/mp4", 12}},
		{"M4A", b64("\x00\x00\x00\x20ftypM4A "), jsontree.Inner{jsontree.Base64, "audio/mp4", 12}},
		{"text", b64("Grüße, and so on, and so on"), jsontree.Inner{jsontree.Base64, "text/plain", 29}},
		{"without padding", strings.TrimRight(b64("GIF89a0000000"), "="), jsontree.Inner{jsontree.Base64, "image/gif", 13}},
		{"a data: URI", "data:image/svg+xml;charset=utf-8;base64," + b64("<svg/>"), jsontree.Inner{jsontree.Base64, "image/svg+xml", 6}},
	} {
		tree := read(`{"x":` + quote(c.text) + `}`)
		if got := tree.Inner(must(tree.At(1)).ID); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	if got := read(`[1]`).Inner(jsontree.ID{}); got.Content != jsontree.Plain {
		t.Errorf("an array holds %+v", got)
	}
}

func TestDecodedIsBounded(t *testing.T) {
	for _, c := range []struct {
		raw  string
		most int
		want string
	}{
		{`"a\nb"`, 100, "a\nb"},
		{`"a\nb"`, 2, "a\n"},
		{`"aé"`, 2, "a"},
		{`"aé"`, 3, "aé"},
		{`"a\ud83d\ude00b"`, 4, "a"},
		{`"a\ud83d\ude00b"`, 5, "a😀"},
		{`"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"`, 9, "éééé"},
		{`"abc"`, 0, ""},
		{`"abc"`, -1, ""},
		{`12.50`, 3, "12."},
	} {
		tree := read("[" + c.raw + "]")
		if got := string(tree.Decoded(must(tree.At(1)).ID, c.most)); got != c.want {
			t.Errorf("%s up to %d bytes: %q, want %q", c.raw, c.most, got, c.want)
		}
	}
}

func TestAPayloadIsDecodedWhole(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n" + strings.Repeat("\xfb\xff", 20)
	std := base64.StdEncoding.EncodeToString([]byte(png))
	for _, c := range []struct{ name, object, mimeType string }{
		{"the member beside it names the type", `{"data":"` + std + `","mimeType":"image/x-own"}`, "image/x-own"},
		{"or its bytes do", `{"data":"` + std + `","mimeType":7}`, "image/png"},
		{"in a list", `["` + std + `"]`, "image/png"},
		{"a data: URI", `{"uri":"data:image/apng;base64,` + std + `"}`, "image/apng"},
		{"the alphabet for URLs", `["` + base64.RawURLEncoding.EncodeToString([]byte(png)) + `"]`, "image/png"},
		{"escaped slashes and line ends", `["` + strings.ReplaceAll(std[:20]+`\r\n`+std[20:]+`\n`, "/", `\/`) + `"]`, "image/png"},
	} {
		tree := read(c.object)
		mimeType, data, err := tree.Payload(must(tree.At(1)).ID)
		if err != nil || mimeType != c.mimeType || string(data) != png {
			t.Errorf("%s: %s, %q, %v", c.name, mimeType, data, err)
		}
	}
	for _, text := range []string{`[1]`, `[""]`, `["a b c"]`, `["a"]`, `[[2]]`} {
		tree := read(text)
		if _, _, err := tree.Payload(must(tree.At(1)).ID); !errors.Is(err, jsontree.ErrNoPayload) {
			t.Errorf("%s: %v", text, err)
		}
	}
	unknown := read(`["AAEC"]`)
	if mimeType, data, err := unknown.Payload(must(unknown.At(1)).ID); mimeType != "application/octet-stream" || len(data) != 3 || err != nil {
		t.Errorf("unknown bytes are %s, %q, %v", mimeType, data, err)
	}
}

func TestThePayloadTypeIsKnownBeforeItIsIndexed(t *testing.T) {
	text := `{"data":"AAEC","rows":[` + strings.Repeat("1,", 1<<20) + `1],"mimeType":"a/b"}`
	tree := jsontree.New([]byte(text))
	tree.Extend(10, time.Time{})
	if mimeType, _, _ := tree.Payload(must(tree.At(1)).ID); mimeType != "a/b" {
		t.Error(mimeType)
	}
}

func TestManyOpenStringsKeepTheirRows(t *testing.T) {
	tree := read("[" + strings.Repeat(`"a\nb",`, 300) + "1]")
	for row := 1; row < 901; row += 3 {
		tree.Open(must(tree.At(row)).ID)
	}
	want := make([]string, 0, 903)
	for range 300 {
		want = append(want, `."a\nb",`, "..a", "..b")
	}
	expect(t, tree, "[\n"+strings.Join(want, "\n")+"\n.1\n]")
	for i := range 300 {
		if got := tree.Path(must(tree.At(1 + 3*i)).ID); got != "$["+strconv.Itoa(i)+"]" {
			t.Fatal(got)
		}
	}
	if n := tree.Rows(); n != 903 || must(tree.At(n-1)).Kind != jsontree.ArrayEnd {
		t.Error(n)
	}
	tree.FoldAll(math.MaxInt)
}
