package redact

// place says which object or array of a message a value stands in, as far as
// it holds what messages are told apart and paired by.
type place uint8

const (
	elsewhere place = iota
	// whole is a message or a batch that is about to begin.
	whole
	batch
	envelope
	inParams
	inMeta
	inResult
	inTask
	inError
	// record is the record of a history, save for a message in it.
	record
)

// keeps says whether the value of a member must stay.
func (p place) keeps(name []byte) bool { return kept[p] != nil && kept[p][string(name)] }

var kept = [...]map[string]bool{
	envelope: setOf(`jsonrpc id method`),
	inParams: setOf(`name progressToken progress requestId protocolVersion cursor taskId`),
	inMeta:   setOf(`progressToken io.modelcontextprotocol/protocolVersion io.modelcontextprotocol/subscriptionId`),
	inResult: setOf(`resultType isError nextCursor protocolVersion taskId`),
	inTask:   setOf(`taskId`),
	inError:  setOf(`code`),
	record: setOf(`stdioscope id time mode env version redacted seq dir origin eol size cut event pid protocol era code signal
		after_ms unanswered stopped lines bytes stream`),
}

// pairing are the names that count where only a piece of a message is known.
var pairing = setOf(`jsonrpc id method progressToken progress requestId protocolVersion cursor nextCursor taskId resultType
	io.modelcontextprotocol/protocolVersion io.modelcontextprotocol/subscriptionId`)

// member gives the place that the value of a member is, if it has members itself.
func (p place) member(name []byte) place {
	switch p {
	case record:
		return placeNamed(name, "msg", whole)
	case envelope:
		return placeNamed(name, "params", inParams) | placeNamed(name, "result", inResult) | placeNamed(name, "error", inError)
	case inParams, inResult:
		return placeNamed(name, "_meta", inMeta) | placeNamed(name, "task", inTask)
	default:
		return elsewhere
	}
}

func placeNamed(name []byte, text string, p place) place {
	if string(name) == text {
		return p
	}
	return elsewhere
}

// element gives the place that the element of an array is.
func (p place) element() place {
	if p == batch {
		return whole
	}
	return elsewhere
}

// enter gives the place inside a value that has begun.
func (p place) enter(object bool) place {
	switch {
	case p == whole && object:
		return envelope
	case p == whole:
		return batch
	case object:
		return p
	}
	return elsewhere
}

func isNumber(name []byte) bool { return string(name) == "seq" || string(name) == "stdioscope" }
