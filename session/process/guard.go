package process

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
)

// Guard is a process of ours that outlives us, to end the server's group when we
// are killed without a chance to do it ourselves. Windows needs none: there the
// group is a job that ends with us.
//
// It is told over a pipe, which only we hold open, which groups there are: a line
// "PID" for a new one, "-PID" for one that is gone. The end of the pipe is the end
// of us.
type Guard struct {
	tell *os.File
	done chan struct{} // closed when the process has ended
}

// StartGuard starts the guard; nil where there is none.
func StartGuard(command []string) (*Guard, error) {
	if len(command) == 0 || !needsGuard {
		return nil, nil
	}
	hear, tell, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make pipe: %w", err)
	}
	defer func() { _ = hear.Close() }()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = hear
	OwnGroup(cmd)
	if err := cmd.Start(); err != nil {
		_ = tell.Close()
		return nil, fmt.Errorf("start guard: %w", err)
	}
	g := &Guard{tell: tell, done: make(chan struct{})}
	go func() { // ends with the guard, which ends with the pipe
		_ = cmd.Wait() // how it ended is of no use to anyone
		close(g.done)
	}()
	return g, nil
}

// Watch tells of a new group, named by its leader.
func (g *Guard) Watch(pid int) { g.say(strconv.Itoa(pid)) }

// Forget tells that a group is gone.
func (g *Guard) Forget(pid int) { g.say("-" + strconv.Itoa(pid)) }

func (g *Guard) say(line string) {
	if g != nil {
		_, _ = fmt.Fprintln(g.tell, line) // a guard that is gone cannot be helped
	}
}

// Close ends the guard, which then ends what it still watches.
func (g *Guard) Close() {
	if g != nil {
		_ = g.tell.Close()
		<-g.done
	}
}

// BeGuard is what the guard process does: it waits for the end of in and then ends
// the groups that are left.
func BeGuard(in io.Reader) {
	watched := map[int]bool{}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		pid, err := strconv.Atoi(lines.Text())
		switch {
		case err != nil:
		case pid < 0:
			delete(watched, -pid)
		default:
			watched[pid] = true
		}
	}
	for pid := range watched {
		EndGroup(pid)
	}
}
