package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stdioscope/history"
	"stdioscope/ui"
)

func newOpen() *cobra.Command {
	var follow bool
	var source historyArg
	cmd := &cobra.Command{
		Use:   "open [flags] [HISTORY]",
		Short: "Look at a saved history",
		Long: "Look at a saved history: a path, an id or its unique beginning, or - for stdin;\n" +
			"without one, the newest. With -f and without one, choose among the sessions, live\n" +
			"ones first; new ones appear by themselves.",
		Args: atMostOneHistory,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := needTerminal(); err != nil {
				return err
			}
			j, err := source.look(args, follow)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			opt := ui.Options{Follow: j.Follows() || follow && len(args) == 0}
			if sessions, err := history.WatchCatalogue(); err == nil { // else there is only the one
				defer func() { _ = sessions.Close() }() // it was only read
				opt.Sessions = sessions
			}
			if err := ui.Run(cmd.Context(), j, nil, opt); err != nil {
				return fmt.Errorf("%w", err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on with what another process appends")
	source.register(cmd.Flags())
	return cmd
}
