package mock_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stdioscope/history"
	"stdioscope/session/mock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const header = `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n"

// script makes a script of records, a tenth of a second apart.
func script(t *testing.T, records ...string) *mock.Script {
	t.Helper()
	text := header
	for i, r := range records {
		text += fmt.Sprintf(`{"seq":%d,"time":"2026-11-30T10:11:13.%dZ",%s}`+"\n", i+1, i%10, r)
	}
	j, err := history.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	s, err := mock.NewScript(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func c2s(msg string) string { return `"dir":"c2s","msg":` + msg }
func s2c(msg string) string { return `"dir":"s2c","msg":` + msg }

// client is what talks to a mock.
type client struct {
	t      *testing.T
	in     io.WriteCloser
	out    *bufio.Reader
	errOut *safeBuffer
	code   chan int
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func serve(t *testing.T, s *mock.Script, speed float64) *client {
	in, ours := io.Pipe()
	theirs, out := io.Pipe()
	c := &client{t: t, in: ours, out: bufio.NewReader(theirs), errOut: &safeBuffer{}, code: make(chan int, 1)}
	go func() {
		code, err := mock.Serve(t.Context(), s, in, out, c.errOut, mock.Options{Speed: speed})
		if err != nil {
			t.Error(err)
		}
		_ = out.Close()
		_ = in.Close()
		c.code <- code
	}()
	t.Cleanup(func() { _ = ours.Close() })
	return c
}

func (c *client) say(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) hears(want string) {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	if strings.TrimSuffix(line, "\n") != want {
		c.t.Fatalf("it said %q and not %q, %v; stderr: %s", line, want, err, c.errOut)
	}
}

func (c *client) ends() int {
	_ = c.in.Close()
	return <-c.code
}

func TestAnswersComeByWhatIsAsked(t *testing.T) {
	s := script(t,
		`"dir":"s2c","text":"*** welcome ***"`,
		c2s(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"a"}}}`),
		s2c(`{"jsonrpc":"2.0","id":0,"result":{"n":1.50}}`),
		c2s(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"b":"é"},"_meta":{"k":1}}}`),
		s2c(`{"jsonrpc":"2.0","id":1,"result":{"first":true}}`),
		c2s(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"b":"é"}}}`),
		s2c(`{ "result":{"second":true}, "id":2, "jsonrpc":"2.0" }`),
		`"dir":"c2s","text":"{broken"`,
		s2c(`{"jsonrpc":"2.0","error":{"code":-32700,"message":"what?"}}`),
	)
	c := serve(t, s, 0)
	c.hears("*** welcome ***")
	c.say(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"clientInfo":{"name":"another"}}}`)
	c.hears(`{"jsonrpc":"2.0","id":"i","result":{"n":1.50}}`)
	call := `{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"arguments":{ "b":"\u00e9", "a":1 },"name":"x"}}`
	c.say(fmt.Sprintf(call, "7"))
	c.hears(`{"jsonrpc":"2.0","id":7,"result":{"first":true}}`)
	for _, id := range []string{`"s"`, "9"} { // and the last one again
		c.say(fmt.Sprintf(call, id))
		c.hears(`{ "result":{"second":true}, "id":` + id + `, "jsonrpc":"2.0" }`)
	}
	c.say("{broken")
	c.hears(`{"jsonrpc":"2.0","error":{"code":-32700,"message":"what?"}}`)
	c.say(`{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"x","arguments":{"a":2}}}`)
	c.hears(`{"jsonrpc":"2.0","id":10,"error":{"code":-32603,"message":"mock: the recording holds no such request with these params"}}`)
	c.say(`{"jsonrpc":"2.0","id":11,"method":"no/such"}`)
	c.hears(`{"jsonrpc":"2.0","id":11,"error":{"code":-32603,"message":"mock: the recording holds no such request"}}`)
	c.say(`{"jsonrpc":"2.0","id":12,"method":"ping"}`)
	c.hears(`{"jsonrpc":"2.0","id":12,"result":{}}`)
	if code := c.ends(); code != 0 || strings.Count(c.errOut.String(), "stdioscope: mock: cannot answer") != 2 {
		t.Errorf("exit code %d, stderr %q", code, c.errOut)
	}
}

func TestWhatComesWithAnAnswerComesAgain(t *testing.T) {
	s := script(t,
		c2s(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":"t"}}}`),
		s2c(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}`),
		`"dir":"stderr","text":"working"`,
		s2c(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}`),
		c2s(`{"jsonrpc":"2.0","id":"q","result":{"action":"decline"}}`),
		s2c(`{"jsonrpc":"2.0","id":1,"result":{}}`),
		c2s(`{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{"notifications":{}}}`),
		s2c(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}`),
	)
	c := serve(t, s, 0)
	c.say(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":5}}}`)
	c.hears(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":1}}`)
	c.hears(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}`)
	c.say(`{"jsonrpc":"2.0","id":6,"method":"ping"}`) // the call waits for its answer, nothing else does
	c.hears(`{"jsonrpc":"2.0","id":6,"result":{}}`)
	c.say(`{"jsonrpc":"2.0","id":"q","result":{"action":"accept"}}`)
	c.hears(`{"jsonrpc":"2.0","id":5,"result":{}}`)
	c.say(`{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{"notifications":{}}}`)
	c.hears(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"}}}`)
	c.say(`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"x"}}`) // it wants no progress
	c.hears(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}`)
	c.say(`{"jsonrpc":"2.0","id":"q","result":{}}`)
	c.hears(`{"jsonrpc":"2.0","id":8,"result":{}}`)
	if code := c.ends(); code != 0 || c.errOut.String() != "working\nworking\n" {
		t.Errorf("exit code %d, stderr %q", code, c.errOut)
	}
}

func TestAnIDThatTheServerGotWrongIsWrongAgain(t *testing.T) {
	s := script(t, c2s(`{"jsonrpc":"2.0","id":9007199254740993,"method":"x"}`), s2c(`{"jsonrpc":"2.0","id":9007199254740992,"result":{}}`))
	c := serve(t, s, 0)
	for id, want := range map[string]string{"9007199254740993": "9007199254740992", "5": "5", `"a"`: `"a"`} {
		c.say(`{"jsonrpc":"2.0","id":` + id + `,"method":"x"}`)
		c.hears(`{"jsonrpc":"2.0","id":` + want + `,"result":{}}`)
	}
	c.ends()
}

func TestAnswersTakeAsLongAsThen(t *testing.T) {
	s := script(t, c2s(`{"jsonrpc":"2.0","id":1,"method":"slow"}`), c2s(`{"jsonrpc":"2.0","id":2,"method":"quick"}`),
		s2c(`{"jsonrpc":"2.0","id":2,"result":{}}`), s2c(`{"jsonrpc":"2.0","id":1,"result":{}}`))
	c := serve(t, s, 1)
	begun := time.Now()
	c.say(`{"jsonrpc":"2.0","id":1,"method":"slow"}`)
	c.say(`{"jsonrpc":"2.0","id":2,"method":"quick"}`)
	c.hears(`{"jsonrpc":"2.0","id":2,"result":{}}`)
	c.hears(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	if took := time.Since(begun); took < 300*time.Millisecond {
		t.Errorf("it took %s", took)
	}
	c.ends()
}

func TestAServerThatEndedEndsAgain(t *testing.T) {
	for exit, want := range map[string]int{
		`"code":3`:                          3,
		`"code":0,"unanswered":1`:           0,
		`"signal":"SIGSEGV","unanswered":1`: 1,
	} {
		s := script(t, c2s(`{"jsonrpc":"2.0","id":1,"method":"die"}`), `"dir":"stderr","text":"fatal"`, `"dir":"meta","event":"exit",`+exit)
		c := serve(t, s, 0)
		c.say(`{"jsonrpc":"2.0","id":7,"method":"die"}`)
		if code := <-c.code; code != want || c.errOut.String() != "fatal\n" {
			t.Errorf("%s: exit code %d, stderr %q", exit, code, c.errOut)
		}
	}
}

func TestAServerThatWasEndedLivesUntilItsInputEnds(t *testing.T) {
	for _, exit := range []string{`"code":0,"unanswered":0`, `"signal":"SIGTERM"`, `"code":2,"unanswered":1,"stopped":true`} {
		s := script(t, c2s(`{"jsonrpc":"2.0","id":1,"method":"x"}`), s2c(`{"jsonrpc":"2.0","id":1,"result":{}}`), `"dir":"meta","event":"exit",`+exit)
		c := serve(t, s, 0)
		for range 2 {
			c.say(`{"jsonrpc":"2.0","id":7,"method":"x"}`)
			c.hears(`{"jsonrpc":"2.0","id":7,"result":{}}`)
		}
		c.ends()
	}
}

func TestAHistoryWithoutRequestsCannotBePlayed(t *testing.T) {
	j, err := history.Read(strings.NewReader(header))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	if _, err := mock.NewScript(t.Context(), j); !errors.Is(err, mock.ErrNothing) {
		t.Errorf("%v", err)
	}
}

func TestAHandshakeThatIsNotOnRecordIsMadeUp(t *testing.T) {
	c := serve(t, script(t, c2s(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), s2c(`{"jsonrpc":"2.0","id":1,"result":{}}`)), 0)
	c.say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`)
	c.hears(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"stdioscope mock","version":"0"}}}`)
	c.say(`{"jsonrpc":"2.0","id":2,"method":"server/discover"}`)
	c.hears(`{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"mock: the recording holds no such request"}}`)
	c.ends()
	c = serve(t, script(t, c2s(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`)), 0)
	c.say(`{"jsonrpc":"2.0","id":2,"method":"server/discover"}`)
	c.hears(`{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}`)
	c.ends()
	if told := c.errOut.String(); !strings.Contains(told, "server/discover is not in the recording: the answer is made up") {
		t.Errorf("told %q", told)
	}
}

func TestPipelinedRequestsAreAnsweredInOrder(t *testing.T) {
	var records []string
	const many = 9
	for i := range many {
		records = append(records,
			c2s(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"m%d"}`, i, i)), s2c(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%d}`, i, i)))
	}
	for _, speed := range []float64{0, 50} {
		c := serve(t, script(t, records...), speed)
		go func() { // ends when all is written
			for i := range many {
				_, _ = fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":"c%d","method":"m%d"}`+"\n", i, i)
			}
		}()
		for i := range many {
			c.hears(fmt.Sprintf(`{"jsonrpc":"2.0","id":"c%d","result":%d}`, i, i))
		}
		c.ends()
	}
}

func TestTheEndOfTheInputEndsAWaitForAReply(t *testing.T) {
	c := serve(t, script(t,
		c2s(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask"}}`),
		s2c(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}`),
		c2s(`{"jsonrpc":"2.0","id":"q","result":{"action":"decline"}}`),
		s2c(`{"jsonrpc":"2.0","id":1,"result":{}}`)), 0)
	c.say(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ask"}}`)
	c.hears(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}`)
	if code := c.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
