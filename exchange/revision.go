package exchange

import (
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// revision is what is known of the revision spoken. In the modern era that is a
// property of each message, not of the session (specification 2026-07-28,
// basic/versioning).
type revision struct {
	// asked is what the last initialize offered, agreed what its answer said.
	asked, agreed string
	modern        bool // a request with modern _meta was seen
}

// ofRequest gives the revision under which a request is sent; empty while none is known.
func (r *revision) ofRequest(line []byte, m *framing.Message) (name string, modern bool) {
	if raw := m.ProtocolVersion.Of(line); len(raw) > 0 && raw[0] == '"' {
		r.modern = true
		return framing.Unquote(raw), true
	}
	return r.session(), false
}

// session gives the revision of what names none itself.
func (r *revision) session() string {
	switch {
	case r.agreed != "":
		return r.agreed
	case r.asked != "":
		return r.asked
	case r.modern:
		return mcp.LatestModern
	}
	return ""
}

// hasBatches says whether batches may be sent: only one revision has them. While
// none is known nothing is held against a batch.
func (r *revision) hasBatches() bool {
	name := r.session()
	return name == "" || name == mcp.Revision20250326
}

// offer takes the params of an initialize.
func (r *revision) offer(params []byte) {
	r.asked, r.agreed = textMember(params, "protocolVersion"), ""
}

// agree takes the result of an initialize.
func (r *revision) agree(result []byte) { r.agreed = textMember(result, "protocolVersion") }

// judgeOffer looks at the revision that a client asks for.
func (t *Tracker) judgeOffer(m *framing.Message, v *Verdict) {
	if asked := t.revision.asked; asked != "" && !mcp.Known(asked) {
		v.find(found(VersionUnknown, "revision "+clip([]byte(asked))+" was never published", m.Params.Start))
	}
}

// judgeCounterOffer looks at the revision that a server answers with: a newer one than
// was asked for can hardly be what the client can speak.
func (t *Tracker) judgeCounterOffer(m *framing.Message, v *Verdict) {
	asked, agreed := t.revision.asked, t.revision.agreed
	if agreed != "" && !mcp.Known(agreed) {
		v.find(found(VersionUnknown, "revision "+clip([]byte(agreed))+" was never published", m.Result.Start))
	}
	if asked == "" || agreed == "" || asked == agreed {
		return
	}
	f := found(VersionCounterOffer, fmt.Sprintf("%s was asked for, %s is answered", clip([]byte(asked)), clip([]byte(agreed))), m.Result.Start)
	if agreed > asked || !mcp.Known(agreed) {
		f.Severity = framing.Warn
	}
	v.find(f)
}

// textMember gives a member of an object that is a string; empty for any other.
func textMember(object []byte, name string) string {
	raw := framing.Member(object, name).Of(object)
	if len(raw) == 0 || raw[0] != '"' {
		return ""
	}
	return framing.Unquote(raw)
}
