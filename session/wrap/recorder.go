package wrap

import (
	"bufio"
	"encoding/binary"
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
	in   *os.File // what the observer has
	done chan struct{}
}

// startRecorder starts the process and hands it what the observer takes down. What it
// has to tell is said to the client.
func startRecorder(command []string, setup []byte, server int, obs *observer, say func(string)) (*recorder, error) {
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
	if err := cmd.Start(); err != nil {
		_ = tell.Close()
		return nil, fmt.Errorf("start the recorder: %w", err)
	}
	r := &recorder{in: tell, done: make(chan struct{})}
	first := frame{what: aSetup, at: time.Now(), payload: setup}.appendTo(nil)
	first = frame{what: aServer, at: time.Now(), payload: binary.LittleEndian.AppendUint64(nil, uint64(server))}.appendTo(first)
	_, _ = tell.Write(first)    // at once, for we may be killed at any time; what fails will do so again
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
	defer func() { _ = r.in.Close() }()
	if obs.writeTo(r.in) != nil {
		say("nothing is recorded any more: the recorder has ended")
	}
}

// await waits for the record to be complete, at most so long. What takes longer is
// still written when we are gone.
func (r *recorder) await(most time.Duration) {
	select {
	case <-r.done:
	case <-time.After(most):
	}
}
