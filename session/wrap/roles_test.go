//go:build unix

package wrap_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"stdioscope/history"
	"stdioscope/session/process"
	"stdioscope/session/wrap"
)

// The test binary is all programs that the tests need: argument 1 is the role.
const (
	beRecorder = "be-a-recorder"
	beWrap     = "be-wrap"   // arguments: the server
	beServer   = "be-server" // arguments: its name
	beHost     = "be-a-host" // a client that starts the rest of its arguments and waits
	beViewer   = "be-a-viewer"
	beRelay    = "be-a-relay" // arguments: the server
)

// Variables that say how to be wrap.
const (
	recordVariable = "STDIOSCOPE_TEST_RECORD" // a file, or "none"
	limitVariable  = "STDIOSCOPE_TEST_LIMIT"  // bytes that a file may have
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case beRecorder:
			process.LowerPriority()
			runtime.GOMAXPROCS(1)
			wrap.Record(io.MultiReader(os.Stdin, wrap.Rest()), os.Stdout, recorderOptions)
			return
		case beWrap:
			os.Exit(runWrap(os.Args[2:]))
		case beServer:
			servers[os.Args[2]]()
			os.Exit(0)
		case beHost:
			host(os.Args[2:])
			return
		case beRelay:
			relayPlainly(os.Args[2:])
			return
		case beViewer:
			view(os.Args[2])
			return
		}
	}
	goleak.VerifyTestMain(m)
}

func self() string {
	path, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return path
}

func runWrap(command []string) int {
	if limit, err := strconv.ParseUint(os.Getenv(limitVariable), 10, 64); err == nil {
		_ = unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: limit})
	}
	header := history.NewHeader(history.ModeWrap, "", command, "/", nil, "test", time.Now())
	header.Client = &history.ClientProcess{PID: os.Getppid()}
	setup, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	cfg := wrap.Config{
		Command: process.Command{Args: command}, Recorder: []string{self(), beRecorder}, Setup: setup, Grace: 300 * time.Millisecond,
	}
	status, err := wrap.Run(cfg, wrap.Client{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	return status
}

func recorderOptions(setup []byte) (wrap.Options, error) {
	opt := history.Options{File: os.Getenv(recordVariable)}
	if opt.File == "none" {
		return wrap.Options{}, nil
	}
	err := json.Unmarshal(setup, &opt.Header)
	return wrap.Options{Record: &opt}, err
}

// servers do one thing each.
var servers = map[string]func(){
	"echo": func() { // to both streams at once
		_, _ = io.Copy(io.MultiWriter(os.Stdout, os.Stderr), os.Stdin)
	},
	"answers":  func() { answers(false) },
	"lines":    func() { answers(true) },
	"stubborn": stubborn,
	"reports":  reports,
	"deaf": func() { // its stdout is closed, it lives on
		fmt.Println("bye")
		_ = os.Stdout.Close()
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			fmt.Fprintln(os.Stderr, "heard "+lines.Text())
		}
	},
	"dumb": func() { // it reads nothing
		_ = os.Stdin.Close()
		fmt.Println("closed")
		time.Sleep(time.Minute)
	},
	"late": func() { // it writes after the end of its input
		_, _ = io.Copy(io.Discard, os.Stdin)
		fmt.Print(strings.Repeat("x", 1<<20) + "\nlast words")
		os.Exit(7)
	},
	"clings": func() { // a child of it holds its stdout
		child := exec.Command(self(), beServer, "sleeps")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Printf("child %d\n", child.Process.Pid)
		os.Exit(5)
	},
	"greets": func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"s","version":"2"},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"3"}}}}`)
		}
	},
	"sleeps": func() { time.Sleep(time.Minute) },
	"parent": func() { // it waits for the end of its input, beside a child that does not
		child := exec.Command(self(), beServer, "sleeps")
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Printf("child %d\n", child.Process.Pid)
		_, _ = io.Copy(io.Discard, os.Stdin)
		time.Sleep(time.Minute)
	},
}

// answers gives each request an empty result. It reads it as servers do; eager writes
// each answer at once, as most do, the other what has gathered.
func answers(eager bool) {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriterSize(os.Stdout, 1<<16)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		var request struct {
			ID json.RawMessage
		}
		if err := json.Unmarshal(line, &request); err != nil {
			panic(err)
		}
		_, _ = fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", request.ID)
		if eager || in.Buffered() == 0 {
			_ = out.Flush()
		}
	}
}

// stubborn does not end, whoever asks.
func stubborn() {
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
	fmt.Printf("pid %d\n", os.Getpid())
	time.Sleep(time.Minute)
}

// reports says which signals it gets, and ends at SIGTERM.
func reports() {
	caught := make(chan os.Signal, 8)
	signal.Notify(caught, syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGHUP, syscall.SIGINT)
	fmt.Printf("pid %d\n", os.Getpid())
	for sig := range caught {
		fmt.Println("got", sig)
		if sig == syscall.SIGTERM {
			os.Exit(9)
		}
	}
}

// host starts a command with its own stdin and stdout, as a client does, and stays.
func host(command []string) {
	cmd := exec.Command(command[0], command[1:]...)
	in, err := cmd.StdinPipe() // that stays open when a fork of ours holds it
	if err != nil {
		panic(err)
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	fmt.Printf("wrap %d\n", cmd.Process.Pid)
	time.Sleep(time.Minute)
	_ = in.Close()
}

// relayPlainly forwards and does nothing else, in the simplest way there is.
func relayPlainly(command []string) {
	cmd := exec.Command(command[0], command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		panic(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	go func() { // ends with the input
		_, _ = io.Copy(in, os.Stdin)
		_ = in.Close()
	}()
	_, _ = io.Copy(os.Stdout, out)
	_ = cmd.Wait()
}

// view follows a history and says when it has seen so much.
func view(path string) {
	j, err := history.Begin(path, true)
	if err != nil {
		panic(err)
	}
	fmt.Println("watching")
	for range j.Bell() {
	}
}
