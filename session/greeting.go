package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"stdioscope/framing/printable"
	"stdioscope/mcp"
)

// greeting is a server's answer to initialize or server/discover, as far as it is
// needed. What the server wrote otherwise is taken for not there.
type greeting struct {
	Result *struct {
		ProtocolVersion   text
		SupportedVersions []text
		ServerInfo        info
		Meta              struct {
			ServerInfo info `json:"io.modelcontextprotocol/serverInfo"`
		} `json:"_meta"`
	}
	Error *struct {
		Code    int64
		Message text
		Data    struct{ Supported []text }
	}
}

// text is a string; any other JSON reads as none.
type text string

// UnmarshalJSON never fails: a server may write anything.
func (t *text) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*t = text(s)
	}
	return nil
}

type info struct{ Name, Version text }

func (i info) String() string {
	return printable.Text([]byte(strings.TrimSpace(string(i.Name) + " " + string(i.Version))))
}

// readGreeting reads as much as can be read: a member of an odd type is left out.
func readGreeting(line []byte) greeting {
	var g greeting
	_ = json.Unmarshal(line, &g) // what could be read is kept
	return g
}

func (g greeting) isError() bool { return g.Error != nil || g.Result == nil }

// choose picks the revision to speak. modern is false for what no modern server
// answers; the revision is empty when none is known on both sides. An error of the
// modern era names what its server speaks.
func (g greeting) choose(wanted string) (revision string, modern bool) {
	var spoken []text
	switch {
	case g.Error != nil && mcp.ModernError(g.Error.Code):
		spoken = g.Error.Data.Supported
	case g.Error == nil && g.Result != nil && len(g.Result.SupportedVersions) > 0:
		spoken = g.Result.SupportedVersions
	default:
		return "", false
	}
	if slices.Contains(spoken, text(wanted)) {
		return wanted, true
	}
	for _, known := range slices.Backward(mcp.Revisions()) {
		if mcp.EraOf(known) == mcp.Modern && slices.Contains(spoken, text(known)) {
			return known, true
		}
	}
	return "", true
}

func (g greeting) revision() string { return printable.Text([]byte(g.Result.ProtocolVersion)) }

// server is the name and version that the server gives itself.
func (g greeting) server() string {
	if g.Result == nil {
		return ""
	}
	if name := g.Result.ServerInfo.String(); name != "" {
		return name
	}
	return g.Result.Meta.ServerInfo.String()
}

func (g greeting) list() string {
	var spoken []text
	if g.Result != nil {
		spoken = g.Result.SupportedVersions
	} else if g.Error != nil {
		spoken = g.Error.Data.Supported
	}
	names := make([]string, len(spoken))
	for i, name := range spoken {
		names[i] = printable.Text([]byte(name))
	}
	return strings.Join(names, ", ")
}

// told says what an answer was, in a few words.
func (g greeting) told() string {
	switch {
	case g.Error == nil && g.Result == nil:
		return "no result that could be read"
	case g.Error == nil:
		return "a result without supportedVersions"
	}
	said := fmt.Sprintf("error %d %s", g.Error.Code, g.Error.Message)
	if list := g.list(); list != "" {
		said += " (it supports " + list + ")"
	}
	return printable.Text([]byte(said))
}
