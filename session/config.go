package session

import (
	"errors"
	"io"
	"time"

	"stdioscope/mcp"
	"stdioscope/session/process"
)

// Defaults of a Config.
const (
	DefaultGrace   = 2 * time.Second
	DefaultTimeout = 60 * time.Second
)

// Protocol choices beside a revision by name.
const (
	ProtocolAuto   = "auto"
	ProtocolLegacy = "legacy"
)

// ErrEnded is returned by Send when there is no server to send to.
var ErrEnded = errors.New("the server has ended")

// Config says what to start and how to talk to it.
type Config struct {
	// Command is the program and its arguments, passed on untouched.
	Command []string
	// Dir is the working directory; empty for ours.
	Dir string
	// Env are variables, KEY=VALUE, on top of those that the child gets anyway.
	Env []string
	// CleanEnv gives the child only the variables that MCP clients pass.
	CleanEnv bool
	// Handshake opens the session on the user's behalf.
	Handshake bool
	// Protocol is ProtocolAuto, ProtocolLegacy or a revision by name.
	Protocol string
	// Roots are the directories that roots/list is answered with; the capability
	// is declared only when there are any.
	Roots []string
	// Answers says how requests of the server are answered, by method; those without
	// an entry get ping's empty result, the roots, or an error that refuses them.
	Answers map[string]Answer
	// LeaveOpen leaves requests of the server open that Answers say nothing about: who
	// speaks for the client does so alone.
	LeaveOpen bool
	// Client is how our requests introduce us; nil for our name and version, with what
	// will be answered declared.
	Client *mcp.Client
	// Source is the id of the history that is replayed; empty for none.
	Source string
	// Listener hears all from the first event on; nil for none.
	Listener *Listener
	// Output gets a copy of what the server writes to stdout, as it came; nil for nobody.
	// One that does not take it makes the server wait, one that fails ends the reading.
	Output io.Writer
	// Eras remembers what the probing found out.
	Eras Eras
	// Guard is a command that calls process.BeGuard with its standard input: with
	// it the server's group ends even when we are killed. Empty for none.
	Guard []string
	// RestartOn are files and directories; when one changes, the server is started anew.
	RestartOn []string
	// Grace is how long each step of the shutdown waits.
	Grace time.Duration
	// Timeout is how long the handshake may take before that is noted; 0 for ever.
	Timeout time.Duration
	// MaxLine is the longest line kept whole, in bytes.
	MaxLine int
	// OnPanic is told of a panic on one of the session's goroutines, which is then
	// not to be trusted any more: Kill ends it. nil lets the panic go on.
	OnPanic func(error)
	// ClientName and ClientVersion are what the handshake says of us.
	ClientName, ClientVersion string
}

// command is what to start.
func (cfg Config) command() process.Command {
	return process.Command{Args: cfg.Command, Dir: cfg.Dir, Env: cfg.Env, CleanEnv: cfg.CleanEnv}
}
