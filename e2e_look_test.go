//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// savedSession is a session that somebody has sent: a call that went well, one that
// did not, what the server said on stderr meanwhile, and how it ended.
const savedSession = savedHeader +
	`{"seq":1,"time":"2026-11-30T10:11:12.000Z","dir":"meta","event":"start","pid":7}
{"seq":2,"time":"2026-11-30T10:11:12.100Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"path":"a.txt"}}}}
{"seq":3,"time":"2026-11-30T10:11:12.120Z","dir":"stderr","text":"reading a.txt"}
{"seq":4,"time":"2026-11-30T10:11:12.200Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"one\ntwo"}]}}}
{"seq":5,"time":"2026-11-30T10:11:20.100Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","arguments":{"path":"gone.txt"}}}}
{"seq":6,"time":"2026-11-30T10:11:20.110Z","dir":"stderr","text":"ENOENT: gone.txt"}
{"seq":7,"time":"2026-11-30T10:11:20.120Z","dir":"s2c","text":"Traceback (most recent call last):"}
{"seq":8,"time":"2026-11-30T10:11:20.200Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":2,"result":{"isError":true,"content":[]}}}
{"seq":9,"time":"2026-11-30T10:11:21.000Z","dir":"meta","event":"exit","code":0,"after_ms":9000}
`

func TestASavedHistoryIsLookedAt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.jsonl")
	if err := os.WriteFile(path, []byte(savedSession), 0o600); err != nil {
		t.Fatal(err)
	}
	x := run(t, 160, 45, []string{"XDG_STATE_HOME=" + dir}, "open", path)
	x.sees(`■ saved · exited 0`)
	x.keys("/status:tool-error" + enter)
	x.sees(`2 of 9 shown`)
	x.keys(enter)
	x.sees(`"path": "gone\.txt"`)
	x.keys("p") // what the server answered
	x.sees(`"isError": true`)
	x.keys("|.result.isError" + enter)
	x.sees(`jq \.result\.isError`)
	x.keys(escape)
	x.sees(`"isError": true`)
	x.keys(escape)
	x.sees(`tab focus`)
	x.keys(escape) // and nothing behind it at once: that would be alt and a letter
	x.sees(`3 · 1 error`)
	x.keys("!")
	x.sees(`stdout-not-json`)
	x.keys(enter)
	x.sees(`/ find:stdout-not-json · 1 of 9 shown`)
	x.sees(`Traceback`)
	x.keys(escape)
	x.sees(`Timeline [━─]+ 9 `)
	x.keys("#")
	x.sees(`tools/call read +2 +1`)
	x.keys("q")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestStderrStandsBesideTheMessages(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.jsonl")
	if err := os.WriteFile(path, []byte(savedSession), 0o600); err != nil {
		t.Fatal(err)
	}
	x := run(t, 160, 45, []string{"XDG_STATE_HOME=" + dir}, "open", path)
	x.sees(`■ saved`)
	x.keys("1j") // the second request: its stderr is selected with it
	x.sees(`▸ 10:11:20\.110 ENOENT: gone\.txt`)
	x.keys("k")
	x.sees(`▸ 10:11:12\.120 reading a\.txt`)
	x.keys("t")
	x.sees(`ENOENT: gone\.txt[^\n]*\n[^\n]*Traceback`)
	x.keys("q")
	x.ends()
}
