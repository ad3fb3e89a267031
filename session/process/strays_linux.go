package process

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Strays are the processes that the server started, that left its group, and that
// live on. They became our children when their parents ended, see adoptOrphans.
// Only once the child itself has been reaped.
func (p *Process) Strays() []Stray {
	var left []Stray
	for _, pid := range childrenOf(os.Getpid()) {
		if p.before[pid] {
			continue
		}
		if reaped, err := unix.Wait4(pid, nil, unix.WNOHANG, nil); err == nil && reaped == pid {
			continue // it had ended
		}
		if stray, ok := living(pid); ok {
			left = append(left, stray)
		}
	}
	return left
}

// living tells a process that lives on from one that is ending, which can take a while:
// its memory, and with it its command, is the first to go.
func living(pid int) (stray Stray, ok bool) {
	command := commandOf(pid)
	return Stray{PID: pid, Command: command}, command != ""
}

// ReapWhileRunning asks how orphans of the server have ended, as long as it runs: a
// server that starts a process for each call would else fill the table of processes.
// It ends when the child has been reaped.
func (p *Process) ReapWhileRunning() {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	defer signal.Stop(ended)
	for {
		select {
		case <-p.Reaped:
			return
		case <-ended:
		}
		select { // there may be more to come
		case <-p.Reaped:
			return
		case <-time.After(reapDelay):
		}
		for _, pid := range childrenOf(os.Getpid()) {
			if pid != p.PID && !p.before[pid] {
				_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil) // one that lives on is left alone
			}
		}
	}
}

// reapDelay keeps a server that starts many processes from keeping us busy.
const reapDelay = 500 * time.Millisecond

// noteChildren remembers which children are not the server's doing.
func (p *Process) noteChildren() {
	p.before = map[int]bool{}
	for _, pid := range childrenOf(os.Getpid()) {
		p.before[pid] = true
	}
}

// childrenOf lists the children of a process (proc(5), /proc/pid/stat).
func childrenOf(parent int) []int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	var children []int
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended in the meantime
		}
		var state string
		var ppid int
		behindName := stat[bytes.LastIndexByte(stat, ')')+1:]
		if _, err := fmt.Sscan(string(behindName), &state, &ppid); err != nil || ppid != parent {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			children = append(children, pid)
		}
	}
	return children
}

func commandOf(pid int) string {
	words, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(string(words), "\x00", " "))
}
