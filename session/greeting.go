package session

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/mcp"
)

// greeting is a server's answer to initialize or server/discover: one JSON-RPC
// response. Names of members are matched exactly, as strict clients do, and a
// member of another type than it should have counts as not there.
type greeting struct{ result, failure []byte }

func readGreeting(message []byte) greeting {
	g := greeting{result: framing.ValueAt(message, "result"), failure: framing.ValueAt(message, "error")}
	if string(g.failure) == "null" {
		g.failure = nil
	}
	if len(g.result) > 0 && g.result[0] != '{' {
		g.result = nil
	}
	return g
}

// texts gives the strings of an array.
func texts(raw []byte) []string {
	var all []string
	for element := range framing.Elements(raw) {
		if s := framing.StringOf(element.Of(raw)); s != "" {
			all = append(all, s)
		}
	}
	return all
}

func (g greeting) isError() bool { return g.failure != nil || g.result == nil }

func (g greeting) code() int64 {
	code, err := strconv.ParseInt(string(framing.ValueAt(g.failure, "code")), 10, 64)
	if err != nil {
		return 0
	}
	return code
}

// spoken lists the revisions that the server says it speaks.
func (g greeting) spoken() []string {
	if g.failure != nil {
		return texts(framing.ValueAt(g.failure, "data", "supported"))
	}
	return texts(framing.ValueAt(g.result, "supportedVersions"))
}

// choose picks the revision to speak. modern is false for what no modern server
// answers; the revision is empty when none is known on both sides. An error of the
// modern era names what its server speaks.
func (g greeting) choose(wanted string) (revision string, modern bool) {
	spoken := g.spoken()
	if g.failure != nil && !mcp.ModernError(g.code()) || g.failure == nil && len(spoken) == 0 {
		return "", false
	}
	if slices.Contains(spoken, wanted) {
		return wanted, true
	}
	for _, known := range slices.Backward(mcp.Revisions()) {
		if mcp.EraOf(known) == mcp.Modern && slices.Contains(spoken, known) {
			return known, true
		}
	}
	return "", true
}

// revision is the one that an answer to initialize agrees on; empty where it names none.
// legacy gives the newest legacy revision that the server says it speaks.
func (g greeting) legacy() string {
	for _, known := range slices.Backward(mcp.LegacyRevisions()) {
		if slices.Contains(g.spoken(), known) {
			return known
		}
	}
	return ""
}

func (g greeting) revision() string {
	return printable.Text([]byte(framing.StringOf(framing.ValueAt(g.result, "protocolVersion"))))
}

// server is the name and version that the server gives itself.
func (g greeting) server() string {
	info := framing.ValueAt(g.result, "serverInfo")
	if info == nil {
		info = framing.ValueAt(g.result, "_meta", mcp.MetaServerInfo)
	}
	return exchange.Implementation(info)
}

func (g greeting) list() string {
	return printable.Text([]byte(strings.Join(g.spoken(), ", ")))
}

// told says what an answer was, in a few words.
func (g greeting) told() string {
	switch {
	case g.failure == nil && g.result == nil:
		return "no result that could be read"
	case g.failure == nil:
		return strings.TrimSpace("a result that supports " + cmp.Or(g.list(), "nothing"))
	}
	said := fmt.Sprintf("error %s %s", framing.ValueAt(g.failure, "code"), framing.StringOf(framing.ValueAt(g.failure, "message")))
	if list := strings.Join(g.spoken(), ", "); list != "" {
		said += " (it supports " + list + ")"
	}
	return printable.Text([]byte(said))
}
