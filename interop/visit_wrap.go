package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// terminates wraps the server and sends SIGTERM behind the handshake.
func (v *visit) terminates(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	file := v.file("term.jsonl")
	cmd, out, err := v.wraps(ctx, append([]string{"--record", file, "--"}, v.command...))
	if err != nil {
		return err
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_, _ = io.Copy(io.Discard, out)
	_ = cmd.Wait() // its status is looked at below
	events, err := v.history(ctx, file)
	if err != nil {
		return err
	}
	v.notes(events)
	v.sees("term", "%s", ending(events))
	exit, _ := exitOf(events)
	if want, got := statusOf(exit), cmd.ProcessState.ExitCode(); want != got {
		v.fault("term: wrap exits %d, and its server with %s", got, ending(events))
	}
	return nil
}

// isOrphaned kills wrap with SIGKILL: the server and all that it started have to go too.
// They hold a pipe open for as long as one of them lives.
func (v *visit) isOrphaned(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	fifo := v.file("alive")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		return fmt.Errorf("make a pipe: %w", err)
	}
	alive, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0) // not waiting for the other end
	if err != nil {
		return fmt.Errorf("open the pipe: %w", err)
	}
	defer func() { _ = alive.Close() }()
	holding := []string{"--no-record", "--", "sh", "-c", `exec 9>"$0"; exec "$@"`, fifo}
	cmd, _, err := v.wraps(ctx, append(holding, v.command...))
	if err != nil {
		return err
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // it was killed
	if err := alive.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return fmt.Errorf("wait for the end: %w", err)
	}
	if _, err := io.Copy(io.Discard, alive); errors.Is(err, os.ErrDeadlineExceeded) {
		v.fault("kill: the server outlives wrap")
	}
	return nil
}

// wraps starts wrap and goes through the handshake. Where that fails, wrap has ended.
func (v *visit) wraps(ctx context.Context, args []string) (cmd *exec.Cmd, out *bufio.Reader, err error) {
	cmd = exec.CommandContext(ctx, v.path, append([]string{"wrap"}, args...)...)
	cmd.Env, cmd.Dir = v.environment(), v.home
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, fmt.Errorf("wrap: %w", err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, fmt.Errorf("wrap: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, fmt.Errorf("wrap: %w", err)
	}
	out = bufio.NewReader(pipe)
	if err := greets(in, out); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		return nil, nil, fmt.Errorf("wrap: %w", err)
	}
	return cmd, out, nil
}

// greets does a handshake by hand, and one thing more: a server that has answered it has
// surely begun.
func greets(in io.Writer, out *bufio.Reader) error {
	const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"interop","version":"1.0.0"}}}`
	if err := asks(in, out, hello, `"protocolVersion"`); err != nil {
		return fmt.Errorf("initialize: %w", err)
	}
	const begun = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	if err := asks(in, out, begun+"\n"+askAfter, `"id":107`); err != nil {
		return fmt.Errorf("ping: %w", err)
	}
	return nil
}

// asks writes lines and reads up to one that holds the sign of an answer.
func asks(in io.Writer, out *bufio.Reader, lines, sign string) error {
	if _, err := io.WriteString(in, lines+"\n"); err != nil {
		return err //nolint:wrapcheck // the caller does
	}
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			return err //nolint:wrapcheck // the caller does
		}
		if strings.Contains(strings.ReplaceAll(line, ": ", ":"), sign) {
			return nil
		}
	}
}

// signals are those that a shutdown uses.
var signals = map[string]syscall.Signal{"SIGTERM": syscall.SIGTERM, "SIGKILL": syscall.SIGKILL}

// statusOf is what a shell, and so wrap, makes of an end.
func statusOf(exit event) int {
	if exit.Code != nil {
		return *exit.Code
	}
	return 128 + int(signals[exit.Signal])
}
