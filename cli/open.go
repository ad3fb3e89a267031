package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"stdioscope/ui"
)

func newOpen() *cobra.Command {
	return &cobra.Command{
		Use:   "open [HISTORY]",
		Short: "Look at a saved history",
		Long: "Look at a saved history: a path, an id or its unique beginning, or - for stdin;\n" +
			"without one, the newest.",
		Args: atMostOneHistory,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := needTerminal(); err != nil {
				return err
			}
			j, err := openHistory(args)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			return ui.Run(cmd.Context(), j, nil, ui.Options{})
		},
	}
}
