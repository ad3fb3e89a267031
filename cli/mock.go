package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"stdioscope/session/mock"
)

func newMock() *cobra.Command {
	var source historyArg
	var speed float64
	cmd := &cobra.Command{
		Use:   "mock [flags] [HISTORY]",
		Short: "Play the server of a history to a client",
		Long: "Be the server that HISTORY has recorded (a path, an id or its unique beginning; without\n" +
			"one, the newest): answer the requests that come on stdin as they were answered then, by\n" +
			"method, name and arguments, with the client's own ids, after as long as it took then,\n" +
			"and with the notifications and lines on stderr that came with them. What was not asked\n" +
			"then is told on stderr.",
		Example: "  stdioscope mock bug.jsonl\n" +
			"  stdioscope -- stdioscope mock --speed 0 bug.jsonl",
		Args: atMostOneHistory,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if speed < 0 {
				return usage("--speed cannot be negative")
			}
			if len(args) > 0 && args[0] == "-" {
				return usage("the history cannot come from stdin: there the client speaks")
			}
			j, err := source.open(args)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			reportDamage(j, source.name)
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			script, err := mock.NewScript(ctx, j)
			if err != nil {
				return usage("mock %s: %w", source.name, err)
			}
			code, err := mock.Serve(ctx, script, os.Stdin, os.Stdout, os.Stderr, mock.Options{Speed: speed})
			if err != nil {
				return fmt.Errorf("%w", err)
			}
			if code != 0 {
				return statusError(code)
			}
			return nil
		},
	}
	cmd.Flags().Float64Var(&speed, "speed", 1, "answer `N` times as fast as then; 0 for at once")
	source.register(cmd.Flags())
	return cmd
}
