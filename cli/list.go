package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"stdioscope/framing/printable"
	"stdioscope/history"
)

func newList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the saved histories, newest first",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := history.List()
			if err != nil {
				return fmt.Errorf("%w", err)
			}
			slices.Reverse(all)
			return writeList(cmd.OutOrStdout(), all)
		},
	}
}

func writeList(w io.Writer, all []history.Saved) error {
	if len(all) == 0 {
		return nil
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "ID\tTIME\tLABEL\tEVENTS\tFINDINGS\tENDED\tSIZE\tCOMMAND") // a tabwriter keeps its first error for Flush
	for _, s := range all {
		h := s.Header
		row := []string{
			printable.Text([]byte(s.ID())), h.Time.Local().Format("2006-01-02 15:04:05"), label(h), count(s.Events), count(s.Findings),
			shortened(ending(s), 40), size(s.Size), shortened(strings.Join(h.Command, " "), 60),
		}
		_, _ = fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("list: %w", err)
	}
	return nil
}

func label(h history.Header) string {
	said := shortened(h.Label, 24)
	if h.Redacted {
		said += " (redacted)"
	}
	return said
}

func ending(s history.Saved) string {
	switch {
	case s.Live:
		return "live"
	case s.Ending == "":
		return "cut off"
	default:
		return s.Ending
	}
}

func count(n int) string {
	if n < 0 {
		return "?"
	}
	return strconv.Itoa(n)
}

func size(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d B", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	case n < 1<<30:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	default:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	}
}

// shortened makes text of a file fit for a column.
func shortened(text string, cells int) string {
	shown, _, used := printable.Fit([]byte(text), 0, cells-1)
	if used < len(text) {
		return string(shown) + "…"
	}
	return string(shown)
}
