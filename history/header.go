package history

import (
	"crypto/rand"
	"encoding/hex"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
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

// secretFlag matches an option or assignment whose value is a secret.
var secretFlag = regexp.MustCompile(`(?i)^(-{0,2}[\w.-]*(?:api[_-]?key|apikey|(?:^|-)key$|token|secret|passw(?:or)?d|credential|auth(?:orization)?)[\w.-]*)(=(.*))?$`)

// secretHeader matches a header that is given as one argument.
var secretHeader = regexp.MustCompile(`(?i)^([\w-]*(?:key|token|secret|password|auth|authorization|cookie|credential)[\w-]*):\s*\S`)

// secretValue matches a word that is a secret by its looks.
var secretValue = regexp.MustCompile(`\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|sk-[A-Za-z0-9_-]{16,}|xox[abprs]-[A-Za-z0-9-]{10,}|AKIA[A-Z0-9]{16}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+)|://[^/\s:@]+:[^/\s@]+@|(?i:bearer\s+\S{8,})`)

// MaskArgs hides values of arguments that look like secrets.
func MaskArgs(args []string) []string {
	out := make([]string, len(args))
	maskNext := false
	for i, arg := range args {
		out[i], maskNext = maskArg(arg, maskNext)
	}
	return out
}

// SecretArgs gives the parts of arguments that a header masks, for masking them
// wherever else they turn up.
func SecretArgs(args []string) []string {
	var secrets []string
	for i, masked := range MaskArgs(args) {
		before, after, found := strings.Cut(masked, mask)
		if found && masked != args[i] && len(before)+len(after) <= len(args[i]) {
			secrets = append(secrets, args[i][len(before):len(args[i])-len(after)])
		}
	}
	return secrets
}

func maskArg(arg string, isValue bool) (masked string, nextIsValue bool) {
	if isValue && !strings.HasPrefix(arg, "-") {
		return mask, false
	}
	if m := secretHeader.FindStringSubmatch(arg); m != nil {
		return m[1] + ": " + mask, false
	}
	if m := secretFlag.FindStringSubmatch(arg); m != nil {
		if m[2] != "" {
			return m[1] + "=" + mask, false
		}
		return arg, strings.HasPrefix(arg, "-")
	}
	return secretValue.ReplaceAllString(arg, mask), false
}
