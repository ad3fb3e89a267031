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
			j, err := beginHistory(args, follow)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			if err := ui.Run(cmd.Context(), j, nil, ui.Options{Follow: follow}); err != nil {
				return fmt.Errorf("%w", err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on with what another process appends")
	return cmd
}

// beginHistory starts to read what the arguments mean, so that a large history is
// seen at once.
func beginHistory(args []string, follow bool) (*history.Journal, error) {
	if len(args) > 0 && args[0] == "-" {
		return openHistory(args)
	}
	path, err := findHistory(args)
	if err != nil {
		return nil, err
	}
	j, err := history.Begin(path, follow)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return j, nil
}
