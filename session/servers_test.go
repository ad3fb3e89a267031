//go:build unix

package session_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stdioscope/history"
	"stdioscope/session"
	"stdioscope/session/process"
)

// serverVariable makes the test binary be one of the servers below instead.
const serverVariable = "STDIOSCOPE_TEST_SERVER"

// guardWord makes the test binary be a guard.
const guardWord = "be-a-guard"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == guardWord {
		process.BeGuard(os.Stdin)
		return
	}
	if file := os.Getenv(roleVariable); file != "" {
		name, _ := os.ReadFile(file)
		servers[string(name)]()
		os.Exit(0)
	}
	if name := os.Getenv(serverVariable); name != "" {
		servers[name]()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// roleVariable names a file that says which server to be.
const roleVariable = "STDIOSCOPE_TEST_ROLE"

// servers misbehave in one way each.
var servers = map[string]func(){
	"good":       func() { serve(notDiscoverable) },
	"dies":       dies,
	"silent":     func() {},
	"stderr":     func() { fmt.Fprint(os.Stderr, "usage: server DIR\n") },
	"stays":      stays,
	"stubborn":   stubborn,
	"deaf":       func() { time.Sleep(time.Minute) },
	"forks":      forks,
	"escapes":    escapes,
	"half":       half,
	"hangs-up":   hangsUp,
	"asks":       asks,
	"refuses":    refuses,
	"old":        func() { serveAs("2024-11-05", func(request) {}) },
	"whoami":     whoami,
	"flood":      flood,
	"asks-on":    asksOn,
	"crlf":       func() { fmt.Print("one\r\ntwo") },
	"both-ways":  bothWays,
	"long-lines": longLines,
	"naps":       naps,
	"prompts":    prompts,
	"clings":     clings,
	"host":       host,

	"talks-of-requests": talksOfRequests,
	"asks-in-a-batch":   asksInABatch,
	"answers-in-a-batch": func() {
		serve(func(r request) {
			if r.Method == "server/discover" {
				fmt.Printf(`[{"jsonrpc":"2.0","id":99,"error":{"code":-32601,"message":"no"}},{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":["2026-07-28"]}}]`+"\n", r.ID)
			}
		})
	},
	"modern-but-slow":  modernButSlow,
	"modern-in-secret": modernInSecret,
	"starts-many":      startsMany,
	"pretty":           pretty,
	"glued": func() {
		greets(`banner: {"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25"}}`)
	},
	"batched": func() {
		greets(`[{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25"}}]`)
	},
	"unversioned": func() {
		greets(`{"jsonrpc":"2.0","id":%s,"result":{"ProtocolVersion":"2099-01-01"}}`)
	},
	"modern": func() {
		discoverable(`"result":{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"2"}}}`)
	},
	"later-modern": func() { discoverable(`"error":{"code":-32022,"message":"no","data":{"supported":["2099-01-01"]}}`) },
	"odd-32602":    func() { discoverable(`"error":{"code":-32602,"message":"no"}`) },
	"odd-result":   func() { discoverable(`"result":{"tools":[]}`) },
	"odd-text":     func() { discoverable(`"error":"no"`) },
	"leaves":       func() { discoverable("") },
	"slow-probe":   slowProbe,
	"modern-only":  modernOnly,
}

// discoverable answers server/discover in one way, or ends at it.
func discoverable(answer string) {
	serve(func(r request) {
		if r.Method != "server/discover" {
			return
		}
		if answer == "" {
			os.Exit(1)
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+"\n", r.ID, answer)
	})
}

// greets answers initialize in one way.
func greets(format string) {
	for r := range requests() {
		if r.Method == "initialize" {
			fmt.Printf(format+"\n", r.ID)
		}
	}
}

// pretty answers over several lines.
func pretty() {
	for r := range requests() {
		if r.ID != nil {
			fmt.Printf("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": %s,\n  \"result\": {\n    \"protocolVersion\": \"2025-11-25\"\n  }\n}\n", r.ID)
		}
	}
}

// slowProbe is silent at the probe and answers it when it is too late.
func slowProbe() {
	var probe json.RawMessage
	serve(func(r request) {
		switch r.Method {
		case "server/discover":
			probe = r.ID
		case "notifications/initialized":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":["2026-07-28"]}}`+"\n", probe)
		}
	})
}

// modernOnly knows no handshake.
func modernOnly() {
	for r := range requests() {
		if r.Method == "initialize" {
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}`+"\n", r.ID)
			continue
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}}`+"\n", r.ID)
	}
}

type request struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
}

// requests gives what the client writes, up to its end.
func requests() iter.Seq[request] {
	return func(yield func(request) bool) {
		in := bufio.NewReader(os.Stdin)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			var r request
			if json.Unmarshal(line, &r) == nil && !yield(r) {
				return
			}
		}
	}
}

// notDiscoverable is how legacy servers answer the probe.
func notDiscoverable(r request) {
	if r.Method == "server/discover" {
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`+"\n", r.ID)
	}
}

func serve(handle func(request)) { serveAs("2025-11-25", handle) }

// serveAs answers initialize and ping, gives everything else to handle and, when
// that did not exit, answers it with an empty result.
func serveAs(revision string, handle func(request)) {
	for r := range requests() {
		if r.Method == "" {
			continue
		}
		if r.Method == "initialize" {
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":%q,"capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`+"\n", r.ID, revision)
			continue
		}
		handle(r)
		if r.ID != nil && r.Method != "server/discover" {
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", r.ID)
		}
	}
}

func dies() {
	fmt.Fprint(os.Stderr, "loading\nno module named 'demo'")
	os.Exit(3)
}

// stays ignores the end of its input and leaves on SIGTERM.
func stays() {
	term := make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM)
	serve(func(request) {})
	<-term
	fmt.Fprintln(os.Stderr, "SIGTERM, leaving")
}

func stubborn() {
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	serve(func(request) {})
	time.Sleep(time.Minute)
}

// prompts asks for something on a line that it does not end.
func prompts() {
	fmt.Print("Password: ")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Println("thanks")
}

// naps reads nothing until it is told to by SIGUSR1.
func naps() {
	wake := make(chan os.Signal, 1)
	signal.Notify(wake, syscall.SIGUSR1)
	fmt.Println("napping")
	<-wake
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// forks leaves a child in its group that holds its pipes, and goes.
func forks() {
	child := exec.Command("sleep", "60")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	_ = child.Start()
	fmt.Fprintln(os.Stderr, child.Process.Pid)
	os.Exit(4)
}

// escapes leaves a child in a session of its own that holds its pipes, and goes.
func escapes() {
	child := exec.Command("sleep", "2")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	_ = child.Start()
	fmt.Println("last words")
	os.Exit(0)
}

func half() {
	serve(func(r request) {
		if r.Method == "tools/call" {
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"resu`, r.ID)
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
	})
}

// hangsUp closes its stdout when asked to, and reads on.
func hangsUp() {
	serve(func(r request) {
		if r.Method == "tools/call" {
			_ = os.Stdout.Close()
		}
	})
}

// asks sends requests of its own as soon as it may.
func asks() {
	serve(func(r request) {
		if r.Method == "notifications/initialized" {
			fmt.Println(`{"jsonrpc":"2.0","id":"p","method":"ping"}`)
			fmt.Println(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`)
			fmt.Println(`{"jsonrpc":"2.0","id":2,"method":"demo/unknown"}`)
			fmt.Println(`{"jsonrpc":"2.0","id":3,"method":"sampling/createMessage","params":{}}`)
		}
	})
}

// asksOn asks for more than is held for it, and reads nothing.
func asksOn() {
	out := bufio.NewWriter(os.Stdout)
	for range 300_000 {
		_, _ = out.WriteString(`{"jsonrpc":"2.0","id":"p","method":"ping"}` + "\n")
	}
	_ = out.Flush()
	time.Sleep(time.Minute)
}

func refuses() {
	in := bufio.NewReader(os.Stdin)
	_, _ = in.ReadBytes('\n')
	fmt.Println(`{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"Unsupported protocol version"}}`)
	_, _ = in.ReadBytes('\n')
}

// whoami tells what it was given.
func whoami() {
	dir, _ := os.Getwd()
	sid, _, _ := syscall.Syscall(syscall.SYS_GETSID, 0, 0, 0)
	tty, err := os.Open("/dev/tty")
	if err == nil {
		_ = tty.Close()
	}
	told, _ := json.Marshal(map[string]any{
		"args": os.Args[1:], "dir": dir, "env": os.Environ(), "pid": os.Getpid(),
		"pgid": syscall.Getpgrp(), "sid": int(sid), "terminal": err == nil,
	})
	fmt.Println(string(told))
}

const floodLines = 100_000

func flood() {
	out := bufio.NewWriter(os.Stdout)
	errOut := bufio.NewWriter(os.Stderr)
	for i := range floodLines {
		_, _ = fmt.Fprintf(out, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":%d}}`+"\n", i)
		_, _ = fmt.Fprintf(errOut, "line %d\n", i)
	}
	_, _ = out.WriteString("the end")
	_ = out.Flush()
	_ = errOut.Flush()
}

// bothWays answers each line with one just as long, and reads the next only when
// that was taken.
func bothWays() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Print(line)
	}
}

func longLines() {
	for _, n := range []int{65535, 65536, 65537, 1 << 20, 3 << 20} {
		fmt.Println(strings.Repeat("x", n))
	}
}

// witnessVariable names a pipe in the file system. Who has it open for writing is
// alive.
const witnessVariable = "STDIOSCOPE_TEST_WITNESS"

// clings starts a child that has the witness open and, like itself, ends only by
// SIGKILL.
func clings() {
	if os.Getenv("CHILD") == "" {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "CHILD=yes")
		_ = child.Start()
	}
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	witness, err := os.OpenFile(os.Getenv(witnessVariable), os.O_WRONLY, 0)
	if err != nil {
		os.Exit(1)
	}
	_, _ = witness.WriteString("here\n")
	time.Sleep(time.Minute)
}

// host is a program with a session, for a test to kill.
func host() {
	cfg := configFor("clings")
	cfg.Guard, cfg.Handshake = []string{os.Args[0], guardWord}, false
	if _, err := session.Start(cfg, "", history.Options{Discard: true}); err != nil {
		os.Exit(1)
	}
	time.Sleep(time.Minute)
}

// talksOfRequests logs what it reads on the stream that is for messages.
func talksOfRequests() {
	serve(func(r request) {
		if r.Method == "tools/list" {
			fmt.Printf(`DEBUG received {"jsonrpc":"2.0","id":%s,"method":"tools/list"}`+"\n", r.ID)
		}
	})
}

// asksInABatch sends its requests as revision 2025-03-26 allows.
func asksInABatch() {
	serveAs("2025-03-26", func(r request) {
		if r.Method == "notifications/initialized" {
			fmt.Println(`[{"jsonrpc":"2.0","id":"p","method":"ping"},{"jsonrpc":"2.0","id":"q","method":"roots/list"}]`)
		}
	})
}

// modernButSlow answers the probe only when initialize has come, which it refuses.
func modernButSlow() {
	var probe json.RawMessage
	for r := range requests() {
		switch r.Method {
		case "server/discover":
			probe = r.ID
		case "initialize":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`+"\n", r.ID)
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":["2026-07-28"]}}`+"\n", probe)
		}
	}
}

// modernInSecret refuses initialize without saying why.
func modernInSecret() {
	for r := range requests() {
		switch r.Method {
		case "server/discover":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":["2026-07-28"]}}`+"\n", r.ID)
		case "initialize":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`+"\n", r.ID)
		}
	}
}

// startsMany leaves an orphan for each line that it reads.
func startsMany() {
	in := bufio.NewReader(os.Stdin)
	for {
		if _, err := in.ReadBytes('\n'); err != nil {
			return
		}
		_ = exec.Command("sh", "-c", "true & exit 0").Run()
		fmt.Println("started")
	}
}
