package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"stdioscope/session"
	"stdioscope/session/call"
	"stdioscope/session/replay"
	"stdioscope/session/replay/printed"
)

// replaying is a plan that is run once or more.
type replaying struct {
	*replayFlags
	plan *replay.Plan
	cfg  session.Config
	opt  replay.Options
	name string
	// round and times are which one of how many is under way; times is 0 for no end.
	round, times int
	all          bool // calls of destructive tools are no longer asked about
	asks         *asker
}

// rounds runs the plan as often as was asked for, and says how the last one ended.
func (r *replaying) rounds(ctx context.Context) (err error) {
	printer := r.printer()
	defer func() { err = errors.Join(err, printer.Close()) }()
	r.times = r.repeat
	if r.repeat == 0 && !r.untilFails {
		r.times = 1
	}
	var worst error
	for r.round = 1; r.times == 0 || r.round <= r.times; r.round++ {
		err := r.once(ctx, printer)
		if worst == nil || exitCode(err) > exitCode(worst) {
			worst = err
		}
		var status statusError
		if err != nil && (r.untilFails || !errors.As(err, &status)) {
			return err
		}
	}
	return worst
}

// once runs the plan on a fresh server and prints what became of it.
func (r *replaying) once(ctx context.Context, printer printed.Printer) error {
	if r.times != 1 && r.format == "text" {
		fmt.Printf("round %d\n", r.round)
	}
	report, err := r.play(ctx, printer)
	if report == nil {
		return err
	}
	if printErr := printer.End(report); printErr != nil {
		return fmt.Errorf("%w", printErr)
	}
	if err == nil {
		err = brokenOff(report)
	}
	switch {
	case err != nil:
		return err
	case report.Differs():
		return statusError(exitDiffers)
	case !report.Compared():
		return errNothingCompared
	}
	return nil
}

// brokenOff says why a run did not come to its end; nil where it did.
func brokenOff(report *replay.Report) error {
	switch {
	case report.Ended:
		return session.ErrEnded
	case report.Silent:
		return errSilent
	case report.Count(replay.TimedOut) > 0:
		return statusError(exitTimeout)
	}
	return nil
}

// errNothingCompared is why a replay that has looked at nothing is no success.
var errNothingCompared = errors.New("replay: nothing was compared: no request that was sent had an answer then")

// printer prints all rounds.
func (r *replaying) printer() printed.Printer {
	cells := 0
	if isTerminal(os.Stdout) {
		cells = 120
	}
	printer, _ := printed.New(r.format, r.name, cells, terminalSafe(os.Stdout)) // check knows the format
	return printer
}

// play runs the plan once.
func (r *replaying) play(ctx context.Context, printer printed.Printer) (report *replay.Report, err error) {
	err = r.start(ctx, func(ctx context.Context, s *session.Session, l *session.Listener) error {
		if err := s.AwaitReady(ctx, l, r.opt.Timeout, func(session.Heard) {}); err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				err = call.ErrTimeout
			}
			return fmt.Errorf("handshake: %w", err)
		}
		opt, progress := r.opt, newProgress(len(r.plan.Steps), r.round, r.times)
		opt.Gate = r.gate(progress)
		var printErr error
		printed := printed.InOrder(func(result *replay.Result) {
			progress.clear()
			if err := printer.Result(result); printErr == nil {
				printErr = err
			}
		})
		opt.Tell = func(e replay.Event) {
			printed(e)
			progress.show(e)
		}
		var runErr error
		report, runErr = replay.Run(ctx, s, l, r.plan, opt)
		progress.clear()
		finish(s)
		report.Conclude(ctx, s.Journal())
		warnOfUnlisted(report)
		if early := endedEarly(s.Journal()); report.Ended && early != nil {
			return early
		}
		return errors.Join(runErr, printErr)
	})
	return report, err
}

// progress is a line that says how far a replay has come, on a terminal.
type progress struct {
	on            bool
	total, done   int
	round, rounds int
	shown         time.Time
	drawn         bool
}

func newProgress(total, round, rounds int) *progress {
	return &progress{on: isTerminal(os.Stderr), total: total, round: round, rounds: rounds}
}

// show draws the line, at most every so often.
func (p *progress) show(e replay.Event) {
	if e.Result != nil {
		p.done++
	}
	if !p.on || time.Since(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown, p.drawn = time.Now(), true
	said := fmt.Sprintf("%d of %d", p.done, p.total)
	if p.rounds != 1 {
		said += fmt.Sprintf(", round %d", p.round)
	}
	fmt.Fprintf(os.Stderr, "\r%s\x1b[K", said)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
		p.drawn = false
	}
}
