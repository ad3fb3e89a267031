package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"stdioscope/history"
	"stdioscope/session/process"
	"stdioscope/session/wrap"
)

func newWrap() *cobra.Command {
	var start startFlags
	cmd := &cobra.Command{
		Use:   "wrap [flags] [--] CMD [ARG...]",
		Short: "Stand between a client and CMD, and record what crosses",
		Long: "Stand between a client and CMD: put it before the server's command in the client's\n" +
			"configuration. Bytes pass untouched in both directions and on stderr, as do the end of\n" +
			"input, SIGTERM and the exit status; `stdioscope open -f` shows them in another terminal.\n\n" +
			"Nothing is sent on anybody's behalf, so flags about the handshake and about answers\n" +
			"change nothing here.",
		Example: "  stdioscope wrap npx -y @modelcontextprotocol/server-everything stdio\n" +
			"  stdioscope wrap --label files -- mcp-server-filesystem ~/notes",
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("no command given to stand before: stdioscope wrap CMD [ARG...]")
			}
			return wrapCommand(start, args)
		},
	}
	start.register(cmd.Flags())
	cmd.Flags().SetInterspersed(false)
	return cmd
}

// statusError is a status to exit with when there is nothing more to say: that of a
// wrapped server, or that of an answer which was shown.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func wrapCommand(flags startFlags, command []string) error {
	cfg, err := flags.config(command)
	if err != nil {
		return err
	}
	if len(flags.restartOn) > 0 {
		return usage("--restart-on-change: only the client can start a wrapped server anew")
	}
	if _, err := flags.options(command); err != nil {
		return err
	}
	if err := checkRecord(flags.record); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	status, err := wrap.Run(wrap.Config{
		Command:  process.Command{Args: command, Dir: cfg.Dir, Env: cfg.Env, CleanEnv: cfg.CleanEnv},
		Recorder: []string{self, recorderName}, Setup: setupOf(flags, cfg), Grace: cfg.Grace,
	}, wrap.Client{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	switch {
	case err != nil:
		return fmt.Errorf("%w", err)
	case status != 0:
		return statusError(status)
	}
	return nil
}

// checkRecord checks the file that was asked for. Of one that another session is being
// recorded into the recorder decides.
func checkRecord(path string) error {
	if path == "" {
		return nil
	}
	if err := history.CheckFile(path); err != nil && !errors.Is(err, history.ErrInUse) {
		return fmt.Errorf("%w", err)
	}
	return nil
}
