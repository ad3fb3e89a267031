package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/framing/printable"
	"stdioscope/history"
)

func newPrune() *cobra.Command {
	var age days
	var most byteSize
	var keep int
	var dry bool
	cmd := &cobra.Command{
		Use:   "prune [flags]",
		Short: "Remove saved histories",
		Long:  "Remove the saved histories that go beyond any of the limits given. One that is being\nwritten is never removed.",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var limits history.Limits
			if cmd.Flags().Changed("older-than") {
				limits.OlderThan = (*time.Duration)(&age)
			}
			if cmd.Flags().Changed("keep") {
				limits.Keep = &keep
			}
			if cmd.Flags().Changed("max-size") {
				limits.MaxSize = (*int64)(&most)
			}
			if limits == (history.Limits{}) {
				return usage("say what is to go: --older-than, --keep or --max-size")
			}
			if keep < 0 {
				return usage("--keep cannot be negative")
			}
			all, err := history.List()
			if err != nil {
				return fmt.Errorf("%w", err)
			}
			return remove(cmd, history.Prune(all, limits, time.Now()), dry)
		},
	}
	cmd.Flags().Var(&age, "older-than", "remove what was last written to longer ago (36h, 30d)")
	cmd.Flags().IntVar(&keep, "keep", 0, "keep only the newest `N`, 0 for none")
	cmd.Flags().Var(&most, "max-size", "remove the oldest until the rest is no larger than `SIZE` (10MiB, 1GiB)")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "only say what would be removed")
	return cmd
}

func remove(cmd *cobra.Command, gone []history.Saved, dry bool) error {
	var freed int64
	var failed []error
	for _, s := range gone {
		if !dry {
			if err := os.Remove(s.Path); err != nil {
				failed = append(failed, err)
				continue
			}
		}
		freed += s.Size
		_, _ = fmt.Fprintf(cmd.OutOrStdout(), "%s  %s\n", printable.Text([]byte(s.ID())), size(s.Size)) // nothing is lost with it
	}
	verb := "removed"
	if dry {
		verb = "would remove"
	}
	_, _ = fmt.Fprintf(cmd.OutOrStdout(), "%s %d histories, %s\n", verb, len(gone)-len(failed), size(freed)) // nothing is lost with it
	return errors.Join(failed...)
}

// days is a flag's value such as 36h or 30d.
type days time.Duration

// Type names the kind of value in the help.
func (*days) Type() string { return "duration" }

func (d *days) String() string {
	if *d == 0 {
		return ""
	}
	return time.Duration(*d).String()
}

// Set reads the value.
func (d *days) Set(text string) error {
	if number, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || n <= 0 {
			return errors.New("an age is such as 36h or 30d")
		}
		*d = days(n * 24 * float64(time.Hour))
		return nil
	}
	age, err := time.ParseDuration(text)
	if err != nil || age <= 0 {
		return errors.New("an age is such as 36h or 30d")
	}
	*d = days(age)
	return nil
}
