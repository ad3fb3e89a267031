// Package demo is a small MCP server: what `stdioscope demo` inspects, and a
// peer for tests. It speaks the handshake of the legacy revisions and the
// stateless requests of 2026-07-28, both on one stream.
//
// The contract: Serve reads one message a line and never waits for its own
// output, so a client that is slow to read cannot lock it up. Tools that need no
// time are answered in the order in which they were asked for; those that wait
// run beside each other. Nothing is random: the same lines in give the same lines
// out, apart from how answers of waiting tools interleave.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"stdioscope/mcp"
)

// Options are what can be chosen about the server.
type Options struct {
	// Version is the server's own version, as it tells its clients.
	Version string
	// Misbehave prints a banner on stdout before anything else and offers tools
	// that break the protocol.
	Misbehave bool
}

// The causes for which the context of a tool ends.
var (
	errCancelled = errors.New("the client cancelled the request")
	errEnded     = errors.New("the server is ending")
)

// drainLimit is how long Serve waits at its end for output that nobody takes.
const drainLimit = time.Second

// server is the state of one process. All of it belongs to the goroutine of
// Serve, except what has a lock of its own.
type server struct {
	opt    Options
	tools  []tool
	out    *outbox
	stderr *stderr
	peer   *peer
	flight *flight
	calls  sync.WaitGroup

	session *session
	streams []stream
	notes   []string
	// exit is the exit code once a tool asked for the end.
	exit *int
}

// Serve answers what comes in until the input ends or ctx is done, and gives the
// exit code that the process should have: 0, 1 when a stream failed, or what a
// misbehaving tool asked for. What was asked for before the end is answered,
// except by tools that would make it wait. At an end other than that of the
// input, one goroutine stays with the read that it is in until the caller closes
// the input or the process ends; the same holds for a write that nobody takes
// within a second.
func Serve(ctx context.Context, in io.Reader, out, errOut io.Writer, opt Options) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(errEnded)
	s := newServer(ctx, out, errOut, opt)
	if opt.Misbehave {
		s.out.put([]byte(banner))
	}
	s.stderr.say("stdioscope demo server %s: waiting for messages on stdin", opt.Version)
	code := s.run(ctx, readLines(ctx, in))
	cancel(errEnded)
	s.drain()
	return code
}

func newServer(ctx context.Context, out, errOut io.Writer, opt Options) *server {
	s := &server{
		opt:    opt,
		tools:  goodTools(),
		out:    newOutbox(out),
		stderr: &stderr{w: errOut},
		flight: newFlight(ctx),
	}
	s.peer = newPeer(s.out)
	if opt.Misbehave {
		s.tools = append(s.tools, badTools()...)
	}
	return s
}

func (s *server) run(ctx context.Context, in *input) int {
	for s.exit == nil {
		select {
		case line, ok := <-in.lines:
			if !ok {
				return s.inputEnded(in.err)
			}
			s.line(line)
		case <-ctx.Done():
			return 0
		case <-s.out.failed:
			s.stderr.say("stdout cannot be written: the client is gone")
			return 1
		}
	}
	return *s.exit
}

func (s *server) inputEnded(err error) int {
	if !errors.Is(err, io.EOF) {
		s.stderr.say("stdin cannot be read: %v", err)
		return 1
	}
	s.stderr.say("stdin has ended, so do I")
	return 0
}

// drain lets the tools that still run see the end, closes the streams as the
// specification asks for and writes what is left.
func (s *server) drain() {
	done := make(chan struct{})
	// Ends when all tools have, which heed the context, and the outbox is empty;
	// or with the process when somebody does not read our output.
	go func() {
		defer close(done)
		s.calls.Wait()
		s.endStreams()
		s.out.close()
	}()
	select {
	case <-done:
	case <-time.After(drainLimit):
	}
}

// stderr keeps the lines of several tools apart.
type stderr struct {
	mu sync.Mutex
	w  io.Writer
}

// say writes a line. That it fails changes nothing: there is nobody to tell.
func (e *stderr) say(format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, _ = fmt.Fprintf(e.w, format+"\n", args...)
}

// info is the Implementation object that introduces the server.
func (s *server) info(revision string) object {
	info := object{{"name", "stdioscope-demo"}, {"version", s.opt.Version}}
	if revision >= mcp.Revision20250618 {
		info = append(info, member{"title", "stdioscope demo server"})
	}
	return info
}

// capabilities are those of the server in a revision; completion had none at first.
func capabilities(revision string) object {
	caps := object{
		{"tools", object{}},
		{"resources", object{{"subscribe", true}}},
		{"prompts", object{}},
		{"logging", object{}},
	}
	if revision >= mcp.Revision20250326 {
		caps = append(caps, member{"completions", object{}})
	}
	return caps
}

const instructions = "A server to look at: call echo for a quick answer, slow for progress, " +
	"chatter for lines on stderr, ask_user to be asked something."
