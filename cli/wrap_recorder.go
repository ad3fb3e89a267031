package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/history"
	"stdioscope/session"
	"stdioscope/session/process"
	"stdioscope/session/wrap"
)

// recorderName is the hidden command that records for wrap.
const recorderName = "wrap-recorder"

func newWrapRecorder() *cobra.Command {
	return &cobra.Command{
		Use:    recorderName,
		Short:  "Record what another stdioscope wraps",
		Hidden: true,
		Args:   noArgs,
		Run: func(*cobra.Command, []string) {
			process.LowerPriority() // forwarding comes first
			runtime.GOMAXPROCS(1)   // and has all other processors
			wrap.Record(io.MultiReader(os.Stdin, wrap.Rest()), os.Stdout, recorderOptions)
		},
	}
}

// recorderSetup is what wrap tells its recorder. It never leaves the pipe between them,
// for it may hold secrets that are to be masked.
type recorderSetup struct {
	Header   history.Header
	Record   string
	NoRecord bool
	MaxLine  int
	Env      []string
	Command  []string // as it was given

	Redact                       bool
	RedactKeys, RedactPaths      []string
	RedactPatterns, RedactValues []string
}

// redactFlags gives back the flags that say what is a secret.
func (s recorderSetup) redactFlags() redactFlags {
	return redactFlags{on: s.Redact, keys: s.RedactKeys, paths: s.RedactPaths, patterns: s.RedactPatterns, values: s.RedactValues}
}

func setupOf(flags startFlags, cfg session.Config) []byte {
	dir := cfg.Dir
	if dir == "" {
		dir, _ = os.Getwd() // a header without a directory is still a header
	}
	client := os.Getppid()
	header := history.NewHeader(history.ModeWrap, flags.label, cfg.Command, dir, process.EnvNames(cfg.Env), cfg.ClientVersion, time.Now())
	header.Client = &history.ClientProcess{PID: client, Name: process.NameOf(client)}
	setup, _ := json.Marshal(recorderSetup{ // it holds nothing that JSON cannot hold
		Header: header, Record: flags.record, NoRecord: flags.noRecord, MaxLine: cfg.MaxLine,
		Env: cfg.Env, Command: cfg.Command,
		Redact: flags.redact.on, RedactKeys: flags.redact.keys, RedactPaths: flags.redact.paths,
		RedactPatterns: flags.redact.patterns, RedactValues: flags.redact.values,
	})
	return setup
}

func recorderOptions(setup []byte) (wrap.Options, error) {
	var s recorderSetup
	if err := json.Unmarshal(setup, &s); err != nil {
		return wrap.Options{}, fmt.Errorf("read setup: %w", err)
	}
	if s.NoRecord {
		return wrap.Options{}, nil
	}
	flags := startFlags{record: s.Record, env: s.Env, redact: s.redactFlags()}
	opt, err := flags.options(s.Command)
	opt.Header = s.Header
	return wrap.Options{Record: &opt, MaxLine: s.MaxLine}, err
}
