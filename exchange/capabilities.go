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
	var missing, wrong []string
	for _, part := range []struct {
		path  []string
		begin byte // of its JSON
		kind  string
	}{
		{[]string{"protocolVersion"}, '"', "string"},
		{[]string{"capabilities"}, '{', "object"},
		{[]string{peer, "name"}, '"', "string"},
		{[]string{peer, "version"}, '"', "string"},
	} {
		var value []byte
		if len(members) > 0 && members[0] == '{' {
			value = framing.ValueAt(members, part.path...)
		}
		switch name := strings.Join(part.path, "."); {
		case len(value) == 0:
			missing = append(missing, name)
		case value[0] != part.begin:
			wrong = append(wrong, name+" is no "+part.kind)
		}
	}
	if missing != nil {
		wrong = append([]string{"it lacks " + strings.Join(missing, ", ")}, wrong...)
	}
	if wrong != nil {
		v.find(found(InitializeFields, strings.Join(wrong, "; "), offset))
	}
}
