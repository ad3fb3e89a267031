package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"stdioscope/history"
	"stdioscope/session"
)

// errInterrupted is why something ended that a signal has ended.
var errInterrupted = errors.New("interrupted")

// untilSignal gives a context that a signal ends.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() { // ends with the context
		select {
		case <-signals:
			cancel(errInterrupted)
		case <-ctx.Done():
		}
		signal.Stop(signals)
	}()
	return ctx, func() { cancel(nil) }
}

// onceOnly refuses flags that are for a session on a screen.
func (f *startFlags) onceOnly() error {
	if len(f.restartOn) > 0 {
		return usage("--restart-on-change: this is done once; only a session on a screen starts anew")
	}
	return nil
}

// converse starts a server, has somebody talk to it, and ends it. Where the server ended
// by itself before they were done, the error says how.
func converse(ctx context.Context, cfg session.Config, label string, opt history.Options, talk func(context.Context, *session.Session) error) (err error) {
	ctx, stop := untilSignal(ctx)
	defer stop()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	cfg.OnPanic = func(err error) { fail(err) }
	s, err := session.Start(cfg, label, opt)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	j := s.Journal()
	defer func() { err = errors.Join(err, j.Close()) }()
	err = talk(ctx, s)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errInterrupted) {
		s.Kill()
		return fmt.Errorf("%w", cause)
	}
	finish(s)
	if trouble := j.Trouble(); trouble != "" {
		report(errors.New(trouble))
	}
	if errors.Is(err, session.ErrEnded) {
		if early := endedEarly(j); early != nil {
			return early
		}
	}
	return err
}

// finish ends a session whose end may have begun.
func finish(s *session.Session) {
	if phase := s.State().Phase; phase == session.Stopping || phase == session.Ended {
		<-s.Done()
	}
	end(s)
}
