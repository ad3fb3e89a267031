package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
)

// tee runs a command between our own stdin and stdout and writes what crosses into
// files, PREFIX-PID.in and PREFIX-PID.out. It stands on both sides of wrap, to say what
// the one side wrote and what the other read.
func tee(prefix string, command []string) (status int, err error) {
	prefix += "-" + strconv.Itoa(os.Getpid())
	in, err := os.Create(prefix + ".in")
	if err != nil {
		return 0, fmt.Errorf("tee: %w", err)
	}
	out, err := os.Create(prefix + ".out")
	if err != nil {
		return 0, fmt.Errorf("tee: %w", err)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = io.MultiWriter(out, os.Stdout), os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return 0, fmt.Errorf("tee: %w", err)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("tee: %w", err)
	}
	// Both end with the process: nobody waits for a client that has no more to say.
	go func() {
		_, _ = io.Copy(io.MultiWriter(in, stdin), os.Stdin)
		_ = stdin.Close()
	}()
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return 0, fmt.Errorf("tee: %w", err)
	}
	if ended, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ended.Signaled() {
		return 128 + int(ended.Signal()), nil
	}
	return cmd.ProcessState.ExitCode(), nil
}
