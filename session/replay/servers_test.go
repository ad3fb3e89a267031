//go:build unix

package replay_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stdioscope/session/demo"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "be" {
		servers[os.Args[2]]()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

var servers = map[string]func(){
	"demo":       func() { serveDemo(false) },
	"misbehave":  func() { serveDemo(true) },
	"handles":    handles,
	"arrival":    arrival,
	"dies":       func() { serve(dies) },
	"answers":    func() { serve(func(r request) { r.result("{}") }) },
	"mute":       func() { serve(func(request) {}) },
	"asks":       asks,
	"destroyer":  destroyer,
	"store":      store,
	"strict":     strict,
	"speaks":     speaks,
	"tears":      tears,
	"lingers":    lingers,
	"first-only": func() { serve(firstOnly) },
}

func serveDemo(misbehave bool) {
	os.Exit(demo.Serve(context.Background(), os.Stdin, os.Stdout, os.Stderr, demo.Options{Misbehave: misbehave}))
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Params struct {
		Name   string `json:"name"`
		Cursor string `json:"cursor"`
		Meta   struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
		URI       string         `json:"uri"`
		Task      string         `json:"taskId"`
		State     string         `json:"requestState"`
		Arguments map[string]any `json:"arguments"`
	} `json:"params"`
}

func (r request) result(result string) {
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, result)
}

func (r request) fails(message string) {
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":%q}}`+"\n", r.ID, message)
}

// serve answers initialize and hands all else over.
func serve(handle func(request)) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r request
		if json.Unmarshal(lines.Bytes(), &r) != nil {
			continue
		}
		switch {
		case r.Method == "initialize":
			r.result(`{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"t","version":"1"}}`)
		case r.ID != nil:
			handle(r)
		}
	}
}

// handles gives out what is good for this process only, in all the places where servers do.
func handles() {
	nonce := rand.Text()[:12]
	serve(func(r request) {
		a := r.Params.Arguments
		switch r.Params.Name + r.Params.Cursor + r.Params.Task {
		case "":
			r.result(`{"tools":[{"name":"open"}],"nextCursor":"p-` + nonce + `"}`)
		case "p-" + nonce:
			r.result(`{"tools":[{"name":"read"}]}`)
		case "task-" + nonce:
			r.result(`{"status":"working"}`)
		case "ask":
			switch r.Params.State {
			case "":
				r.result(`{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}}},"requestState":"` + nonce[:3] + `"}`)
			case nonce[:3]:
				r.result(`{"content":[]}`)
			default:
				r.fails("the state is of another run")
			}
		case "open":
			r.result(`{"content":[{"type":"text","text":"Opened\n{\"handle\":\"in-text-` + nonce + `\"} as log://` + nonce + `/7."}],` +
				`"structuredContent":{"handle":"h-` + nonce + `","n":3},"task":{"taskId":"task-` + nonce + `"}}`)
		case "read":
			ok := a["handle"] == "h-"+nonce && a["text"] == "in-text-"+nonce && a["uri"] == "log://"+nonce+"/9" && a["mine"] == "my-own-77"
			if !ok {
				r.fails(fmt.Sprintf("stale: %v", a))
				return
			}
			r.result(`{"content":[{"type":"text","text":"read h-` + nonce + ` for my-own-77"}]}`)
		default:
			r.fails("a cursor of another run")
		}
	})
}

// arrival answers in groups of as many as the first argument of a call says, and tells how
// many requests were open at most.
func arrival() {
	var waiting []request
	serve(func(r request) {
		waiting = append(waiting, r)
		if group := r.Params.Arguments["group"]; group != fmt.Sprint(len(waiting)) {
			return
		}
		for i := len(waiting) - 1; i >= 0; i-- {
			waiting[i].result(fmt.Sprintf(`{"open":%d}`, len(waiting)))
		}
		waiting = nil
	})
}

func dies(r request) {
	if r.Params.Name == "die" && os.Getenv("STAY") == "" {
		fmt.Fprintln(os.Stderr, "fatal: it was asked to")
		os.Exit(3)
	}
	r.result(`{}`)
}

var answered int

// firstOnly answers one request and then none.
func firstOnly(r request) {
	if answered++; answered == 1 || os.Getenv("STAY") != "" {
		r.result(`{}`)
	}
}

// asks asks the client for a name and gives it back.
func asks() {
	var open request
	serve(func(r request) {
		if r.Result != nil {
			open.result(`{"said":` + string(r.Result) + `}`)
			return
		}
		open = r
		fmt.Printf(`{"jsonrpc":"2.0","id":"ask-%d","method":"elicitation/create","params":{"message":"who?"}}`+"\n", os.Getpid())
	})
}

func destroyer() {
	serve(func(r request) {
		if r.Params.Cursor == "more" {
			r.result(`{"tools":[{"name":"late","annotations":{"destructiveHint":true}}]}`)
			return
		}
		if r.Method == "tools/list" {
			r.result(`{"nextCursor":"more","tools":[{"name":"wipe","annotations":{"destructiveHint":true}},{"name":"look","annotations":{"readOnlyHint":true}},` +
				`{"name":"write","annotations":{"readOnlyHint":false}},{"name":"add","annotations":{"readOnlyHint":false,"destructiveHint":false}},{"name":"plain"}]}`)
			return
		}
		r.result(`{}`)
	})
}

// store names what it makes anew in each run.
func store() {
	nonce := "n4x7" + rand.Text()[:12]
	serve(func(r request) {
		switch r.Method + r.Params.Name {
		case "tools/callsum":
			r.result(`{"total":120}`)
		case "tools/callmake":
			r.result(`{"order":{"id":18},"label":"first","uri":"res://` + nonce + `/a","handle":"` + nonce + `"}`)
		case "resources/read":
			r.result(`{"contents":[{"uri":"` + r.Params.URI + `","text":"the body"}]}`)
		default:
			args, _ := json.Marshal(r.Params.Arguments)
			r.result(`{"got":` + string(args) + `}`)
		}
	})
}

// strict answers what is no request as MESSAGE says, or not at all.
func strict() {
	message := os.Getenv("MESSAGE")
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var r request
		switch err := json.Unmarshal(lines.Bytes(), &r); {
		case err == nil && r.Method == "initialize":
			r.result(`{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"t","version":"1"}}`)
		case err == nil && string(r.ID) != "null" && r.ID != nil:
			r.result("{}")
		case message != "" && r.Method != "notifications/initialized":
			fmt.Printf(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":%q}}`+"\n", message)
		}
	}
}

// speaks logs what WORDS says, and tells of progress.
func speaks() {
	serve(func(r request) {
		fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"at":"%s","words":%q}}}`+"\n",
			time.Now().Format(time.RFC3339Nano), os.Getenv("WORDS"))
		if r.Params.Meta.Token != nil {
			fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1,"message":%q}}`+"\n", r.Params.Meta.Token, os.Getenv("STEP"))
		}
		r.result("{}")
	})
}

// tears writes a line end into its answer.
func tears() {
	serve(func(r request) { r.result(`{"a":"` + os.Getenv("WORDS") + "\n" + `the rest"}`) })
}

// lingers goes on when its input has ended, if STAY says so.
func lingers() {
	serve(func(r request) { r.result("{}") })
	if os.Getenv("STAY") != "" {
		time.Sleep(time.Hour)
	}
}
