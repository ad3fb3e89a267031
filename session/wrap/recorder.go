package wrap

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"stdioscope/session/process"
)

// recorder is the process that records. It is another one than ours so that nothing
// of what recording costs, or of what may be wrong with it, can hold up or end what
// crosses; and so that somebody is there to end the server's group, and to write down
// the rest, when we are killed.
type recorder struct {
	in      *os.File // what the observer has
	done    chan struct{}
	rest    *os.File      // where the recorder goes on reading behind in; nil where it cannot
	written chan struct{} // closed when nothing more is written to in
	broken  []byte        // what was not written of the last block
}

// startRecorder starts the process and hands it what the observer takes down. What it
// has to tell is said to the client.
func startRecorder(command []string, setup []byte, obs *observer, say func(string)) (*recorder, error) {
	hear, tell, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make pipe: %w", err)
	}
	defer func() { _ = hear.Close() }()
	widen(tell)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = hear
	process.OwnGroup(cmd)
	said, err := cmd.StdoutPipe()
	if err != nil {
		_ = tell.Close()
		return nil, fmt.Errorf("make pipe: %w", err)
	}
	rest := restFile()
	if rest != nil {
		cmd.ExtraFiles = []*os.File{rest}
	}
	if err := cmd.Start(); err != nil {
		_ = tell.Close()
		_ = rest.Close() // of a nil file too
		return nil, fmt.Errorf("start the recorder: %w", err)
	}
	r := &recorder{in: tell, rest: rest, done: make(chan struct{}), written: make(chan struct{})}
	first := frame{what: aSetup, at: time.Now(), payload: setup}.appendTo(nil)
	_, _ = tell.Write(first)    // what fails will do so again
	go r.listen(cmd, said, say) // ends with the process
	go r.write(obs, say)        // ends when the observer is closed, or with the process
	return r, nil
}

func (r *recorder) listen(cmd *exec.Cmd, said io.Reader, say func(string)) {
	for lines := bufio.NewScanner(said); lines.Scan(); {
		say(lines.Text())
	}
	close(r.done)
	_ = cmd.Wait() // it has said what there was to say
}

func (r *recorder) write(obs *observer, say func(string)) {
	defer close(r.written)
	broken, err := obs.writeTo(r.in)
	r.broken = broken
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		say("nothing is recorded any more: the recorder has ended")
	}
}

// watch tells the recorder whose group is to end with us, at once: we may be killed at
// any time.
func (r *recorder) watch(server int) {
	pid := binary.LittleEndian.AppendUint64(nil, uint64(server))
	_, _ = r.in.Write(frame{what: aServer, at: time.Now(), payload: pid}.appendTo(nil)) // what fails will do so again
}

// finish lets the record be completed, and waits for that, at most so long. What the
// recorder has not taken by then it finds in a file that is kept in memory, and goes on
// when we are gone.
func (r *recorder) finish(obs *observer, most time.Duration) {
	late := time.NewTimer(most)
	obs.close()
	select {
	case <-r.written:
	case <-late.C:
		late.Reset(0)
		if r.in.SetWriteDeadline(time.Now()) != nil {
			return // a write that hangs cannot be ended here
		}
		<-r.written
	}
	if r.rest != nil {
		_ = obs.spill(r.rest, r.broken) // what cannot be kept is lost
	}
	_ = r.in.Close()
	select {
	case <-r.done:
	case <-late.C:
	}
}
