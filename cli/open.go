package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stdioscope/ui"
)

func newOpen() *cobra.Command {
	var follow bool
	var source historyArg
	cmd := &cobra.Command{
		Use:   "open [flags] [HISTORY]",
		Short: "Look at a saved history",
		Long: "Look at a saved history: a path, an id or its unique beginning, or - for stdin;\n" +
			"without one, the newest.",
		Args: atMostOneHistory,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := needTerminal(); err != nil {
				return err
			}
			begin := source.begin
			if follow {
				begin = source.follow
			}
			j, err := begin(args)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			if err := ui.Run(cmd.Context(), j, nil, ui.Options{Follow: j.Follows()}); err != nil {
				return fmt.Errorf("%w", err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on with what another process appends")
	source.register(cmd.Flags())
	return cmd
}
