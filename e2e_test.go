//go:build unix

package main

import (
	"errors"
	"image/color"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// program builds the binary once.
func program(t *testing.T) string {
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
	t      *testing.T
	cmd    *exec.Cmd
	ours   *os.File
	theirs *os.File
	before *term.State

	mu      sync.Mutex
	changed sync.Cond
	screen  *vt.Emulator
	output  []byte
	exited  bool
	pumps   sync.WaitGroup
}

// run starts the program on a terminal that answers what programs ask it.
func run(t *testing.T, cols, rows int, env []string, args ...string) *terminal {
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
		_, _ = x.screen.Write(buf[:n])
		x.changed.Broadcast()
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (x *terminal) wait() {
	_ = x.cmd.Wait()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.exited = true
	x.changed.Broadcast()
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
	// The last bytes may still be on their way to the screen.
	x.until("the end", func() bool { return !x.screen.IsAltScreen() && !x.screen.CursorHidden() })
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

const (
	claudeLog   = `2026-06-13T14:44:29.945Z [demo] [info] Message from client: {"jsonrpc":"2.0","id":0,"method":"ping"}` + "\n"
	savedHeader = `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n"
)

func TestErrorsAreOneLineAndAnExitCode(t *testing.T) {
	dir := t.TempDir()
	letter, log, native := filepath.Join(dir, "letter"), filepath.Join(dir, "log"), filepath.Join(dir, "native")
	for path, text := range map[string]string{letter: "Dear Sir", log: claudeLog, native: savedHeader} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no command", nil, 2, "no command given"},
		{"no terminal", []string{"demo"}, 2, "no terminal on stdout"},
		{"an unknown flag", []string{"--nonsense"}, 2, "unknown flag"},
		{"an unknown format", []string{"show", "--format", "xml"}, 2, `--format "xml"`},
		{"a bad variable", []string{"-e", "A", "cat"}, 2, "KEY=VALUE"},
		{"an unknown revision", []string{"--protocol", "1999-01-01", "cat"}, 2, "--protocol"},
		{"a bad size", []string{"--max-line", "lots", "cat"}, 2, "a size is"},
		{"no saved history", []string{"show"}, 6, "none is saved"},
		{"no such history", []string{"show", "nope"}, 6, "no such history"},
		{"a file that is no history", []string{"show", letter}, 6, "not a history"},
		{"a directory", []string{"show", dir}, 6, "is a directory"},
		{"a secret that is empty", []string{"--redact-value", "", "cat"}, 2, "--redact-value: it is empty"},
		{"an expression that is empty", []string{"show", "--redact-regexp", "", letter}, 2, "--redact-regexp: it is empty"},
		{"a secret that is too short", []string{"--redact-value", "abc", "cat"}, 2, "too short"},
		{"one secret of two that is too short", []string{"--redact-value", "long enough", "--redact-value", "x", "cat"}, 2, "too short"},
		{"a server that a log does not know", []string{"show", "--server", "nope", log}, 2, "no such server, but demo (1 messages)"},
		{"a server of a history of ours", []string{"show", "--server", "demo", native}, 2, "about one server"},
	} {
		cmd := exec.Command(program(t), tc.args...)
		cmd.Env = append(quietEnv(), "XDG_STATE_HOME="+dir)
		var errOut, out strings.Builder
		cmd.Stderr, cmd.Stdout = &errOut, &out
		_ = cmd.Run()
		said := errOut.String()
		if cmd.ProcessState.ExitCode() != tc.code || !strings.HasPrefix(said, "stdioscope: ") || !strings.Contains(said, tc.want) ||
			strings.Count(said, "\n") != 1 || out.Len() != 0 {
			t.Errorf("%s: exit code %d, said %q and %q", tc.name, cmd.ProcessState.ExitCode(), said, out.String())
		}
	}
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

func TestADirectoryOnStdinIsRefused(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dir.Close() }()
	cmd := exec.Command(program(t), "show", "-")
	cmd.Stdin = dir
	out, _ := cmd.CombinedOutput()
	if said := string(out); cmd.ProcessState.ExitCode() != 6 || !strings.Contains(said, "standard input is a directory") {
		t.Errorf("exit code %d, said %q", cmd.ProcessState.ExitCode(), said)
	}
}

func TestWhatIsNoHistoryIsNotFollowed(t *testing.T) {
	log, empty := filepath.Join(t.TempDir(), "log"), filepath.Join(t.TempDir(), "empty")
	if err := errors.Join(os.WriteFile(log, []byte(claudeLog), 0o600), os.WriteFile(empty, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	x := run(t, 80, 24, nil, "open", "-f", log)
	x.sees(`■ saved`)
	x.sees(`→ 0 +ping`)
	x.keys("q")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	x = run(t, 80, 24, nil, "open", "-f", empty)
	if code := x.ends(); code != 6 {
		t.Errorf("an empty file: exit code %d", code)
	}
}

func TestTheListAndPruneCommandTheTerminalNothing(t *testing.T) {
	state := t.TempDir()
	folder := filepath.Join(state, "stdioscope")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(savedHeader, `["a"]`, `["\u001b[2J"],"label":"demo","redacted":true`, 1) +
		`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"meta","event":"exit","signal":"\u001b]0;pwned\u0007","findings":1}` + "\n"
	if err := os.WriteFile(filepath.Join(folder, "a\x1b[2Jb.jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	listed := ""
	for _, args := range [][]string{{"list"}, {"prune", "--keep", "0"}} {
		cmd := exec.Command(program(t), args...)
		cmd.Env = append(quietEnv(), "XDG_STATE_HOME="+state)
		out, err := cmd.CombinedOutput()
		if err != nil || strings.ContainsAny(string(out), "\x1b\a") || !strings.Contains(string(out), "[2Jb") {
			t.Errorf("%s: %v, said %q", args[0], err, out)
		}
		listed += string(out)
	}
	if !strings.Contains(listed, "demo (redacted)") {
		t.Errorf("the list does not say what is redacted: %s", listed)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 { // --keep 0 keeps none
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestWhatCannotBeRedactedIsSaidToBeLeftOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	twice := `{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"s2c","b64":"aGk=","text":"hi"}` + "\n"
	if err := os.WriteFile(path, []byte(savedHeader+twice), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program(t), "show", "--redact", path).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "events left out because nobody can say where in them secrets stand: 1") {
		t.Errorf("%v, said %q", err, out)
	}
}

func TestSecretsAreMaskedInEveryFormatForPeople(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	text := strings.Replace(savedHeader, `["a"]`, `["srv","--token","hunter2","x?password=hunter3hunter3"],"label":"password=hunter4hunter4"`, 1) +
		`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"meta","event":"note","text":"password=hunter5hunter5"}` + "\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "markdown", "html", "mermaid"} {
		if got := show(t, nil, "--format", format, path); strings.Contains(got, "hunter") {
			t.Errorf("%s tells a secret:\n%s", format, got)
		}
	}
	if got := show(t, nil, "--format", "markdown", "--reveal", path); !strings.Contains(got, "hunter5hunter5") {
		t.Errorf("--reveal does not tell it:\n%s", got)
	}
	if got := show(t, nil, "--redact", "--format", "history", path); strings.Contains(got, "hunter") {
		t.Errorf("--redact leaves a secret:\n%s", got)
	}
}
