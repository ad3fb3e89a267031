//go:build unix

package main

import (
	"bytes"
	"errors"
	"image/color"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/term"
)

// patience is how long the slowest machine may take for one step.
const patience = 60 * time.Second

var built struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	if perSecond, err := strconv.Atoi(os.Getenv(floodServer)); err == nil {
		flood(perSecond)
		return
	}
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// program builds the binary once.
func program(t testing.TB) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "stdioscope-e2e-"); built.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-o", filepath.Join(built.dir, "stdioscope"), ".").CombinedOutput()
		if err != nil {
			built.err = errors.Join(err, errors.New(string(out)))
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "stdioscope")
}

// terminal is a program on a screen of its own.
type terminal struct {
	t      testing.TB
	cmd    *exec.Cmd
	ours   *os.File
	theirs *os.File
	before *term.State

	mu      sync.Mutex
	changed sync.Cond
	screen  *vt.Emulator
	output  []byte
	isBlind bool
	exited  bool
	pumps   sync.WaitGroup
}

// run starts the program on a terminal that answers what programs ask it.
func run(t testing.TB, cols, rows int, env []string, args ...string) *terminal {
	t.Helper()
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	size := &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}
	if err := pty.Setsize(ours, size); err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, ours: ours, theirs: theirs, screen: vt.NewEmulator(cols, rows)}
	x.changed.L = &x.mu
	x.screen.SetDefaultBackgroundColor(color.Black)
	x.screen.SetDefaultForegroundColor(color.White)
	if x.before, err = term.GetState(int(theirs.Fd())); err != nil {
		t.Fatal(err)
	}
	x.cmd = exec.Command(program(t), args...)
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = theirs, theirs, theirs
	x.cmd.Env = append(quietEnv(), append([]string{"TERM=xterm-256color"}, env...)...)
	if err := x.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	x.pumps.Go(x.show)                                    // ends when the terminal is closed
	x.pumps.Go(func() { _, _ = io.Copy(ours, x.screen) }) // ends when the emulator is closed
	x.pumps.Go(x.wait)                                    // ends with the program
	t.Cleanup(x.close)
	return x
}

// quietEnv is the environment without what would change the program's ways.
func quietEnv() []string {
	return slices.DeleteFunc(os.Environ(), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return slices.Contains([]string{"CI", "NO_COLOR", "TERM", "COLORTERM"}, name) || strings.HasPrefix(name, "XDG_")
	})
}

func (x *terminal) show() {
	buf := make([]byte, 1<<15)
	for {
		n, err := x.ours.Read(buf)
		x.mu.Lock()
		x.output = append(x.output, buf[:n]...)
		if !x.isBlind {
			_, _ = x.screen.Write(buf[:n])
		}
		x.exited = x.exited || bytes.HasSuffix(x.output, []byte(theEnd))
		x.changed.Broadcast()
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// theEnd is written to the terminal when the program has ended, which it shows nothing of:
// when it arrives, so has all that the program wrote.
const theEnd = "\x00\x00\x00"

func (x *terminal) wait() {
	_ = x.cmd.Wait()
	_, _ = io.WriteString(x.theirs, theEnd)
}

func (x *terminal) close() {
	_ = x.cmd.Process.Kill()
	_ = x.theirs.Close()
	_ = x.ours.Close()
	_ = x.screen.InputPipe().(io.Closer).Close()
	x.pumps.Wait()
}

// text is what stands on the screen.
func (x *terminal) text() string { return x.screen.String() }

// until waits for the screen, or the end of the program, to pass the test.
func (x *terminal) until(what string, test func() bool) {
	x.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		late = true
		x.changed.Broadcast()
	})
	defer timer.Stop()
	x.mu.Lock()
	defer x.mu.Unlock()
	for !test() {
		if late || x.exited && what != "the end" {
			x.t.Fatalf("waited in vain for %s; on the screen is\n%s", what, x.text())
		}
		x.changed.Wait()
	}
}

func (x *terminal) sees(pattern string) {
	x.t.Helper()
	wanted := regexp.MustCompile(pattern)
	x.until(pattern, func() bool { return wanted.MatchString(x.text()) })
}

func (x *terminal) keys(text string) {
	x.t.Helper()
	if _, err := io.WriteString(x.ours, text); err != nil {
		x.t.Fatal(err)
	}
}

// ends waits for the program's end, checks that the terminal was given back as it
// was, and gives the exit code.
func (x *terminal) ends() int {
	x.t.Helper()
	x.until("the end", func() bool { return x.exited })
	after, err := term.GetState(int(x.theirs.Fd()))
	if err != nil {
		x.t.Fatal(err)
	}
	if *after != *x.before {
		x.t.Error("the terminal's mode was not given back")
	}
	x.until("the screen to be given back", func() bool { return !x.screen.IsAltScreen() && !x.screen.CursorHidden() })
	return x.cmd.ProcessState.ExitCode()
}

const (
	escape      = "\x1b"
	enter       = "\r"
	emptyEditor = "\x15" // ctrl+u
)

// meta is what every request of revision 2026-07-28 has to carry.
const meta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

func TestFirstMinute(t *testing.T) {
	state := t.TempDir()
	env := []string{"XDG_STATE_HOME=" + state}
	x := run(t, 160, 45, env, "demo")
	x.sees(`● ready`)
	x.keys("i" + emptyEditor)
	x.sees(`enter send`)
	x.keys(`{"jsonrpc":"2.0","id":77,"method":"tools/list","params":{"_meta":` + meta + `}}` + enter)
	x.sees(`← 77 +tools/list`)
	x.keys(escape) // and nothing behind it at once: that would be alt and a letter
	x.sees(`tab focus`)
	x.keys("2G" + enter)
	x.sees(`"name": "echo"`)
	x.sees(`esc back`)
	x.keys(escape)
	x.sees(`tab focus`)
	x.keys("q")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	shown := show(t, env, "--format", "json")
	for _, want := range []string{
		`"dir":"c2s","kind":"request","id":77,"method":"tools/list","pair":`,
		`"status":"ok"`,
		`"origin":"composer","msg":{"jsonrpc":"2.0","id":77,"method":"tools/list","params":{"_meta":` + meta + `}}}`,
		`"event":"exit","code":0`,
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the history lacks %s:\n%s", want, shown)
		}
	}
}

func show(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program(t), append([]string{"show"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestADeadServerIsABanner(t *testing.T) {
	env := []string{"XDG_STATE_HOME=" + t.TempDir()}
	x := run(t, 80, 24, env, "--", "sh", "-c", "echo cannot find the config >&2; exit 3")
	x.sees(`exited 3`)
	x.sees(`cannot find the config`)
	x.keys("q")
	if code := x.ends(); code != 4 {
		t.Errorf("exit code %d", code)
	}
	x.until("the end", func() bool {
		return strings.Contains(string(x.output), "stdioscope: sh: exited 3") && strings.Contains(string(x.output), "cannot find the config")
	})
}

func TestACommandThatCannotStart(t *testing.T) {
	state := t.TempDir()
	x := run(t, 80, 24, []string{"XDG_STATE_HOME=" + state}, "no-such-command-xyz", "--flag")
	if code := x.ends(); code != 3 {
		t.Errorf("exit code %d", code)
	}
	x.until("the end", func() bool { return strings.Contains(string(x.output), "stdioscope: cannot start no-such-command-xyz") })
	if kept := show(t, []string{"XDG_STATE_HOME=" + state}); !strings.Contains(kept, "no-such-command-xyz") {
		t.Errorf("the history does not say it: %s", kept)
	}
}
