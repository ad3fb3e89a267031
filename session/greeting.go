package session

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/mcp"
)

// greeting is a server's answer to initialize or server/discover: one JSON-RPC
// response. Names of members are matched exactly, as strict clients do, and a
// member of another type than it should have counts as not there.
type greeting struct{ result, failure []byte }

func readGreeting(message []byte) greeting {
	g := greeting{result: member(message, "result"), failure: member(message, "error")}
	if string(g.failure) == "null" {
		g.failure = nil
	}
	if len(g.result) > 0 && g.result[0] != '{' {
		g.result = nil
	}
	return g
}

// member gives the value at the end of a path of names; nil where it ends early.
func member(object []byte, path ...string) []byte {
	for _, name := range path {
		object = framing.Member(object, name).Of(object)
	}
	return object
}

func text(raw []byte) string {
	if len(raw) == 0 || raw[0] != '"' {
		return ""
	}
	return framing.Unquote(raw)
}

// texts gives the strings of an array.
func texts(raw []byte) []string {
	var all []string
	for element := range framing.Elements(raw) {
		if s := text(element.Of(raw)); s != "" {
			all = append(all, s)
		}
	}
	return all
}

func (g greeting) isError() bool { return g.failure != nil || g.result == nil }

func (g greeting) code() int64 {
	code, err := strconv.ParseInt(string(member(g.failure, "code")), 10, 64)
	if err != nil {
		return 0
	}
	return code
}

// spoken lists the revisions that the server says it speaks.
func (g greeting) spoken() []string {
	if g.failure != nil {
		return texts(member(g.failure, "data", "supported"))
	}
	return texts(member(g.result, "supportedVersions"))
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
	return printable.Text([]byte(text(member(g.result, "protocolVersion"))))
}

// server is the name and version that the server gives itself.
func (g greeting) server() string {
	info := member(g.result, "serverInfo")
	if info == nil {
		info = member(g.result, "_meta", mcp.MetaServerInfo)
	}
	name := text(member(info, "name")) + " " + text(member(info, "version"))
	return printable.Text([]byte(strings.TrimSpace(name)))
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
	said := fmt.Sprintf("error %s %s", member(g.failure, "code"), text(member(g.failure, "message")))
	if list := strings.Join(g.spoken(), ", "); list != "" {
		said += " (it supports " + list + ")"
	}
	return printable.Text([]byte(said))
}
