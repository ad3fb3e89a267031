package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stdioscope/framing/printable"
	"stdioscope/history"
)

func newShow() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "show [flags] [HISTORY]",
		Short: "Print a history",
		Long: "Print a history: a path, an id or its unique beginning, or - for stdin; without\n" +
			"one, the newest.",
		Args: atMostOneHistory,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if !slices.Contains(history.Formats(), history.Format(format)) {
				return usage("--format %q: it is text, json or raw", format)
			}
			j, err := openHistory(args)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			reportDamage(j)
			if err := history.Show(cmd.OutOrStdout(), j, history.Format(format)); err != nil {
				return fmt.Errorf("%w", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", string(history.FormatText), "text, json or raw")
	return cmd
}

func atMostOneHistory(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage("one history at a time, but there is %s too", strings.Join(args[1:], " "))
	}
	return nil
}

// openHistory opens what the arguments mean.
func openHistory(args []string) (*history.Journal, error) {
	if len(args) > 0 && args[0] == "-" {
		j, err := history.Read(os.Stdin)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return j, nil
	}
	path, err := findHistory(args)
	if err != nil {
		return nil, err
	}
	j, err := history.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return j, nil
}

func findHistory(args []string) (string, error) {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	path, err := history.Find(name)
	if err != nil {
		return "", fmt.Errorf("%w", err)
	}
	return path, nil
}

// reportDamage says on stderr what could not be read.
func reportDamage(j *history.Journal) {
	for _, d := range j.Damage() {
		fmt.Fprintf(os.Stderr, "stdioscope: skipped %d bytes at byte %d of the history: %s\n", d.Bytes, d.Offset, printable.Text([]byte(d.Reason)))
	}
}
