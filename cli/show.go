package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stdioscope/framing/printable"
	"stdioscope/history"
	"stdioscope/history/exports"
	"stdioscope/history/filter"
	"stdioscope/history/redact"
)

// formats are the ways in which a history is printed.
func formats() map[string]exports.WriteFunc {
	all := exports.Formats()
	all["history"] = printHistory
	return all
}

const formatNames = "text, json, raw, history (the file itself), exchanges (JSON), markdown, mermaid or html"

// filterHelp is the filter language in short.
const filterHelp = `Filter expressions (--filter): terms side by side must all hold, "or" and
parentheses work, a leading - negates; | in a value is or, * a wildcard.

  method:tools/*  tool:echo  id:7  dir:c2s  kind:request  status:error|lost
  origin:composer  find:stdout-not-json  has:finding  latency:>100ms  size:>4k
  seq:10..20  $.params.name=echo (also != ~ > >= < <=)  /regular expression/
  anything else is text, looked for in the lines`

func newShow() *cobra.Command {
	var format string
	var source historyArg
	var expression string
	var secrets redactFlags
	var reveal bool
	cmd := &cobra.Command{
		Use:   "show [flags] [HISTORY]",
		Short: "Print a history",
		Long: "Print a history: a path, an id or its unique beginning, or - for stdin; without\n" +
			"one, the newest.\n\n" + filterHelp,
		Args: atMostOneHistory,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			show, ok := formats()[format]
			if !ok {
				return usage("--format %q: it is one of %s", format, formatNames)
			}
			keep, err := filter.Parse(expression)
			if err != nil {
				return usage("--filter: %w", err)
			}
			for _, hint := range keep.Hints() {
				fmt.Fprintf(os.Stderr, "stdioscope: --filter: %s\n", hint)
			}
			rules, err := secrets.rules(nil)
			if err != nil {
				return err
			}
			j, err := source.open(args)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			reportDamage(j, source.name)
			if j, err = redacted(j, rules); err != nil {
				return err
			}
			positions := matching(cmd.Context(), keep, j)
			shown := j
			if !reveal && exports.ForPeople(format) {
				shown = j.Veiled(redact.New().Veil)
			}
			if err := show(cmd.OutOrStdout(), shown, positions); err != nil {
				return fmt.Errorf("%w", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", formatNames)
	cmd.Flags().StringVar(&expression, "filter", "", "print only what matches `EXPR`")
	cmd.Flags().BoolVar(&reveal, "reveal", false, "show what looks like a secret in formats for people")
	secrets.register(cmd.Flags(), "print masks in place of secrets")
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
func reportDamage(j *history.Journal, name string) {
	for _, d := range j.Damage() {
		skipped := ""
		if d.Bytes > 0 {
			skipped = fmt.Sprintf("skipped %d bytes ", d.Bytes)
		}
		fmt.Fprintf(os.Stderr, "stdioscope: %sat byte %d of %s: %s\n", skipped, d.Offset,
			printable.Text([]byte(name)), printable.Text([]byte(d.Reason)))
	}
}

// matching gives the positions that a filter keeps; nil for all.
func matching(ctx context.Context, keep *filter.Filter, j *history.Journal) []int {
	if keep.Empty() {
		return nil
	}
	positions := slices.Collect(keep.Select(ctx, j, 0, j.Len()))
	if positions == nil {
		return []int{} // none, not all
	}
	return positions
}

// redacted gives the journal with masks in place of secrets, in a temporary file,
// and closes the one given; the same where nothing is to be masked.
func redacted(j *history.Journal, rules *redact.Rules) (*history.Journal, error) {
	if rules == nil {
		return j, nil
	}
	plain, copied := io.Pipe()
	masked, written := io.Pipe()
	go func() { // ends when all has been read, or reading was given up
		copied.CloseWithError(j.Copy(copied))
	}()
	go func() { // ends likewise
		_, err := redact.File(written, plain, rules)
		_ = plain.CloseWithError(err)
		written.CloseWithError(err)
	}()
	defer func() { _ = masked.Close() }()
	out, err := history.Read(masked)
	if err != nil {
		return j, fmt.Errorf("redact: %w", err)
	}
	if lost := j.Len() - out.Len(); lost > 0 {
		fmt.Fprintf(os.Stderr, "stdioscope: events left out because nobody can say where in them secrets stand: %d\n", lost)
	}
	return out, j.Close()
}

// printHistory prints the file itself; a selection of events cannot be one.
func printHistory(w io.Writer, j *history.Journal, positions []int) error {
	if positions != nil {
		return usage("--format history prints all of a history, without --filter")
	}
	if err := j.Copy(w); err != nil {
		return fmt.Errorf("%w", err)
	}
	return nil
}
