package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/adrg/xdg"
	"github.com/mattn/go-isatty"

	"stdioscope/mcp"
	"stdioscope/session"
	"stdioscope/ui"
)

// needTerminal is asked by every command that draws, before it starts anything.
func needTerminal() error {
	if fd := os.Stdout.Fd(); isatty.IsTerminal(fd) || isatty.IsCygwinTerminal(fd) {
		return nil
	}
	return usage("no terminal on stdout to draw on: use `stdioscope wrap`, `call` or `show` there")
}

// inspect starts a command and shows its traffic until the user leaves.
func inspect(ctx context.Context, flags startFlags, command []string) (err error) {
	cfg, err := flags.config(command)
	if err != nil {
		return err
	}
	if err := needTerminal(); err != nil {
		return err
	}
	for _, method := range []string{mcp.MethodCreateMessage, mcp.MethodElicit} {
		if _, chosen := cfg.Answers[method]; !chosen {
			cfg.Answers[method] = session.Ask // there is a person at the screen
		}
	}
	cfg.Eras = session.Eras{Path: filepath.Join(xdg.CacheHome, "stdioscope", "eras.json")}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	cfg.OnPanic = func(err error) { fail(err) }
	s, err := session.Start(cfg, flags.label, flags.options())
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	defer func() { err = errors.Join(err, s.Journal().Close()) }()
	err = ui.Run(ctx, s.Journal(), s, ui.Options{})
	if cause := context.Cause(ctx); cause != nil { // the terminal has been given back
		s.Kill()
		return fmt.Errorf("%w", cause)
	}
	end(s)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	return endedEarly(s.Journal())
}

// end stops the server, if it still runs, and waits until all is recorded. A
// signal in the meantime skips a wait.
func end(s *session.Session) {
	hurry := make(chan os.Signal, 1)
	signal.Notify(hurry, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(hurry)
	s.Stop()
	for {
		select {
		case <-s.Done():
			s.Close()
			return
		case <-hurry:
			s.Stop()
		}
	}
}
