package cli

import (
	"encoding/json"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/session"
)

// maxMaxLine is the longest line that a history can hold whole: base64 makes a line
// longer by a third, and a record is read up to a gibibyte.
var maxMaxLine = byteSize(512 << 20)

// startFlags are the flags of every command that starts a server.
type startFlags struct {
	env         []string
	dir         string
	cleanEnv    bool
	protocol    string
	noHandshake bool
	record      string
	noRecord    bool
	label       string
	grace       time.Duration
	timeout     time.Duration
	roots       []string
	maxLine     byteSize
	restartOn   []string
	answers     []string
	redact      redactFlags
}

func (f *startFlags) register(flags *pflag.FlagSet) {
	f.maxLine = framing.DefaultMaxLine
	flags.StringArrayVarP(&f.env, "env", "e", nil, "set a variable for the server, `KEY=VALUE` (may be repeated)")
	flags.StringVar(&f.dir, "cwd", "", "start the server in `DIR`")
	flags.BoolVar(&f.cleanEnv, "clean-env", false, "give the server only the variables that MCP clients pass")
	flags.StringVar(&f.protocol, "protocol", session.ProtocolAuto, "auto, legacy, or a `REVISION` such as "+mcp.LatestLegacy)
	flags.BoolVar(&f.noHandshake, "no-handshake", false, "send nothing unasked")
	flags.StringVar(&f.record, "record", "", "record into `FILE`; a history gets a session appended")
	flags.BoolVar(&f.noRecord, "no-record", false, "keep no history")
	flags.StringVar(&f.label, "label", "", "call the session `NAME`")
	flags.DurationVar(&f.grace, "grace", session.DefaultGrace, "how long each step of the shutdown waits")
	flags.DurationVar(&f.timeout, "timeout", session.DefaultTimeout, "when to note that the handshake is unanswered")
	flags.StringArrayVar(&f.roots, "root", nil, "a `DIR` that roots/list is answered with (may be repeated)")
	f.redact.register(flags, "record masks in place of secrets")
	flags.StringArrayVar(&f.answers, "answer", nil, "answer requests of the server, `METHOD=HOW`: ask, decline, refuse, or a file with the result (may be repeated)")
	flags.StringArrayVar(&f.restartOn, "restart-on-change", nil, "start the server anew when `PATH` changes, a file or a directory (may be repeated)")
	flags.Var(&f.maxLine, "max-line", "keep lines up to `SIZE` whole (bytes, or 64k, 64MiB)")
}

// config checks the flags and makes a session's configuration of them.
func (f *startFlags) config(command []string) (session.Config, error) {
	for _, pair := range f.env {
		if name, _, ok := strings.Cut(pair, "="); !ok || name == "" {
			return session.Config{}, usage("-e %q: it has the form KEY=VALUE", pair)
		}
	}
	if f.protocol != session.ProtocolAuto && f.protocol != session.ProtocolLegacy && !mcp.Known(f.protocol) {
		return session.Config{}, usage("--protocol %q: it is auto, legacy or one of %s", f.protocol, strings.Join(mcp.Revisions(), ", "))
	}
	if f.record != "" && f.noRecord {
		return session.Config{}, usage("--record and --no-record exclude each other")
	}
	if f.maxLine > maxMaxLine {
		return session.Config{}, usage("--max-line %s: at most %s", f.maxLine.String(), maxMaxLine.String())
	}
	if f.grace < 0 || f.timeout < 0 {
		return session.Config{}, usage("--grace and --timeout cannot be negative")
	}
	answers, err := answersOf(f.answers)
	if err != nil {
		return session.Config{}, err
	}
	return session.Config{
		Command: command, Answers: answers, Dir: f.dir, Env: f.env, CleanEnv: f.cleanEnv,
		Handshake: !f.noHandshake, Protocol: f.protocol, Roots: f.roots,
		Grace: f.grace, Timeout: f.timeout, MaxLine: int(f.maxLine),
		ClientName: "stdioscope", ClientVersion: version(), Guard: guardCommand(), RestartOn: f.restartOn,
	}, nil
}

// answersOf reads the values of --answer.
func answersOf(pairs []string) (map[string]session.Answer, error) {
	answers := map[string]session.Answer{}
	for _, pair := range pairs {
		method, how, ok := strings.Cut(pair, "=")
		if !ok || method == "" || how == "" {
			return nil, usage("--answer %q: it has the form METHOD=HOW", pair)
		}
		switch how {
		case "ask":
			answers[method] = session.Ask
		case "decline":
			answers[method] = session.Decline
		case "refuse":
			answers[method] = session.Refuse
		default:
			result, err := os.ReadFile(how)
			if err != nil {
				return nil, usage("--answer %s: it is ask, decline, refuse or a file: %w", pair, err)
			}
			if !json.Valid(result) {
				return nil, usage("--answer %s: the file holds no JSON", pair)
			}
			answers[method] = session.Canned(result)
		}
	}
	return answers, nil
}

// options says how a session is recorded.
func (f *startFlags) options(command []string) (history.Options, error) {
	opt := history.Options{File: f.record, Discard: f.noRecord}
	rules, err := f.redact.rules(f.env)
	if rules != nil {
		addSecretArgs(rules, command)
		opt.Redact = rules.Line
	}
	return opt, err
}
