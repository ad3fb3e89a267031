package session

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// process is a child with its three pipes, of which we hold our ends.
type process struct {
	cmd     *exec.Cmd
	pid     int
	started time.Time

	stdin, stdout, stderr *os.File

	job    uintptr      //nolint:unused // the handle of the job that holds the group: only Windows has it
	before map[int]bool // children that we had before it

	// reaped is closed when the child has ended and ended is set.
	reaped chan struct{}
	ended  time.Time
}

// startProcess starts the command. The caller reads the pipes, closes them, and
// waits for reaped.
func startProcess(cfg Config) (*process, error) {
	path, err := resolve(cfg.Command[0], cfg.Dir)
	if err != nil {
		return nil, err
	}
	p := &process{reaped: make(chan struct{})}
	p.cmd = &exec.Cmd{Path: path, Args: cfg.Command, Dir: cfg.Dir, Env: environment(cfg.CleanEnv, cfg.Env)}
	ownSession(p.cmd)
	adoptOrphans()
	p.noteChildren()
	theirs, err := p.pipes()
	if err != nil {
		return nil, err
	}
	defer closeAll(theirs)
	if err := p.spawn(); err != nil {
		closeAll([]*os.File{p.stdin, p.stdout, p.stderr})
		return nil, &StartError{Command: cfg.Command[0], Reason: spawnReason(path, err), Err: err}
	}
	return p, nil
}

// pipes makes the three pipes. They are our own, not exec.Cmd's: those are
// closed as soon as the child is reaped, and what was still in them is lost.
func (p *process) pipes() (theirs []*os.File, err error) {
	open := func(ours, their **os.File, childReads bool) {
		if err != nil {
			return
		}
		r, w, pipeErr := os.Pipe()
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
	open(&p.stdin, &in, true)
	open(&p.stdout, &out, false)
	open(&p.stderr, &errOut, false)
	if err != nil {
		closeAll(append(theirs, p.stdin, p.stdout, p.stderr))
		return nil, err
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in, out, errOut
	return theirs, nil
}

// spawn starts the child and waits for its end on a thread of its own, since the
// parent-death signal comes when the starting thread ends, not the program.
func (p *process) spawn() error {
	started := make(chan error)
	go func() { // ends when the child has been reaped
		runtime.LockOSThread()
		err := p.cmd.Start()
		if err == nil {
			p.pid, p.started = p.cmd.Process.Pid, time.Now()
			_ = p.adopt() // without it the server is ended alone, as good as can be
		}
		started <- err
		if err == nil {
			_ = p.cmd.Wait() // how it ended is in ProcessState
			p.ended = time.Now()
			close(p.reaped)
		}
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start process: %w", err)
	}
	return nil
}

// exit gives the exit code, or the name of the signal that ended the child. Only
// after reaped.
func (p *process) exit() (code *int, signal string) {
	state := p.cmd.ProcessState
	if name := signalName(state); name != "" {
		return nil, name
	}
	n := state.ExitCode()
	return &n, ""
}

// waitGroup waits until nothing of the group is left. The system tells nobody
// about that, so it has to be asked again and again. A value from skip ends the wait.
func (p *process) waitGroup(most time.Duration, skip <-chan struct{}) bool {
	const every = 5 * time.Millisecond
	look := time.NewTicker(every)
	defer look.Stop()
	end := time.After(most)
	for p.groupAlive() {
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

// stray is a process that left its group and lives on.
type stray struct {
	pid     int
	command string
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}

// isClosed says whether an error only tells that we closed the file ourselves.
func isClosed(err error) bool { return errors.Is(err, os.ErrClosed) }
