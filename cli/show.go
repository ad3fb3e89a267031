package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"stdioscope/framing/printable"
	"stdioscope/history"
	"stdioscope/history/exports"
)

// formats are the ways in which a history is printed; positions are those of the
// events to print, nil for all.
var formats = map[string]func(w io.Writer, j *history.Journal, positions []int) error{
	"text": history.ShowText, "json": history.ShowJSON, "raw": history.ShowRaw,
	"exchanges": exports.JSON, "markdown": exports.Markdown, "mermaid": exports.Mermaid, "html": exports.HTML,
}

const formatNames = "text, json, raw, exchanges (JSON), markdown, mermaid or html"

func newShow() *cobra.Command {
	var format string
	var source historyArg
	cmd := &cobra.Command{
		Use:   "show [flags] [HISTORY]",
		Short: "Print a history",
		Long: "Print a history: a path, an id or its unique beginning, or - for stdin; without\n" +
			"one, the newest.",
		Args: atMostOneHistory,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			show, ok := formats[format]
			if !ok {
				return usage("--format %q: it is one of %s", format, formatNames)
			}
			j, err := source.open(args)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			reportDamage(j)
			if err := show(cmd.OutOrStdout(), j, nil); err != nil {
				return fmt.Errorf("%w", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", formatNames)
	source.register(cmd.Flags())
	return cmd
}

func atMostOneHistory(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage("one history at a time, but there is %s too", strings.Join(args[1:], " "))
	}
	return nil
}

// reportDamage says on stderr what could not be read.
func reportDamage(j *history.Journal) {
	for _, d := range j.Damage() {
		fmt.Fprintf(os.Stderr, "stdioscope: skipped %d bytes at byte %d of the history: %s\n", d.Bytes, d.Offset, printable.Text([]byte(d.Reason)))
	}
}
