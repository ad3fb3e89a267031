package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// accompany is one client that works with a server three times: alone with it, with wrap
// between them, and with mock in the server's place.
type accompany struct {
	program
	client *client
	script string
	server []string
	self   string // this program, for its tee
	report
}

func newAccompany(c *client, self string, p program, kit string, server []string) *accompany {
	return &accompany{
		program: p, client: c, self: self, server: server,
		script: strings.ReplaceAll(c.script, "{kit}", kit),
	}
}

func (a *accompany) needs() string   { return a.server[0] }
func (a *accompany) result() *report { return &a.report }

func (a *accompany) steps() []func(context.Context) error {
	return []func(context.Context) error{a.worksThrice}
}

func (a *accompany) worksThrice(ctx context.Context) error {
	alone, err := a.works(ctx, "alone", a.server)
	if err != nil {
		return err
	}
	inner := append([]string{a.self, "tee", a.file("inner"), "--"}, a.server...)
	wrapped := append([]string{a.self, "tee", a.file("outer"), "--", a.path, "wrap", "--"}, inner...)
	through, err := a.works(ctx, "wrap", wrapped)
	if err != nil {
		return err
	}
	if through != alone {
		a.fault("wrap: the client says\n%s\nand without it\n%s", through, alone)
	}
	files, err := a.histories()
	if err != nil {
		return err
	}
	if err := a.comparesBytes(ctx, files); err != nil {
		return err
	}
	if err := a.reads(ctx, files); err != nil {
		return err
	}
	saved, err := a.joined(files)
	if err != nil {
		return err
	}
	mocked, err := a.works(ctx, "mock", []string{a.path, "mock", "--speed", "0", saved})
	if err != nil {
		return err
	}
	if mocked != alone {
		a.fault("mock: the client says\n%s\nand to the server\n%s", mocked, alone)
	}
	return nil
}

// works runs the client once, with a command in the server's place, and gives what it
// prints. Every client finds its server at the same path.
func (a *accompany) works(ctx context.Context, what string, server []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	launcher := a.file("server")
	text := "#!/bin/sh\n"
	for _, pair := range a.environment() {
		if name, _, _ := strings.Cut(pair, "="); name == "HOME" || strings.HasSuffix(name, "_TELEMETRY") {
			text += "export " + quoted(pair) + "\n"
		}
	}
	text += "exec " + quoted(server...) + "\n"
	if err := os.WriteFile(launcher, []byte(text), 0o700); err != nil {
		return "", fmt.Errorf("%s: %w", what, err)
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", strings.ReplaceAll(a.script, "{server}", launcher))
	cmd.Env, cmd.Dir = a.environment(), a.home
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, lastLines(string(exit.Stderr)))
		}
		return "", fmt.Errorf("%s: %w", what, err)
	}
	if a.client.varies != nil {
		out = a.client.varies.ReplaceAll(out, nil)
	}
	return string(out), nil
}

func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}

// quoted makes words of a shell's.
func quoted(words ...string) string {
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, "'"+strings.ReplaceAll(word, "'", `'\''`)+"'")
	}
	return strings.Join(quoted, " ")
}

// histories are the files that wrap has recorded, one a start, in the order of the starts.
func (a *accompany) histories() ([]string, error) {
	files, err := filepath.Glob(a.file(".local/state/stdioscope/*.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("find the histories: %w", err)
	}
	if len(files) != a.client.starts {
		a.fault("wrap: %d histories, and the client starts its server %d times", len(files), a.client.starts)
	}
	slices.SortFunc(files, func(a, b string) int { return lastWrite(a).Compare(lastWrite(b)) })
	return files, nil
}

func lastWrite(file string) time.Time {
	info, err := os.Stat(file)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// crossed is what crossed in one start of the server.
type crossed struct{ in, out string }

// comparesBytes compares what crossed before wrap, behind it and in its histories.
func (a *accompany) comparesBytes(ctx context.Context, files []string) error {
	before, err := a.teed("outer")
	if err != nil {
		return err
	}
	behind, err := a.teed("inner")
	if err != nil {
		return err
	}
	recorded := map[crossed]int{}
	for _, file := range files {
		in, err := a.raw(ctx, file, "c2s")
		if err != nil {
			return err
		}
		out, err := a.raw(ctx, file, "s2c")
		if err != nil {
			return err
		}
		recorded[crossed{in, out}]++
	}
	if !maps.Equal(before, behind) {
		a.fault("wrap: before it crossed\n%v\nand behind it\n%v", before, behind)
	}
	if !maps.Equal(before, recorded) {
		a.fault("wrap: before it crossed\n%v\nand on record is\n%v", before, recorded)
	}
	return nil
}

// teed counts what the tee of that name has seen, start by start.
func (a *accompany) teed(name string) (map[crossed]int, error) {
	files, err := filepath.Glob(a.file(name + "-*.in"))
	if err != nil {
		return nil, fmt.Errorf("find what was teed: %w", err)
	}
	seen := map[crossed]int{}
	for _, file := range files {
		in, errIn := os.ReadFile(file)
		out, errOut := os.ReadFile(strings.TrimSuffix(file, ".in") + ".out")
		if err := errors.Join(errIn, errOut); err != nil {
			return nil, fmt.Errorf("read what was teed: %w", err)
		}
		seen[crossed{string(in), string(out)}]++
	}
	return seen, nil
}

// reads takes what the table shows out of the histories.
func (a *accompany) reads(ctx context.Context, files []string) error {
	var opens, agreed []string
	for _, file := range files {
		events, err := a.history(ctx, file)
		if err != nil {
			return err
		}
		a.notes(events)
		for _, e := range events {
			if e.Event == "ready" {
				agreed = append(agreed, e.Protocol)
			}
		}
		first := slices.IndexFunc(events, func(e event) bool { return e.Dir == "c2s" && e.Kind == "request" })
		if first >= 0 {
			opens = append(opens, events[first].Method+" "+string(events[first].ID))
		}
	}
	a.sees("opens", "%s", strings.Join(opens, ", then "))
	a.sees("agreed", "%s", strings.Join(slices.Compact(agreed), ", "))
	return nil
}

// joined makes one history of all: a file may hold several sessions.
func (a *accompany) joined(files []string) (string, error) {
	saved := a.file("saved.jsonl")
	var all []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("join the histories: %w", err)
		}
		all = append(all, text...)
	}
	if err := os.WriteFile(saved, all, 0o600); err != nil {
		return "", fmt.Errorf("join the histories: %w", err)
	}
	return saved, nil
}
