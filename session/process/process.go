package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// ErrNotStarted is returned when a command could not be started at all.
var ErrNotStarted = errors.New("cannot start")

// Command is what to start.
type Command struct {
	// Args are the program and its arguments, passed on untouched.
	Args []string
	// Dir is the working directory; empty for ours.
	Dir string
	// Env are variables, KEY=VALUE, on top of those that the child gets anyway.
	Env []string
	// CleanEnv gives the child only the variables that MCP clients pass.
	CleanEnv bool
	// Blocking has reads and writes of the pipes wait in the system, which takes less time
	// than waiting in the runtime does. Deadlines do not work then.
	Blocking bool
}

// Process is a child with its three pipes, of which we hold our ends.
type Process struct {
	PID     int
	Started time.Time

	// Stdin, Stdout and Stderr are our ends, which the owner closes.
	Stdin, Stdout, Stderr *os.File

	// Reaped is closed when the child itself has ended and Ended is set.
	Reaped chan struct{}
	Ended  time.Time

	cmd *exec.Cmd

	job    uintptr      //nolint:unused // the handle of the job that holds the group: only Windows has it
	before map[int]bool // children that we had before it
}

// Start starts a command in a session and a group of its own. The caller reads the
// pipes, closes them, and waits for Reaped. An error is a *StartError, but for one of
// the system's that has nothing to do with the command.
func Start(c Command) (*Process, error) {
	path, err := resolve(c.Args[0], c.Dir)
	if err != nil {
		return nil, err
	}
	p := &Process{Reaped: make(chan struct{})}
	p.cmd = &exec.Cmd{Path: path, Args: c.Args, Dir: c.Dir, Env: environment(c.CleanEnv, c.Env)}
	ownSession(p.cmd)
	adoptOrphans()
	p.noteChildren()
	theirs, err := p.pipes(c.Blocking)
	if err != nil {
		return nil, err
	}
	defer closeAll(theirs)
	if err := p.spawn(); err != nil {
		closeAll([]*os.File{p.Stdin, p.Stdout, p.Stderr})
		return nil, &StartError{Command: c.Args[0], Reason: spawnReason(path, err), Err: err}
	}
	return p, nil
}

// pipes makes the three pipes. They are our own, not exec.Cmd's: those are
// closed as soon as the child is reaped, and what was still in them is lost.
func (p *Process) pipes(blocking bool) (theirs []*os.File, err error) {
	open := func(ours, their **os.File, childReads bool) {
		if err != nil {
			return
		}
		r, w, pipeErr := makePipe(blocking)
		if pipeErr != nil {
			err = fmt.Errorf("make pipe: %w", pipeErr)
			return
		}
		*ours, *their = r, w
		if childReads {
			*ours, *their = w, r
		}
		theirs = append(theirs, *their)
	}
	var in, out, errOut *os.File
	open(&p.Stdin, &in, true)
	open(&p.Stdout, &out, false)
	open(&p.Stderr, &errOut, false)
	if err != nil {
		closeAll(append(theirs, p.Stdin, p.Stdout, p.Stderr))
		return nil, err
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in, out, errOut
	return theirs, nil
}

// spawn starts the child and waits for its end on a thread of its own, since the
// parent-death signal comes when the starting thread ends, not the program.
func (p *Process) spawn() error {
	started := make(chan error)
	go func() { // ends when the child has been reaped
		runtime.LockOSThread()
		err := p.cmd.Start()
		if err == nil {
			p.PID, p.Started = p.cmd.Process.Pid, time.Now()
			_ = p.adopt() // without it the server is ended alone, as good as can be
		}
		started <- err
		if err == nil {
			_ = p.cmd.Wait() // how it ended is in ProcessState
			p.Ended = time.Now()
			close(p.Reaped)
		}
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start process: %w", err)
	}
	return nil
}

// Exit gives the exit code, or the name of the signal that ended the child. Only
// after Reaped.
func (p *Process) Exit() (code *int, signal string) {
	state := p.cmd.ProcessState
	if name := signalName(state); name != "" {
		return nil, name
	}
	n := state.ExitCode()
	return &n, ""
}

// WaitGroup waits until nothing of the group is left. The system tells nobody
// about that, so it has to be asked again and again. A value from skip ends the wait.
func (p *Process) WaitGroup(most time.Duration, skip <-chan struct{}) bool {
	const every = 5 * time.Millisecond
	look := time.NewTicker(every)
	defer look.Stop()
	end := time.After(most)
	for p.GroupAlive() {
		select {
		case <-skip:
			return false
		case <-end:
			return false
		case <-look.C:
		}
	}
	return true
}

// Stray is a process that left its group and lives on.
type Stray struct {
	PID     int
	Command string
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}
