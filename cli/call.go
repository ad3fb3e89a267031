package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"stdioscope/framing/printable"
	"stdioscope/session"
	"stdioscope/session/call"
)

func newCall() *cobra.Command {
	var start startFlags
	var allPages bool
	cmd := &cobra.Command{
		Use:   "call [flags] METHOD [PARAMS] -- CMD [ARG...]",
		Short: "Send one request and print its result",
		Long: "Start CMD, do the handshake, send one request, and print the result member of the\n" +
			"answer, byte for byte. Progress and log messages go to stderr, as does an error object.\n\n" +
			"PARAMS is a JSON object, @FILE or - (stdin); or the members one by one: key=text,\n" +
			"key:=json. For tools/call and prompts/get the name comes first, and the members are\n" +
			"its arguments.\n\n" +
			"--timeout is how long the server may be silent, in the handshake and then again.\n" +
			"Exit codes: 0 done, 1 the answer is an error (or isError), 3 not started, 4 the\n" +
			"server ended early, 5 time-out, 128 and the signal's number where a signal ended it.",
		Example: "  stdioscope call tools/list --all-pages -- npx -y @modelcontextprotocol/server-everything stdio\n" +
			"  stdioscope call tools/call add a:=1 b:=2 -- python3 server.py\n" +
			"  stdioscope call resources/read uri=file:///notes.txt -- mcp-server-filesystem ~/notes\n" +
			"  stdioscope call --answer elicitation/create=yes.json tools/call ask -- ./server",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			words, command, err := splitAtDash(cmd, args)
			if err != nil {
				return err
			}
			if len(words) == 0 {
				return usage("no method given to call: stdioscope call METHOD [PARAMS] -- CMD [ARG...]")
			}
			params, err := paramsOf(words[0], words[1:], os.Stdin)
			if err != nil {
				return err
			}
			if allPages && !call.HasPages(words[0]) {
				return usage("--all-pages: the answer to %s has no pages", words[0])
			}
			request := call.Request{Method: words[0], Params: params, AllPages: allPages, Timeout: start.timeout}
			return callServer(cmd.Context(), start, command, request)
		},
	}
	start.register(cmd.Flags())
	cmd.Flags().Lookup("timeout").Usage = "how long the server may be silent; 0 for ever"
	cmd.Flags().BoolVar(&allPages, "all-pages", false, "ask for all pages of a list, and print them as one")
	return cmd
}

// splitAtDash gives what stands before -- and the command behind it.
func splitAtDash(cmd *cobra.Command, args []string) (words, command []string, err error) {
	dash := cmd.ArgsLenAtDash()
	if dash < 0 || dash == len(args) {
		return nil, nil, usage("no command given behind --: %s", cmd.UseLine())
	}
	return args[:dash], args[dash:], nil
}

func callServer(ctx context.Context, flags startFlags, command []string, r call.Request) error {
	cfg, opt, err := flags.once(command)
	if err != nil {
		return err
	}
	cfg.Eras, cfg.Listener = eras(), session.NewListener()
	r.Respond = func(method string) ([]byte, bool) { return cfg.Respond(method) }
	r.Hear = func(h session.Heard) {
		if line, ok := call.Told(h); ok {
			fmt.Fprintln(os.Stderr, line)
		}
	}
	return converse(ctx, cfg, flags.label, opt, func(ctx context.Context, s *session.Session) error {
		answer, err := call.Do(ctx, s, cfg.Listener, r)
		if written := printAnswer(answer); err == nil {
			err = written
		}
		switch {
		case err != nil:
			return fmt.Errorf("%w", err)
		case answer.Failed():
			return statusError(exitDiffers)
		}
		return nil
	})
}

func printAnswer(a call.Answer) error {
	if a.Malformed {
		fmt.Fprintln(os.Stderr, "stdioscope: the answer is malformed: a strict client would not take it (see `stdioscope show`)")
	}
	if a.Error != nil {
		return printRaw(os.Stderr, a.Error)
	}
	if a.Result != nil {
		return printRaw(os.Stdout, a.Result)
	}
	return nil
}

// printRaw writes raw JSON as it came: on one line, as a message spread over lines must
// become, and made printable for a terminal.
func printRaw(f *os.File, raw []byte) error {
	var line bytes.Buffer
	if bytes.ContainsAny(raw, "\r\n") && json.Compact(&line, raw) == nil {
		raw = line.Bytes()
	}
	if isTerminal(f) {
		raw = []byte(printable.Text(raw))
	}
	if _, err := io.Writer(f).Write(append(bytes.Clone(raw), '\n')); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
