package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stdioscope/history"
	"stdioscope/history/filter"
	"stdioscope/session"
	"stdioscope/session/replay"
	"stdioscope/session/replay/printed"
)

// replayFlags say what of a history is sent, how, and what counts as a difference.
type replayFlags struct {
	start       startFlags
	source      historyArg
	filter      string
	asRecorded  bool
	speed       float64
	concurrency int
	repeat      int
	untilFails  bool
	literal     bool
	yes         bool
	format      string
	learn       string
	compare     compareFlags
}

func newReplay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay [flags] [HISTORY] -- CMD [ARG...]",
		Short: "Send a history's messages again and compare the answers",
		Long: "Start CMD, do the handshake in the recorded revision, send what the client of HISTORY\n" +
			"sent (a path, an id or its unique beginning, - for stdin; without one, the newest), and\n" +
			"compare each answer with the recorded one.\n\n" +
			"A request waits for the answers that it had waited for then. Values that belong to a\n" +
			"run (ids, cursors, handles out of earlier answers) are replaced by those of this run.\n" +
			"Calls of tools that are marked as destructive are asked about on a terminal, and are\n" +
			"not sent elsewhere, unless --yes says so.\n\n" +
			"The replay is itself a history. Exit codes: 0 equal, 1 different, 3 not started, 4 the\n" +
			"server ended early, 5 an answer did not come in time, 6 the history cannot be read, 128 and\n" +
			"the signal's number where a signal ended it. A replay that compared nothing is a 1.\n\n" + filterHelp,
		Example: "  stdioscope replay bug.jsonl -- ./server\n" +
			"  stdioscope replay --filter 'tool:search' --match shape --slower-than 2x bug.jsonl -- ./server\n" +
			"  stdioscope replay --learn varies.txt bug.jsonl -- ./server\n" +
			"  stdioscope replay --ignore @varies.txt --format junit bug.jsonl -- ./server",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			words, command, err := splitAtDash(cmd, args)
			if err != nil {
				return err
			}
			if err := atMostOneHistory(cmd, words); err != nil {
				return err
			}
			return f.run(cmd.Context(), words, command)
		},
	}
	f.start.register(cmd.Flags())
	cmd.Flags().Lookup("timeout").Usage = "how long an answer is waited for; 0 for ever"
	f.source.register(cmd.Flags())
	f.register(cmd.Flags())
	f.compare.register(cmd.Flags())
	return cmd
}

func (f *replayFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.filter, "filter", "", "send only the messages that an `EXPRESSION` matches")
	flags.BoolVar(&f.asRecorded, "as-recorded", false, "keep the pauses that were made then")
	flags.Float64Var(&f.speed, "speed", 0, "keep them, `N` times as fast")
	flags.IntVar(&f.concurrency, "concurrency", 0, "keep `N` requests open at a time, whatever was waited for then")
	flags.IntVar(&f.repeat, "repeat", 0, "do it `N` times, each with a fresh server")
	flags.BoolVar(&f.untilFails, "until-failure", false, "do it until something differs (at most --repeat times, if given)")
	flags.BoolVar(&f.literal, "literal", false, "send the recorded bytes: no value is replaced")
	flags.BoolVar(&f.yes, "yes", false, "send calls of destructive tools too")
	flags.StringVar(&f.format, "format", "text", "text, json (one object a request) or junit")
	flags.StringVar(&f.learn, "learn", "", "replay twice, and write the places that vary into `FILE`")
}

func (f *replayFlags) check() error {
	switch {
	case f.speed < 0 || f.concurrency < 0 || f.repeat < 0:
		return usage("--speed, --concurrency and --repeat cannot be negative")
	case f.concurrency > 0 && (f.asRecorded || f.speed > 0):
		return usage("--concurrency and --as-recorded or --speed exclude each other")
	case f.learn != "" && (f.repeat > 0 || f.untilFails):
		return usage("--learn replays twice: it goes with neither --repeat nor --until-failure")
	}
	if _, ok := printed.New(f.format, "", 0, nil); !ok {
		return usage("--format %q: it is text, json or junit", f.format)
	}
	if f.asRecorded && f.speed == 0 {
		f.speed = 1
	}
	return nil
}

func (f *replayFlags) run(ctx context.Context, words, command []string) (err error) {
	if err := errors.Join(f.check(), f.start.onceOnly()); err != nil {
		return err
	}
	compare, err := f.compare.options()
	if err != nil {
		return err
	}
	cfg, err := f.start.config(command)
	if err != nil {
		return err
	}
	j, err := f.source.open(words)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	reportDamage(j, f.source.name)
	ctx, stop := untilSignal(ctx)
	defer stop()
	plan, err := f.plan(ctx, j)
	if err != nil {
		return err
	}
	warnOfRuns(j, f.source.name)
	warnOfEnv(j.Header().Env, f.start.env)
	warnOfEra(plan, cfg.Protocol)
	plan.Prepare(&cfg)
	if dir := j.Header().Dir; cfg.Dir == "" && isDirectory(dir) {
		cfg.Dir = dir
		defer func() { err = inRecorded(dir, err) }()
	}
	r := &replaying{asks: newAsker(os.Stdin), replayFlags: f, plan: plan, cfg: cfg, name: f.source.name, opt: replay.Options{
		Speed: f.speed, Concurrency: f.concurrency, Literal: f.literal, Timeout: f.start.timeout, Settle: time.Second, Compare: compare,
	}}
	if f.learn != "" {
		return r.learnFrom(ctx)
	}
	return r.rounds(ctx)
}

// inRecorded says of a server that did not run where it was started: a relative path in its
// command may have meant another directory.
func inRecorded(dir string, err error) error {
	if code := exitCode(err); code != exitNotStarted && code != exitEnded {
		return err
	}
	if here, getErr := os.Getwd(); getErr == nil && here == dir {
		return err
	}
	return fmt.Errorf("%w (in the recorded directory %s; --cwd . starts it here)", err, dir)
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func (f *replayFlags) plan(ctx context.Context, j *history.Journal) (*replay.Plan, error) {
	keep, err := filter.Parse(f.filter)
	if err != nil {
		return nil, usage("--filter: %w", err)
	}
	for _, hint := range keep.Hints() {
		fmt.Fprintf(os.Stderr, "stdioscope: --filter: %s\n", hint)
	}
	choice := replay.Choice{Handshake: f.start.noHandshake}
	if !keep.Empty() {
		choice.Keep = func(i int) bool { return keep.Matches(j, i) }
	}
	if f.speed > 0 && j.Header().Untimed {
		return nil, usage("--as-recorded and --speed: nobody knows when the messages of this history crossed")
	}
	plan, err := replay.NewPlan(ctx, j, choice)
	if err != nil {
		return nil, usage("replay %s: %w", f.source.name, err)
	}
	return plan, nil
}

// start starts a fresh server for one round.
func (r *replaying) start(ctx context.Context, talk func(context.Context, *session.Session, *session.Listener) error) error {
	cfg := r.cfg
	cfg.Listener = session.NewListener()
	opt, err := r.replayFlags.start.options(cfg.Command)
	if err != nil {
		return err
	}
	return converse(ctx, cfg, r.replayFlags.start.label, opt, func(ctx context.Context, s *session.Session) error {
		return talk(ctx, s, cfg.Listener)
	})
}
