package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"stdioscope/framing/printable"
	"stdioscope/history"
	"stdioscope/history/imports"
)

// historyArg is how a command names the history that it reads.
type historyArg struct {
	// server chooses among the servers in another tool's log.
	server string
	// following says that the history is to be followed.
	following bool
	// name says what is read.
	name string
}

func (h *historyArg) register(flags *pflag.FlagSet) {
	flags.StringVar(&h.server, "server", "", "which `NAME` to read, where another tool's log holds several servers")
}

// open reads the whole of what the arguments mean: a history, or another tool's log.
func (h *historyArg) open(args []string) (*history.Journal, error) {
	return h.read(args, history.Open)
}

// look begins to read what is to be looked at; nothing where that is still to be chosen.
func (h *historyArg) look(args []string, follow bool) (*history.Journal, error) {
	switch {
	case follow && len(args) == 0:
		return history.Empty(), nil
	case follow:
		return h.follow(args)
	default:
		return h.begin(args)
	}
}

// begin is open, but returns as soon as there is something to see.
func (h *historyArg) begin(args []string) (*history.Journal, error) {
	return h.read(args, func(path string) (*history.Journal, error) { return history.Begin(path, false) })
}

// follow is begin, and goes on with what is appended. A log of another tool is read as
// it is now.
func (h *historyArg) follow(args []string) (*history.Journal, error) {
	h.following = true
	switch s, err := streamOf(args); {
	case err != nil:
		return nil, err
	case s != nil:
		return h.followStream(s)
	}
	return h.read(args, func(path string) (*history.Journal, error) { return history.Begin(path, true) })
}

func (h *historyArg) read(args []string, open func(path string) (*history.Journal, error)) (*history.Journal, error) {
	switch s, err := streamOf(args); {
	case err != nil:
		return nil, err
	case s != nil:
		return h.readStream(s)
	}
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	path, err := history.Find(name)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return h.readFile(path, path, open)
}

// native gives a history of ours, which is about one server.
func (h *historyArg) native(j *history.Journal) (*history.Journal, error) {
	if h.server == "" {
		return j, nil
	}
	_ = j.Close() // nothing was written to it
	return nil, usage("--server %s: this is a history of ours, which is about one server; the flag is for other tools' logs", h.server)
}

func (h *historyArg) readFile(path, name string, open func(path string) (*history.Journal, error)) (*history.Journal, error) {
	h.name = name
	j, err := open(path)
	if err == nil {
		return h.native(j)
	}
	if !errors.Is(err, history.ErrNotHistory) {
		return nil, fmt.Errorf("%w", err)
	}
	imported, importErr := h.readImport(path, name)
	if errors.Is(importErr, imports.ErrUnknownFormat) {
		return nil, notKnown(name, importErr)
	}
	return imported, importErr
}

// notKnown is the error for what is neither a history nor another tool's log.
func notKnown(name string, err error) error {
	return fmt.Errorf("%w: %s: %w", history.ErrNotHistory, name, err)
}

// readImport reads another tool's log.
func (h *historyArg) readImport(path, name string) (*history.Journal, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", history.ErrUnreadable, err)
	}
	defer func() { _ = file.Close() }()
	log, err := imports.Read(file, filepath.Base(name))
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	defer func() { _ = log.Close() }()
	one, err := h.choose(log.Imports)
	if err != nil {
		return nil, err
	}
	one.Header.Program = version()
	if h.following {
		one.Remark("another tool's log is read as it is now; -f follows histories only")
	}
	j, err := one.Journal()
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return j, nil
}

func (h *historyArg) choose(all []*imports.Import) (*imports.Import, error) {
	var names []string
	for _, one := range all {
		if one.Label == h.server || h.server == "" && len(all) == 1 {
			return one, nil
		}
		names = append(names, fmt.Sprintf("%s (%d messages)", printable.Text([]byte(one.Label)), one.Messages))
	}
	if h.server != "" {
		return nil, usage("--server %s: the log knows no such server, but %s", h.server, strings.Join(names, ", "))
	}
	return nil, usage("the log holds several servers, choose one with --server: %s", strings.Join(names, ", "))
}
