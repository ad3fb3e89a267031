package history_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"stdioscope/history"
)

func TestLastWordsAreTheReasonNotTheTrace(t *testing.T) {
	for what, tc := range map[string]struct{ stderr, want string }{
		"nothing":      {"", ""},
		"a line":       {"cannot find the config\n", "cannot find the config"},
		"Python":       {"Traceback (most recent call last):\n  File \"x.py\", line 1, in <module>\n    import y\nModuleNotFoundError: No module named 'y'\n", "ModuleNotFoundError: No module named 'y'"},
		"Node":         {"node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module '/x'\n    at Module._load (node:internal/modules/cjs/loader:1043:27) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v20.20.2\n", "Error: Cannot find module '/x'"},
		"Go":           {"panic: boom\n\ngoroutine 5 [running]:\nmain.(*server).handle(0xc000012120, {0x1, 0x2})\n\t/x/main.go:12 +0x1d\ncreated by main.main in goroutine 1\n\t/x/main.go:7 +0x25\n", "panic: boom"},
		"Go, a signal": {"panic: runtime error: invalid memory address\n[signal SIGSEGV: segmentation violation code=0x1]\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/main.go:4 +0x1\nexit status 2\n", "panic: runtime error: invalid memory address"},
		"Rust":         {"thread 'main' panicked at src/main.rs:2:5:\nno such file\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n", "no such file"},
		"Java":         {"Exception in thread \"main\" java.lang.Error: a\n\tat X.main(X.java:3)\nCaused by: java.io.IOException: b\n\t... 1 more\n", "Caused by: java.io.IOException: b"},
		"C#":           {"Unhandled exception. System.Exception: no\n   at Program.Main()\n", "Unhandled exception. System.Exception: no"},
		"only a trace": {"  at x\n  at y\n", "  at y"},
		"words":        {"config: open /etc/x: no such file (tried 3 times)\n", "config: open /etc/x: no such file (tried 3 times)"},
	} {
		text := `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"inspect","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n"
		seq := 0
		for line := range strings.Lines(tc.stderr) {
			quoted, _ := json.Marshal(strings.TrimSuffix(line, "\n"))
			seq++
			text += fmt.Sprintf(`{"seq":%d,"time":"2026-11-30T10:11:12Z","dir":"stderr","text":%s}`+"\n", seq, quoted)
		}
		j, err := history.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if at, ok := j.LastWords(j.Len()); ok {
			line, _ := j.Line(at)
			got = string(line)
		}
		if got != tc.want {
			t.Errorf("%s: %q, want %q", what, got, tc.want)
		}
		_ = j.Close()
	}
}
