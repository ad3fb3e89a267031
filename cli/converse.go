package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

// interrupted is why something ended that a signal has ended.
type interrupted struct{ by syscall.Signal }

func (i interrupted) Error() string { return "interrupted: " + i.by.String() }

func isInterrupted(err error) bool {
	var i interrupted
	return errors.As(err, &i)
}

// errSilent is a server that says no more, and lives.
var errSilent = errors.New("the server has closed its stdout and lives on: no answer can come")

// untilSignal gives a context that a signal ends.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() { // ends with the context
		select {
		case sig := <-signals:
			number, _ := sig.(syscall.Signal) // they all are
			cancel(interrupted{number})
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

// once is what a command that talks to a server once starts it with, and records it by.
func (f *startFlags) once(command []string) (session.Config, history.Options, error) {
	cfg, err := f.config(command)
	if err != nil {
		return cfg, history.Options{}, err
	}
	if err := f.onceOnly(); err != nil {
		return cfg, history.Options{}, err
	}
	opt, err := f.options(command)
	return cfg, opt, err
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
	if cause := context.Cause(ctx); cause != nil && !isInterrupted(cause) {
		s.Kill()
		return fmt.Errorf("%w", cause)
	}
	finish(s)
	if trouble := j.Trouble(); trouble != "" {
		report(errors.New(trouble))
	}
	switch cause := context.Cause(ctx); {
	case isInterrupted(cause) && err != nil && !isInterrupted(err):
		return fmt.Errorf("%w", cause) // whatever else went wrong then
	case errors.Is(err, session.ErrEnded):
		return howItEnded(j, err)
	}
	return err
}

// howItEnded says of a server that answers no more what became of it.
func howItEnded(j *history.Journal, err error) error {
	if early := endedEarly(j); early != nil {
		return early
	}
	for _, fact := range j.Facts(0) {
		if fact.Event == history.FactNote && fact.Stream == framing.ServerToClient.String() {
			return errSilent
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
