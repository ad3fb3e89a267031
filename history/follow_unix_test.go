//go:build unix

package history_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestAHistoryThatIsJustBegunIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	writer, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	if err := unix.Flock(int(writer.Fd()), unix.LOCK_EX); err != nil { // as a writer does
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, func() {
		_, _ = writer.WriteString(`{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n")
	})
	if j := follow(t, path); j.Header().ID != "x" {
		t.Errorf("the header is %+v", j.Header())
	}
}
