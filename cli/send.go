package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/framing/printable"
	"stdioscope/session"
	"stdioscope/session/send"
)

func newSend() *cobra.Command {
	var start startFlags
	var wait time.Duration
	var handshake bool
	cmd := &cobra.Command{
		Use:   "send [flags] [--] CMD [ARG...]",
		Short: "Send raw lines from stdin, print all that comes back",
		Long: "Start CMD, send it the lines of stdin byte for byte and in order, whatever they are,\n" +
			"and print all that it writes to its stdout as it came. Nothing is sent on anybody's\n" +
			"behalf, unless --handshake or --answer says so.\n\n" +
			"When the input has ended, the last answers are waited for, and then the server's\n" +
			"input is closed. Exit codes: 0 done, 1 the handshake was refused, 3 not started, 4 the\n" +
			"server ended early, 5 requests were still unanswered.",
		Example: "  stdioscope send -- python3 server.py < lines.jsonl\n" +
			"  echo '{broken' | stdioscope send --handshake -- ./server",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("no command given to send to: stdioscope send CMD [ARG...]")
			}
			if wait < 0 {
				return usage("--wait cannot be negative")
			}
			start.noHandshake = !handshake
			return sendTo(cmd.Context(), start, args, wait)
		},
	}
	start.register(cmd.Flags())
	_ = cmd.Flags().MarkHidden("no-handshake") // it is the default; the flag is there
	cmd.Flags().BoolVar(&handshake, "handshake", false, "do the handshake before the first line")
	cmd.Flags().DurationVar(&wait, "wait", 10*time.Second, "how long the last answers are waited for")
	cmd.Flags().SetInterspersed(false)
	return cmd
}

func sendTo(ctx context.Context, flags startFlags, command []string, wait time.Duration) error {
	cfg, opt, err := flags.once(command)
	if err != nil {
		return err
	}
	cfg.Eras, cfg.Listener, cfg.Output = eras(), session.NewListener(), terminalSafe(os.Stdout)
	cfg.LeaveOpen = !cfg.Handshake
	return converse(ctx, cfg, flags.label, opt, func(ctx context.Context, s *session.Session) error {
		err := send.Do(ctx, s, cfg.Listener, os.Stdin, send.Options{Wait: wait, Handshake: cfg.Timeout})
		if err != nil {
			return fmt.Errorf("%w", err)
		}
		return nil
	})
}

// terminalSafe gives the file itself, or for a terminal one that shows lines which command
// it nothing.
func terminalSafe(f *os.File) io.Writer {
	if isTerminal(f) {
		return &printableLines{to: f}
	}
	return f
}

// printableLines makes whole lines printable; what stands without a line end waits.
type printableLines struct {
	to   io.Writer
	tail []byte
}

// Write takes a piece of the stream.
func (p *printableLines) Write(piece []byte) (int, error) {
	p.tail = append(p.tail, piece...)
	for {
		line, rest, ok := bytes.Cut(p.tail, []byte("\n"))
		if !ok {
			return len(piece), nil
		}
		if _, err := fmt.Fprintln(p.to, printable.Text(line)); err != nil {
			return 0, fmt.Errorf("print: %w", err)
		}
		p.tail = bytes.Clone(rest)
	}
}
