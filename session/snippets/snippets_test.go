package snippets

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const written = `my snippets, kept by hand
# not of any

### call echo
# Says it again.
#
# Twice.
{"jsonrpc":"2.0","id":1,"method":"tools/call",
 "params":{"name":"echo","arguments":{"message":"${message=hello}"}}}

###
nobody's

### raw
#! hex EF BB BF
{"a": 1}
#! join

### nothing

### call echo
{"twice":true}


### batch
[{"jsonrpc":"2.0","id":${id},"method":"ping"}]`

func TestParse(t *testing.T) {
	f, problems := Parse([]byte(written))
	want := []Snippet{
		{"call echo", "Says it again.\n\nTwice.", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\n \"params\":{\"name\":\"echo\",\"arguments\":{\"message\":\"${message=hello}\"}}}", 4},
		{"raw", "", "#! hex EF BB BF\n{\"a\": 1}\n#! join", 14},
		{"batch", "", `[{"jsonrpc":"2.0","id":${id},"method":"ping"}]`, 25},
	}
	got := f.Snippets()
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v\nwant\n%+v", got[i], want[i])
		}
	}
	var told []string
	for _, p := range problems {
		told = append(told, p.Message)
		if !strings.HasPrefix(strings.Split(written, "\n")[p.Line-1], "###") {
			t.Errorf("line %d: %s", p.Line, p.Message)
		}
	}
	if strings.Join(told, "; ") != `the snippet has no name; the snippet "nothing" has no text; the name "call echo" stands in line 4 already` {
		t.Errorf("%+v", problems)
	}
	if string(f.Bytes()) != written {
		t.Error("the file is not what it was")
	}
}

func TestOtherLineEnds(t *testing.T) {
	f, problems := Parse([]byte("### a\r\n# about\r\n{\r\n}\r\n\r\n### b\r\nx\r\n"))
	got := f.Snippets()
	if len(problems) > 0 || len(got) != 2 || got[0] != (Snippet{"a", "about", "{\n}", 1}) || got[1] != (Snippet{"b", "", "x", 6}) {
		t.Errorf("%+v %v", got, problems)
	}
}

// Changing one snippet leaves the rest of the file as it was.
func TestChanges(t *testing.T) {
	f, _ := Parse([]byte(written))
	changed, err := f.With(Snippet{Name: "raw", About: "new", Text: "{}\n"})
	want := strings.Replace(written, "### raw\n#! hex EF BB BF\n{\"a\": 1}\n#! join\n", "### raw\n# new\n{}\n", 1)
	if err != nil || string(changed.Bytes()) != want {
		t.Errorf("%v\n%s", err, changed.Bytes())
	}
	if same, err := f.With(Snippet{Name: " raw ", About: "new", Text: "{}"}); err != nil || string(same.Bytes()) != want {
		t.Errorf("blanks around a name: %v\n%s", err, same.Bytes())
	}
	added, err := f.With(Snippet{Name: "ping", Text: `{"id":1}`})
	if err != nil || string(added.Bytes()) != written+"\n\n### ping\n{\"id\":1}\n" {
		t.Errorf("%v\n%s", err, added.Bytes())
	}
	var empty File
	first, err := empty.With(Snippet{Name: " a ", Text: "x"})
	if s, ok := first.Find("a"); err != nil || !ok || s.Text != "x" || string(first.Bytes()) != "### a\nx\n" {
		t.Errorf("%v %q", err, first.Bytes())
	}
}

func TestWhatAFileCannotHold(t *testing.T) {
	cases := []struct {
		snippet Snippet
		want    error
	}{
		{Snippet{Name: "", Text: "x"}, ErrName},
		{Snippet{Name: "a\nb", Text: "x"}, ErrName},
		{Snippet{Name: "a", Text: " \n"}, ErrText},
		{Snippet{Name: "a", Text: "x\n### b\ny"}, ErrText},
		{Snippet{Name: "a", Text: "# read as a description\nx"}, ErrText},
	}
	for _, tc := range cases {
		if _, err := (File{}).With(tc.snippet); !errors.Is(err, tc.want) {
			t.Errorf("%+v: %v", tc.snippet, err)
		}
	}
}

func TestFill(t *testing.T) {
	cases := []struct {
		name, text string
		values     map[string]string
		parameters string
		want       string
	}{
		{"a value", `{"a":${a}}`, map[string]string{"a": `1.50`}, "a", `{"a":1.50}`},
		{"a default", `"${a=x y}"`, nil, "a=x y", `"x y"`},
		{"an empty default", `"${a=}"`, nil, "a=", `""`},
		{"a value before a default", `"${a=x}"`, map[string]string{"a": ""}, "a=x", `""`},
		{"neither", `"${a}"`, nil, "a", `"${a}"`},
		{"twice", `${a}${a=2}${a=3}${b}`, map[string]string{"b": "4"}, "a=2 b", `2224`},
		{"escaped", `$${a}`, map[string]string{"a": "1"}, "", `${a}`},
		{"no parameter", "${} ${a b} ${ ${a\n} $a {a} ${", map[string]string{"a": "1"}, "", "${} ${a b} ${ ${a\n} $a {a} ${"},
		{"values are not looked into", `${a}`, map[string]string{"a": "${b}", "b": "1"}, "a", `${b}`},
		{"a value as it is", `"${a}"`, map[string]string{"a": "\"\xff"}, "a", "\"\"\xff\""},
	}
	for _, tc := range cases {
		s := Snippet{Text: tc.text}
		var names []string
		for _, p := range s.Parameters() {
			if p.HasDefault {
				p.Name += "=" + p.Default
			}
			names = append(names, p.Name)
		}
		if got := s.Fill(tc.values); got != tc.want || strings.Join(names, " ") != tc.parameters {
			t.Errorf("%s: %q, parameters %q", tc.name, got, names)
		}
	}
}

func TestUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stdioscope", "snippets.txt")
	if f, problems, err := Load(path); err != nil || problems != nil || f.Snippets() != nil {
		t.Errorf("no file: %v %v %v", f, problems, err)
	}
	add := func(name string) func(File) (File, error) {
		return func(f File) (File, error) { return f.With(Snippet{Name: name, Text: "{}"}) }
	}
	for _, name := range []string{"a", "b"} {
		if err := Update(path, add(name)); err != nil {
			t.Fatal(err)
		}
	}
	f, _, err := Load(path)
	if err != nil || string(f.Bytes()) != "### a\n{}\n\n### b\n{}\n" {
		t.Errorf("%v %q", err, f.Bytes())
	}
	if err := Update(path, add("")); !errors.Is(err, ErrName) {
		t.Error(err)
	}
	err = Update(path, func(f File) (File, error) {
		if err := os.WriteFile(path, []byte("### by hand\nx\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return f.With(Snippet{Name: "c", Text: "{}"})
	})
	if data, _ := os.ReadFile(path); !errors.Is(err, ErrChanged) || string(data) != "### by hand\nx\n" {
		t.Errorf("%v %q", err, data)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".snippets-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestALinkStaysALink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links take a privilege there")
	}
	dir := t.TempDir()
	target, link := filepath.Join(dir, "dotfiles.txt"), filepath.Join(dir, "snippets.txt")
	if err := errors.Join(os.WriteFile(target, nil, 0o640), os.Symlink(target, link)); err != nil {
		t.Fatal(err)
	}
	if err := Update(link, func(f File) (File, error) { return f.With(Snippet{Name: "a", Text: "x"}) }); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(target)
	if data, _ := os.ReadFile(target); err != nil || string(data) != "### a\nx\n" || info.Mode().Perm() != 0o640 {
		t.Errorf("%v %q", info.Mode(), data)
	}
	if at, err := os.Readlink(link); err != nil || at != target {
		t.Errorf("%s %v", at, err)
	}
}

func TestAFileThatCannotBeRead(t *testing.T) {
	if _, _, err := Load(t.TempDir()); err == nil {
		t.Error("a directory was read")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(written), "call echo", "{}", "about")
	f.Fuzz(func(t *testing.T, data []byte, name, text, about string) {
		file, _ := Parse(data)
		if string(file.Bytes()) != string(data) {
			t.Fatalf("%q became %q", data, file.Bytes())
		}
		for _, s := range file.Snippets() {
			_ = s.Fill(map[string]string{"a": "b"})
		}
		changed, err := file.With(Snippet{Name: name, Text: text, About: about})
		if err != nil {
			return
		}
		s, ok := changed.Find(strings.TrimSpace(name))
		if want := strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), " \t\r\n"); !ok || s.Text != want {
			t.Fatalf("%q with %q is %q: %q", data, name, changed.Bytes(), s.Text)
		}
		for _, old := range file.Snippets() {
			if kept, ok := changed.Find(old.Name); old.Name != s.Name && (!ok || kept.Text != old.Text) {
				t.Fatalf("%q lost %q: %q", data, old.Name, changed.Bytes())
			}
		}
	})
}
