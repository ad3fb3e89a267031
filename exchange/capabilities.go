package exchange

import (
	"bytes"
	"strings"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// longestCapabilities is the longest object of capabilities that is remembered, in bytes.
const longestCapabilities = 64 << 10

// declared are the capabilities that each side of a session of the legacy era has declared
// in the handshake, by the direction in which it sends; nil where none are known
// (specification 2025-11-25, basic/lifecycle).
type declared [2][]byte

// declare takes the params or the result of an initialize.
func (d *declared) declare(dir framing.Dir, members []byte) {
	raw := framing.Member(members, "capabilities").Of(members)
	if len(raw) == 0 || raw[0] != '{' || len(raw) > longestCapabilities {
		raw = nil
	}
	d[dir] = bytes.Clone(raw)
}

// has says whether a side has declared a capability, or may have.
func (d *declared) has(dir framing.Dir, capability string) bool {
	if d[dir] == nil {
		return true
	}
	value := framing.ValueAt(d[dir], strings.Split(capability, ".")...)
	return value != nil && string(value) != "false" && string(value) != "null"
}

// judgeCapability looks whether the side that has to has declared what a request needs.
func (t *Tracker) judgeCapability(dir framing.Dir, r *request, m *framing.Message, v *Verdict) {
	holder, id, who := other(dir), ServerCapabilityUndeclared, "the server"
	if holder == framing.ClientToServer {
		id, who = ClientCapabilityUndeclared, "the client"
	}
	if t.declared[holder] == nil || r.modern || mcp.EraOf(r.revision) == mcp.Modern {
		return
	}
	method, known := mcp.Lookup(r.method, r.revision)
	if !known || method.Gate.Capability == "" {
		return
	}
	if !t.declared.has(holder, method.Gate.Capability) {
		v.find(found(id, who+" has not declared "+method.Gate.Capability, m.Method.Start))
	}
}

// judgeGreeting looks whether the params or the result of an initialize say what they have
// to; peer is the member that introduces who speaks.
func judgeGreeting(members []byte, peer string, offset int, v *Verdict) {
	var missing []string
	for _, path := range [][]string{{"protocolVersion"}, {"capabilities"}, {peer, "name"}, {peer, "version"}} {
		if len(members) == 0 || members[0] != '{' || framing.ValueAt(members, path...) == nil {
			missing = append(missing, strings.Join(path, "."))
		}
	}
	if missing != nil {
		v.find(found(InitializeFields, "it lacks "+strings.Join(missing, ", "), offset))
	}
}
