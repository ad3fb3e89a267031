package wrap

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session/process"
)

// Config says what to start and how to record it.
type Config struct {
	Command process.Command
	// Recorder is a command that calls Record with its standard input and output. It also
	// ends the server's group when we are killed. Setup is what its options are made of.
	Recorder []string
	Setup    []byte
	// Grace is how long the server may take to end by itself once the client is gone.
	Grace time.Duration
}

// Client is our end of the client: its requests, where its answers go, and where it
// looks for the server's stderr.
type Client struct{ In, Out, Err *os.File }

const (
	// killAfter is how long what was told to end may take: real clients kill us two
	// seconds after they told us.
	killAfter = time.Second
	// drainTime is how long what the server left in its pipes may take to the client
	// once it was told to end; without being told it takes as long as the client does.
	drainTime = 300 * time.Millisecond
	// restTime is how long an open pipe must have been empty to be taken for one that has
	// nothing more to come.
	restTime = 50 * time.Millisecond
	// flushTime is how long the record may take to be complete before the client sees the
	// end: who looks at it then finds all of it.
	flushTime = 500 * time.Millisecond
	// hurriedFlushTime is the same where we were told to end.
	hurriedFlushTime = 250 * time.Millisecond
)

// wrapped is a server between a client's pipes.
type wrapped struct {
	cfg    Config
	client Client
	obs    *observer
	rec    *recorder // nil where none could be started
	proc   *process.Process

	in, out, errs *relay
	watch         *clientWatch
	saying        sync.WaitGroup
	signals       *signals
	// told is set when the end of the server was asked for, termed when its group got a
	// SIGTERM; next is what is done to it when timer fires.
	told, termed bool
	next         func()
	timer        *time.Timer
}

// Run starts the server and forwards until it has ended; it gives the status with
// which to exit: the server's own, or 128 and the number of the signal that ended it.
// An error says why there is no server.
func Run(cfg Config, client Client) (status int, err error) {
	w := &wrapped{cfg: cfg, client: client, obs: newObserver(), timer: time.NewTimer(0)}
	<-w.timer.C
	w.signals = catchSignals()
	defer w.signals.release()
	cfg.Command.Blocking = true
	if n := runtime.GOMAXPROCS(0); n < relays+1 { // each holds a processor while it waits
		runtime.GOMAXPROCS(relays + 1)
	}
	w.startRecording() // first, so that it ends the server should we be killed
	defer w.flush()
	if w.proc, err = process.Start(cfg.Command); err != nil {
		w.obs.note(err.Error())
		return 0, err //nolint:wrapcheck // it says all there is to say
	}
	if w.rec != nil {
		w.rec.watch(w.proc.PID)
	}
	w.obs.fact(history.Fact{Event: history.FactStart, PID: w.proc.PID})
	w.startRelays()
	go w.proc.ReapWhileRunning() // ends when the server has been reaped
	w.watch = watchClient(client.Out)
	defer w.watch.close()
	w.attend()
	w.finish()
	return w.proc.Status(), nil
}

// startRecording starts the process that records, and ends the server's group when we
// are killed.
func (w *wrapped) startRecording() {
	var err error
	if w.rec, err = startRecorder(w.cfg.Recorder, w.cfg.Setup, w.obs, w.say); err != nil {
		w.obs.turnOff()
		w.say("no history is saved of this session: " + err.Error())
	}
}

// relays is how many there are.
const relays = 3

// startRelays starts to forward. Each relay ends with its stream.
func (w *wrapped) startRelays() {
	w.in = newRelay(framing.ClientToServer, w.client.In, w.proc.Stdin, w.obs)
	w.out = newRelay(framing.ServerToClient, w.proc.Stdout, w.client.Out, w.obs)
	w.errs = newRelay(framing.Stderr, w.proc.Stderr, w.client.Err, w.obs)
	go w.in.run()   // ends with the client's input, or with this program
	go w.out.run()  // ends with the server's stdout, see finish
	go w.errs.run() // ends with the server's stderr, see finish
}

// deafAfter is how long a server must have lived without its stdout for that to be
// worth telling.
const deafAfter = 200 * time.Millisecond

// attend passes on what happens beside the bytes, until the server has ended.
func (w *wrapped) attend() {
	in, out, refused := w.in.done, w.out.done, w.out.broken
	var deaf <-chan time.Time
	for {
		select {
		case <-w.proc.Reaped:
			return
		case <-in:
			in = nil
			w.inputEnded()
		case <-out:
			out, deaf = nil, time.After(deafAfter)
			w.watch.forgetOut()
			hangUp(w.client.Out)
		case <-deaf:
			w.obs.fact(history.Fact{
				Event: history.FactNote, Stream: framing.ServerToClient.String(),
				Text: fmt.Sprintf("stdout closed, process alive (pid %d)", w.proc.PID),
			})
		case <-refused:
			refused = nil
			w.leave("its end of stdout is closed")
		case why := <-w.watch.gone:
			w.leave(why)
		case sig := <-w.signals.caught:
			w.pass(sig)
		case <-w.timer.C:
			w.next()
		}
	}
}

// inputEnded passes on the end of the client's input, or, where the server takes no
// more, that.
func (w *wrapped) inputEnded() {
	if err := w.in.refused; err != nil {
		w.obs.note("the server takes no more input: " + process.Cause(err))
		hangUp(w.client.In)
	}
	_ = w.proc.Stdin.Close() // it is closed or about to be
}

// leave ends the server because nobody is there to talk to it: its input is closed, and
// where that does not do it, it is told and then made to.
func (w *wrapped) leave(why string) {
	if w.told {
		return
	}
	w.told = true
	w.obs.note("the client is gone: " + why)
	_ = w.proc.Stdin.Close() // ends a write that hangs, too
	w.after(w.cfg.Grace, w.terminate)
}

// terminate tells the group to end, and soon makes it.
func (w *wrapped) terminate() {
	w.obs.note("SIGTERM to the server's group")
	w.proc.Terminate()
	if w.termed {
		return // and it is not put off that it is killed
	}
	w.termed = true
	w.after(killAfter, func() {
		w.obs.note("it still runs: SIGKILL to its group")
		w.proc.Kill()
	})
}

func (w *wrapped) after(d time.Duration, do func()) {
	w.next = do
	w.timer.Reset(d)
}

// finish sees to it that all arrives which the server wrote, and records how it ended.
func (w *wrapped) finish() {
	w.drain(w.out, w.errs)
	w.watch.forgetOut()
	hangUp(w.client.Out) // its stderr is kept for what we may have to say
	if w.in.isOpen() {
		w.obs.end(framing.ClientToServer) // what the client began no server will read
	}
	code, signal := w.proc.Exit()
	w.obs.fact(history.Fact{
		Event: history.FactExit, Code: code, Signal: signal,
		AfterMS: w.proc.Ended.Sub(w.proc.Started).Milliseconds(), Stopped: w.told || !w.in.isOpen() && w.in.refused == nil,
	})
	if w.proc.GroupAlive() {
		w.obs.note("processes that the server left in its group are ended")
		w.obs.leaves()
		w.proc.Terminate()
	}
	w.proc.Release()
}

// flush lets the recorder come to its end.
func (w *wrapped) flush() {
	most := flushTime
	if w.told {
		most = hurriedFlushTime
	}
	if w.rec != nil {
		w.rec.finish(w.obs, most)
	}
	w.hearOut()
}

// drain waits until what the ended server left in its pipes has been forwarded. A
// process that it left behind may hold them open: what that writes is not waited for.
func (w *wrapped) drain(outputs ...*relay) {
	ended := time.Now()
	for _, r := range outputs {
		left, known := process.PipeFill(r.src)
		all := r.taken.Load() + int64(left)
		for busy := time.Now(); r.isOpen(); pause(r.done) {
			if !r.isIdle() {
				busy = time.Now()
			}
			late := time.Since(ended) > drainTime
			delivered := r.taken.Load() >= all && !r.writing.Load()
			if time.Since(busy) > restTime || late && (delivered || w.told || !known) {
				w.obs.end(r.dir) // it goes on reading, for nobody
				break
			}
		}
	}
}

// pause waits a moment, at most until a stream has ended.
func pause(done <-chan struct{}) {
	const moment = 2 * time.Millisecond
	select {
	case <-done:
	case <-time.After(moment):
	}
}

// say tells the client's log one thing about us, without ever waiting for it.
func (w *wrapped) say(text string) {
	w.saying.Go(func() { // ends when the client has read it, or with this program
		_, _ = fmt.Fprintf(w.client.Err, "stdioscope: %s\n", text) // a client without a stderr is told nothing
	})
}

// hearOut lets the client read what was said, for a moment.
func (w *wrapped) hearOut() {
	const moment = 100 * time.Millisecond
	said := make(chan struct{})
	go func() { // ends when the client has read it, or with this program
		w.saying.Wait()
		close(said)
	}()
	select {
	case <-said:
	case <-time.After(moment):
	}
}
