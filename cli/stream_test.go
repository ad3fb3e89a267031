//go:build unix

package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"stdioscope/history"
	"stdioscope/history/imports"
)

// endless gives the same text for ever.
type endless struct{ text string }

func (e endless) Read(p []byte) (int, error) {
	return copy(p, strings.Repeat(e.text, len(p)/len(e.text)+1)), nil
}

func TestAStreamThatNeverEndsAndIsNothingKnownIsRefused(t *testing.T) {
	for name, text := range map[string]string{"zeros": "\x00", "lines": "y\n", "text without a line end": "blah "} {
		path, err := spool(endless{text})
		if !errors.Is(err, imports.ErrUnknownFormat) {
			t.Errorf("%s: %q, %v", name, path, err)
		}
	}
}

func TestADeviceIsRefusedBeforeItIsRead(t *testing.T) {
	for _, path := range []string{"/dev/zero", "/dev/full", "/dev/null"} {
		for _, follow := range []bool{false, true} {
			var source historyArg
			_, err := source.look([]string{path}, follow)
			if !errors.Is(err, history.ErrUnreadable) || !strings.HasSuffix(err.Error(), path+" is a device") {
				t.Errorf("%v", err)
			}
		}
	}
}

const (
	ping  = `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"
	saved = `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n" +
		`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{}}` + "\n"
)

func TestANamedPipeIsReadOnceWhateverItHolds(t *testing.T) {
	for name, tc := range map[string]struct {
		text   string
		follow bool
	}{"a log": {ping, false}, "a history": {saved, false}, "a followed history": {saved, true}} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := unix.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		go func() { _ = os.WriteFile(pipe, []byte(tc.text), 0) }()
		var source historyArg
		j, err := source.look([]string{pipe}, tc.follow)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := j.Wait(); err != nil {
			t.Fatal(err)
		}
		if last := j.Event(j.Len() - 1); last.Dir.String() != "c2s" || source.name != pipe && !tc.follow {
			t.Errorf("%s: the last event is %+v, it is called %q", name, last, source.name)
		}
		_ = j.Close()
	}
}

func TestALogThatCannotBeFollowedSaysSo(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(log, []byte(ping), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, follow := range []bool{false, true} {
		var source historyArg
		j, err := source.look([]string{log}, follow)
		if err != nil {
			t.Fatal(err)
		}
		notes := 0
		for _, f := range j.Facts(0) {
			if strings.Contains(f.Text, "-f follows histories only") {
				notes++
			}
		}
		if want := map[bool]int{true: 1}[follow]; notes != want {
			t.Errorf("with -f %v there are %d notes about it", follow, notes)
		}
		_ = j.Close()
	}
}

func TestWhatCouldNotBeReadIsNamedWithItsPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd")
	odd := saved + `{"seq":2,"time":"2026-11-30T10:11:12Z","dir":"meta","event":"ready","server":{"name":"x"}}` + "\ngarbage\n"
	if err := os.WriteFile(path, []byte(odd), 0o600); err != nil {
		t.Fatal(err)
	}
	var source historyArg
	j, err := source.open([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	said := stderrOf(t, func() { reportDamage(j, source.name) })
	for _, want := range []string{
		"stdioscope: at byte 180 of " + path + ": server is an object: it is left out\n",
		"stdioscope: skipped 7 bytes at byte 271 of " + path + ": not a record\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
}

// stderrOf gives what is written on stderr meanwhile.
func stderrOf(t *testing.T, write func()) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = file
	write()
	os.Stderr = before
	_ = file.Close()
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
