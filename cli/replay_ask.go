package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"stdioscope/framing/printable"
	"stdioscope/session/replay"
)

// gate holds calls of destructive tools back: they are asked about where there is somebody
// to ask.
func (r *replaying) gate(p *progress) func(context.Context, replay.Question) (replay.Decision, error) {
	if r.yes {
		return nil
	}
	return func(ctx context.Context, q replay.Question) (replay.Decision, error) {
		switch {
		case !q.Destructive || r.all:
			return replay.Send, nil
		case !isTerminal(os.Stdin) || !isTerminal(os.Stderr):
			return replay.Skip, nil
		}
		p.clear()
		fmt.Fprintf(os.Stderr, "%s is marked as destructive: %s\n",
			printable.Text([]byte(strings.Join(q.Tools, ", "))), printable.Text(q.Line[:min(len(q.Line), 500)]))
		return r.ask(ctx)
	}
}

// ask asks until it is answered. The end of the input is no.
func (r *replaying) ask(ctx context.Context) (replay.Decision, error) {
	for {
		fmt.Fprint(os.Stderr, "Send it? [y]es, [n]o, [a]ll, [q]uit: ")
		word, more, err := r.asks.line(ctx)
		if err != nil {
			return replay.Stop, err
		}
		switch strings.ToLower(strings.TrimSpace(word)) {
		case "y", "yes":
			return replay.Send, nil
		case "a", "all":
			r.all = true
			return replay.Send, nil
		case "q", "quit":
			return replay.Stop, nil
		case "n", "no":
			return replay.Skip, nil
		}
		if !more {
			return replay.Skip, nil
		}
	}
}

// asker reads answers from a terminal.
type asker struct {
	in    *bufio.Reader
	lines chan answerLine
}

type answerLine struct {
	text string
	more bool
}

func newAsker(in io.Reader) *asker {
	return &asker{in: bufio.NewReader(in), lines: make(chan answerLine, 1)}
}

// line reads a line, unless a signal ends the wait: no read of a terminal ends for that.
func (a *asker) line(ctx context.Context) (text string, more bool, err error) {
	go func() { // ends with the line; after a signal, with the program
		text, err := a.in.ReadString('\n')
		a.lines <- answerLine{text, err == nil}
	}()
	select {
	case l := <-a.lines:
		return l.text, l.more, nil
	case <-ctx.Done():
		fmt.Fprintln(os.Stderr)
		return "", false, fmt.Errorf("ask: %w", context.Cause(ctx))
	}
}
