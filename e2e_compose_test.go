//go:build unix

package main

import (
	"strings"
	"testing"
)

const (
	newMessage = "\x14" // ctrl+t
	openForm   = "\x06" // ctrl+f
	rawMode    = "\x02" // ctrl+b
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// compose starts the demo and goes to its composer.
func compose(t *testing.T, args ...string) *terminal {
	t.Helper()
	x := run(t, 160, 45, []string{"XDG_STATE_HOME=" + t.TempDir()}, append([]string{"demo"}, args...)...)
	x.sees(`● ready`)
	x.keys("i")
	x.sees(`enter send`)
	return x
}

func (x *terminal) leaves() {
	x.t.Helper()
	x.keys("\x03") // ctrl+c
	x.keys("\x03")
	if code := x.ends(); code != 0 {
		x.t.Errorf("exit code %d", code)
	}
}

func TestAToolIsCalledThroughItsForm(t *testing.T) {
	x := compose(t)
	x.keys(newMessage)
	x.sees(`▸ echo `)
	x.keys("weather" + enter)
	x.sees(`"name":"weather"`)
	x.keys(openForm)
	x.sees(`Form · arguments of weather`)
	x.keys(enter)
	x.sees(`▸ "Berlin"`)
	x.keys("Lis" + enter)
	x.sees(`"city":"Lisbon"`)
	x.keys("s")
	x.sees(`← \d+ +tools/call weather`)
	x.leaves()
}

func TestARequestIsBrokenOnPurpose(t *testing.T) {
	x := compose(t)
	x.keys(rawMode)
	x.sees(`raw mode sends what stands there`)
	x.keys("y")
	x.sees(`Composer · raw`)
	x.keys(emptyEditor + `{"jsonrpc":"2.0","id":90,"method":` + "\n" + enter)
	x.sees(`→ .*not JSON|→ .*⚠`)
	x.leaves()
}

func TestAnElicitationIsAnsweredByHand(t *testing.T) {
	x := compose(t, "--protocol", "2025-11-25")
	x.keys(newMessage)
	x.sees(`ask_user`)
	x.keys("ask_user" + enter)
	x.sees(`"name":"ask_user"`)
	x.keys(enter)
	x.sees(`the server waits for 1 answer from you`)
	x.keys(escape)
	x.sees(`tab focus`)
	x.keys("1Ga")
	x.sees(`▸ accept`)
	x.keys(enter)
	x.sees(`"action":"accept"`)
	x.keys(openForm)
	x.sees(`Form · what the server asks for`)
	x.keys(enter + "\x15Ada" + enter)
	x.sees(`"name":"Ada"`)
	x.keys("s")
	x.sees(`← \d+ +tools/call ask_user`)
	x.leaves()
}

func TestQuestionsOfAModernServerAreAnsweredByARetry(t *testing.T) {
	x := compose(t)
	x.keys(newMessage)
	x.sees(`ask_user`)
	x.keys("ask_user" + enter)
	x.sees(`"name":"ask_user"`)
	x.keys(enter)
	x.sees(`\? input`)
	x.keys(escape)
	x.sees(`tab focus`)
	x.keys("1Ga")
	x.sees(`Composer · request · id 7`)
	x.keys(openForm)
	x.sees(`Form · question 1`)
	x.keys(enter + "\x15Ada" + enter)
	x.sees(`"name":"Ada"`)
	x.keys("s")
	x.sees(`2 rounds ▸ `)
	x.leaves()
}

func TestAMegabyteIsPastedIntoTheComposer(t *testing.T) {
	x := compose(t)
	x.keys(emptyEditor + pasteBegin + `{"jsonrpc":"2.0","id":91,"method":"server/discover","params":{"_meta":` + meta + `,"x":"`)
	x.keys(strings.Repeat("abcdefgh ", 1<<17))
	x.keys(`"}}` + pasteEnd)
	x.sees(`request · id 91 · server/discover.*✓ valid`)
	x.leaves()
}

func TestASessionIsReplayedToAFreshServer(t *testing.T) {
	x := compose(t)
	x.keys(newMessage)
	x.sees(`▸ echo `)
	x.keys(enter)
	x.sees(`"name":"echo"`)
	x.keys("hi" + enter)
	x.sees(`← \d+ +tools/call echo`)
	x.keys(escape)
	x.sees(`tab focus`)
	x.keys(":")
	x.sees(`a command by its name`)
	x.keys("replay fresh" + enter)
	x.sees(`✓ +#\d+ tools/call echo .* equal`)
	x.sees(`6 equal`)
	x.keys("k" + "G" + enter)
	x.sees(`Difference of`)
	x.leaves()
}
