package history

import (
	"crypto/rand"
	"encoding/hex"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"stdioscope/framing"
)

// Version is the version of the file format that is written here.
const Version = 1

// Mode says how a journal came to be.
type Mode string

// The modes of a journal.
const (
	ModeInspect Mode = "inspect"
	ModeWrap    Mode = "wrap"
	ModeReplay  Mode = "replay"
	ModeImport  Mode = "import"
)

// Header is the first record of a history.
type Header struct {
	Version int       `json:"stdioscope"`
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Mode    Mode      `json:"mode"`
	Label   string    `json:"label,omitempty"`
	Command []string  `json:"command"`
	Dir     string    `json:"cwd"`
	// Env holds the names of the variables given for this session, never values.
	Env []string `json:"env"`
	// Client is the process that started us to stand between it and the server; nil but
	// for ModeWrap.
	Client *ClientProcess `json:"client,omitempty"`
	// Source is the id of the history that was replayed; empty but for ModeReplay.
	Source string `json:"source,omitempty"`
	// Redacted says that masks stand where secrets stood.
	Redacted bool `json:"redacted,omitempty"`
	// Untimed says that nobody knows when the lines crossed: their times tell only when
	// they were imported.
	Untimed bool `json:"untimed,omitempty"`
	// Program is the version of the program that wrote the file.
	Program string `json:"version"`
}

// ClientProcess is the process of a wrapped client. Name is empty where the system
// does not tell it.
type ClientProcess struct {
	PID  int    `json:"pid"`
	Name string `json:"name,omitempty"`
}

// NewHeader describes a session that begins now. What looks like a secret among
// the arguments is masked here, so that it never reaches a file.
func NewHeader(mode Mode, label string, command []string, dir string, env []string, program string, now time.Time) Header {
	command = MaskArgs(command)
	if label == "" {
		label = labelOf(command)
	}
	return Header{
		Version: Version, ID: newID(label, now), Time: now, Mode: mode, Label: label,
		Command: command, Dir: dir, Env: append([]string{}, env...), Program: program,
	}
}

// rewritten gives a header whose texts have gone through a function.
func (h Header) rewritten(text func(string) string) Header {
	h.Label, h.Dir = text(h.Label), text(h.Dir)
	h.Command = slices.Clone(h.Command)
	for i, arg := range h.Command {
		h.Command[i] = text(arg)
	}
	return h
}

// runners are commands that run another one, whose name tells more.
var runners = map[string]bool{
	"npx": true, "npm": true, "node": true, "bun": true, "bunx": true, "deno": true, "pnpm": true, "yarn": true,
	"uv": true, "uvx": true, "pipx": true, "python": true, "python3": true, "go": true, "java": true,
	"sh": true, "bash": true, "env": true, "docker": true, "podman": true,
}

var runnerWords = map[string]bool{"run": true, "exec": true, "dlx": true, "tool": true, "x": true}

// labelOf names a session after its command: the program, or what a runner runs.
func labelOf(command []string) string {
	if len(command) == 0 {
		return "session"
	}
	name := baseName(command[0])
	if !runners[name] {
		return name
	}
	for _, arg := range command[1:] {
		if strings.HasPrefix(arg, "-") || runnerWords[arg] || strings.Contains(arg, mask) {
			continue
		}
		if strings.ContainsAny(arg, " \t\n") {
			break // a script, not a name
		}
		return baseName(arg)
	}
	return name
}

func baseName(path string) string {
	name := filepath.Base(strings.TrimRight(path, "/"))
	for _, suffix := range []string{".exe", ".cmd", ".js", ".mjs", ".py", ".ts", ".sh"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

var notInID = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// idTime is how an id begins.
const idTime = "20060102T150405Z"

// newID gives an id that sorts by time and can be a file name: 20261130T101112Z-everything-4f2a.
func newID(label string, now time.Time) string {
	const most = 40
	name := strings.Trim(notInID.ReplaceAllString(label, "-"), "-.")
	if len(name) > most {
		name = name[:most]
	}
	if name == "" {
		name = "session"
	}
	var salt [2]byte
	_, _ = rand.Read(salt[:]) // never fails (crypto/rand)
	return now.UTC().Format(idTime) + "-" + name + "-" + hex.EncodeToString(salt[:])
}

// mask stands for a secret.
const mask = "•••"

const (
	secretName = `[\w.-]*(?:(?:(?:api|auth)[_-]?key|token|secret|passw(?:or)?d|credential)[\w.-]*|auth(?:orization)?(?:[._-][\w.-]*)?)`
	scheme     = `(?:(?:bearer|basic|digest|token)\s+)?`
)

// secretFlag matches an option or assignment whose value is a secret, and the value.
var secretFlag = regexp.MustCompile(`(?is)^-{0,2}(?:` + secretName + `|(?:[\w.-]*-)?key)(?:=(.*))?$`)

// secretHeader matches a header that is given as one argument, and what is secret of it.
var secretHeader = regexp.MustCompile(`(?is)^[\w-]*(?:key|token|secret|password|auth|authorization|cookie|credential)[\w-]*:\s*` + scheme + `(\S.*)`)

// secretPart matches what is a secret wherever in an argument it stands; of a match with
// a group, it is what the group holds.
var secretPart = regexp.MustCompile(`\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|sk-[A-Za-z0-9_-]{16,}|xox[abprs]-[A-Za-z0-9-]{10,}|AKIA[A-Z0-9]{16}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+)` +
	`|://[^/\s:@]*:([^/\s@]+)@` + // in a URL, as its query and other assignments
	`|(?i:(?:[?&;,\s"']` + secretName + `|[?&](?:key|sig|signature))=["']?([^&;#\s"'\\]+))` +
	`|(?i:"` + secretName + `"\s*:\s*"` + scheme + `((?:[^"\\]|\\.)+))` + // in JSON, and JSON within it
	`|(?i:\\"` + secretName + `\\+"\s*:\s*\\+"` + scheme + `([^"\\]+))` +
	`|(?i:bearer\s+([^\s"']{8,}))`)

// masked matches what others or we have put in place of a secret before.
var masked = regexp.MustCompile(`^(?:` + mask + `|\[redacted:[0-9a-f]{8}\])$`)

// MaskArgs hides values of arguments that look like secrets. What is masked already stays.
func MaskArgs(args []string) []string {
	out := make([]string, len(args))
	for i, secrets := range secretsOf(args) {
		out[i] = args[i]
		for _, s := range slices.Backward(secrets) {
			out[i] = out[i][:s.Start] + mask + out[i][s.End:]
		}
	}
	return out
}

// SecretArgs gives the parts of arguments that a header masks, for masking them
// wherever else they turn up.
func SecretArgs(args []string) []string {
	var texts []string
	for i, secrets := range secretsOf(args) {
		for _, s := range secrets {
			texts = append(texts, args[i][s.Start:s.End])
		}
	}
	return texts
}

// secretsOf gives for each argument where secrets stand in it, in order.
func secretsOf(args []string) [][]framing.Span {
	secrets := make([][]framing.Span, len(args))
	given := false // by the option before
	for i, arg := range args {
		given = given && !strings.HasPrefix(arg, "-")
		secrets[i] = secretsIn(arg, given)
		given = !given && strings.HasPrefix(arg, "-") && secretFlag.MatchString(arg) && !strings.Contains(arg, "=")
	}
	return secrets
}

func secretsIn(arg string, given bool) (secrets []framing.Span) {
	var matches [][]int
	if given {
		matches = [][]int{{0, len(arg)}}
	} else if m := secretHeader.FindStringSubmatchIndex(arg); m != nil {
		matches = [][]int{m}
	} else if m := secretFlag.FindStringSubmatchIndex(arg); m != nil {
		matches = [][]int{m[2:]}
	} else {
		matches = secretPart.FindAllStringSubmatchIndex(arg, -1)
	}
	for _, m := range matches {
		s := lastGroup(m)
		if s.Start < s.End && !masked.MatchString(arg[s.Start:s.End]) {
			secrets = append(secrets, s)
		}
	}
	return secrets
}

// lastGroup gives where the last group that took part in a match stands; the match as a
// whole if none did.
func lastGroup(match []int) framing.Span {
	for n := len(match); n > 0; n -= 2 {
		if match[n-1] >= 0 {
			return framing.Span{Start: match[n-2], End: match[n-1]}
		}
	}
	return framing.Span{}
}
