package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// patience is how long the slowest machine may take for one step.
const patience = 2 * time.Minute

// program is the stdioscope under test, with a home of its own for what it and its peers
// keep.
type program struct {
	path string
	home string
}

// buildProgram builds the program from the module around this one.
func buildProgram(ctx context.Context, folder string) (string, error) {
	path := filepath.Join(folder, "stdioscope")
	if err := run(ctx, "..", []string{"go", "build", "-o", path, "."}); err != nil {
		return "", fmt.Errorf("build stdioscope: %w", err)
	}
	return path, nil
}

// environment is ours with another home, so that peers neither see nor change what is in
// this one, and with what keeps some of them from telling others that they run.
func (p program) environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return name == "HOME" || name == "CI" || strings.HasPrefix(name, "XDG_")
	})
	return append(env, "HOME="+p.home, "MEMORY_FILE_PATH="+p.file("memory.json"),
		"AZURE_MCP_COLLECT_TELEMETRY=false", "GOTELEMETRY=off")
}

func (p program) file(name string) string { return filepath.Join(p.home, name) }

type printed struct {
	code     int
	out, err string
}

func (p program) run(ctx context.Context, stdin string, args ...string) (printed, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Env, cmd.Dir, cmd.Stdin = p.environment(), p.home, strings.NewReader(stdin)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if ctx.Err() != nil || err != nil && !errors.As(err, &exit) {
		return printed{}, fmt.Errorf("stdioscope %s: %w", args[0], errors.Join(err, context.Cause(ctx)))
	}
	return printed{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}, nil
}

// event is one object of `show --format json`, as far as it is looked at here.
type event struct {
	Seq      int             `json:"seq"`
	Dir      string          `json:"dir"`
	Kind     string          `json:"kind"`
	ID       json.RawMessage `json:"id"`
	Method   string          `json:"method"`
	Pair     int             `json:"pair"`
	Status   string          `json:"status"`
	Origin   string          `json:"origin"`
	Findings []string        `json:"findings"`
	Msg      json.RawMessage `json:"msg"`
	Event    string          `json:"event"`
	Protocol string          `json:"protocol"`
	Era      string          `json:"era"`
	Code     *int            `json:"code"`
	Signal   string          `json:"signal"`
}

func (p program) history(ctx context.Context, file string) ([]event, error) {
	shown, err := p.run(ctx, "", "show", "--format", "json", file)
	if err != nil {
		return nil, err
	}
	if shown.code != 0 {
		return nil, fmt.Errorf("show: exit code %d: %s", shown.code, shown.err)
	}
	var events []event
	for decoder := json.NewDecoder(strings.NewReader(shown.out)); decoder.More(); {
		var e event
		if err := decoder.Decode(&e); err != nil {
			return nil, fmt.Errorf("show: %w", err)
		}
		events = append(events, e)
	}
	return events, nil
}

// raw is what crossed in one direction, byte for byte.
func (p program) raw(ctx context.Context, file, dir string) (string, error) {
	shown, err := p.run(ctx, "", "show", "--format", "raw", "--filter", "dir:"+dir, file)
	return shown.out, err
}
