package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/adrg/xdg"
	"github.com/mattn/go-isatty"

	"stdioscope/history/redact"
	"stdioscope/mcp"
	"stdioscope/session"
	"stdioscope/ui"
)

// needTerminal is asked by every command that draws, before it starts anything.
func needTerminal() error {
	if !isTerminal(os.Stdout) {
		return usage("no terminal on stdout to draw on: use `stdioscope wrap`, `call` or `show` there")
	}
	if os.Getenv("TERM") == "dumb" {
		return usage("this terminal cannot be drawn on (TERM=dumb): use `stdioscope wrap`, `call` or `show` there")
	}
	if isTerminal(os.Stdin) || runtime.GOOS == "windows" {
		return nil
	}
	keys, err := os.Open("/dev/tty") // where keys are read from when stdin is something else
	if err != nil {
		return usage("no terminal to read keys from: use `stdioscope wrap`, `call` or `show` there")
	}
	_ = keys.Close()
	return nil
}

func isTerminal(f *os.File) bool {
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// inspect starts a command and shows its traffic until the user leaves.
func inspect(ctx context.Context, flags startFlags, command []string) (err error) {
	cfg, err := flags.config(command)
	if err != nil {
		return err
	}
	opt, err := flags.options(command)
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
	cfg.Eras = eras()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	cfg.OnPanic = func(err error) { fail(err) }
	s, err := session.Start(cfg, flags.label, opt)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	defer func() { err = errors.Join(err, s.Journal().Close()) }()
	err = ui.Run(ctx, s.Journal(), s, ui.Options{Secrets: secretsOf(cfg.Env, command), Replay: replayOn(s, cfg.Timeout)})
	if cause := context.Cause(ctx); cause != nil { // the terminal has been given back
		s.Kill()
		return fmt.Errorf("%w", cause)
	}
	end(s)
	if trouble := s.Journal().Trouble(); trouble != "" {
		report(errors.New(trouble))
	}
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	return endedEarly(s.Journal())
}

// eras is where is remembered what servers speak.
func eras() session.Eras {
	return session.Eras{Path: filepath.Join(xdg.CacheHome, "stdioscope", "eras.json")}
}

// secretsOf says what is masked on the screen: what looks like a secret, and the
// values of the variables and the secret arguments that were given.
func secretsOf(env, command []string) *redact.Rules {
	rules := redact.New()
	addSecretArgs(rules, command)
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		rules.AddValue(name, value)
	}
	return rules
}

// end stops the server, if it still runs, and waits until all is recorded. A
// signal in the meantime skips a wait.
func end(s *session.Session) {
	hurry := make(chan os.Signal, 1)
	signal.Notify(hurry, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
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
