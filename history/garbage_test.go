package history_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"stdioscope/history"
)

// endless gives the same text for ever.
type endless struct{ text string }

func (e endless) Read(p []byte) (int, error) {
	return copy(p, strings.Repeat(e.text, len(p)/len(e.text)+1)), nil
}

func TestAnEndlessStreamThatIsNoHistoryIsRefused(t *testing.T) {
	for name, text := range map[string]string{"zeros": "\x00", "lines": "y\n", "text without a line end": "blah "} {
		for how, read := range map[string]func(io.Reader) (*history.Journal, error){"read": history.Read, "followed": history.ReadOn} {
			if _, err := read(endless{text}); !errors.Is(err, history.ErrNotHistory) {
				t.Errorf("%s, %s: %v", name, how, err)
			}
		}
	}
}

// drop gives a stream in small pieces, as it comes over a slow line.
type drop struct{ io.Reader }

func (d drop) Read(p []byte) (int, error) {
	time.Sleep(time.Millisecond)
	return d.Reader.Read(p[:min(len(p), 100)])
}

func TestAHistoryIsReadHoweverItComes(t *testing.T) {
	r := saved(t, func(r recording) {
		r.server(strings.Repeat("x", 2*history.HeadSize))
		r.server("last")
	})
	text, err := os.ReadFile(r.path)
	if err != nil {
		t.Fatal(err)
	}
	short := text[:1000] // its header and the beginning of a record
	for name, in := range map[string]io.Reader{
		"at once":           bytes.NewReader(text),
		"slowly":            drop{bytes.NewReader(short)},
		"behind much white": io.MultiReader(strings.NewReader(strings.Repeat("\n", history.HeadSize-1000)), bytes.NewReader(text)),
	} {
		j, err := history.Read(in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_ = j.Close()
	}
}

func TestAMemberOfAnotherTypeIsNamedWithItsPlace(t *testing.T) {
	for value, want := range map[string]string{`{"name":"x"}`: "server is an object", `[1]`: "server is an array", `1`: "server is a number"} {
		j := told(t, `"event":"ready","server":`+value)
		if damage := j.Damage(); len(damage) != 1 || !strings.HasPrefix(damage[0].Reason, want+":") || damage[0].Offset == 0 {
			t.Errorf("%s: %+v", value, damage)
		}
	}
}

func TestAHistoryIsNotSavedOverADirectory(t *testing.T) {
	j := told(t, `"event":"note","text":"x"`)
	dir := t.TempDir()
	if err := j.SaveAs(dir); err == nil || err.Error() != "save history: "+dir+" is a directory" {
		t.Errorf("%v", err)
	}
	path := dir + "/there"
	if err := j.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	if err := j.SaveAs(path); err == nil || !strings.Contains(err.Error(), "file exists") {
		t.Errorf("over another file: %v", err)
	}
}

func TestAHugeFileIsReadOnlyIfItMayBeAHistory(t *testing.T) {
	r := saved(t, func(r recording) {
		for range 3000 {
			r.server("a line of a history that its disk has damaged")
		}
	})
	disk, err := os.OpenFile(r.path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := disk.WriteAt(make([]byte, 2*history.HeadSize), 0); err != nil {
		t.Fatal(err)
	}
	_ = disk.Close()
	if j := r.reopened(t); j.Len() < 1000 {
		t.Errorf("%d events are left of a history that lost its beginning: %v", j.Len(), j.Damage())
	}
	zeros := t.TempDir() + "/zeros"
	if err := errors.Join(os.WriteFile(zeros, nil, 0o600), os.Truncate(zeros, 1<<40)); err != nil {
		t.Skip(err)
	}
	begun := time.Now()
	if _, err := history.Open(zeros); !errors.Is(err, history.ErrNotHistory) || time.Since(begun) > time.Second {
		t.Errorf("after %v: %v", time.Since(begun), err)
	}
}
