package cli

import (
	"errors"
	"fmt"
	"io"
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
}

func (h *historyArg) register(flags *pflag.FlagSet) {
	flags.StringVar(&h.server, "server", "", "which `NAME` to read, where another tool's log holds several servers")
}

// open reads the whole of what the arguments mean: a history, or another tool's log.
func (h *historyArg) open(args []string) (*history.Journal, error) {
	return h.read(args, history.Open)
}

// begin is open, but returns as soon as there is something to see. With follow it
// goes on with what another process appends.
func (h *historyArg) begin(args []string, follow bool) (*history.Journal, error) {
	return h.read(args, func(path string) (*history.Journal, error) { return history.Begin(path, follow) })
}

func (h *historyArg) read(args []string, open func(path string) (*history.Journal, error)) (*history.Journal, error) {
	if len(args) > 0 && args[0] == "-" {
		path, err := spool(os.Stdin)
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.Remove(path) }()
		return h.readFile(path, "standard input", history.Open) // all of it, while the file is there
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

func (h *historyArg) readFile(path, name string, open func(path string) (*history.Journal, error)) (*history.Journal, error) {
	j, err := open(path)
	if err == nil {
		return j, nil
	}
	if !errors.Is(err, history.ErrNotHistory) {
		return nil, fmt.Errorf("%w", err)
	}
	imported, importErr := h.readImport(path, name)
	if errors.Is(importErr, imports.ErrUnknownFormat) {
		return nil, fmt.Errorf("%w: %s: %w", history.ErrNotHistory, name, importErr)
	}
	return imported, importErr
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
	return nil, usage("the log holds several servers, choose one with --server: %s", strings.Join(names, ", "))
}

// spool copies a stream into a temporary file, whose path it gives.
func spool(r io.Reader) (string, error) {
	file, err := os.CreateTemp("", "stdioscope-")
	if err != nil {
		return "", fmt.Errorf("read standard input: %w", err)
	}
	_, err = io.Copy(file, r)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(file.Name())
		return "", fmt.Errorf("read standard input: %w", err)
	}
	return file.Name(), nil
}
