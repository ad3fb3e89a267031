package imports

import (
	"stdioscope/framing"
	"stdioscope/mcp"
)

// deducer finds out who sent a message where the log does not say: who may send its
// method, and whose request its id, or its progress token, is of.
type deducer struct {
	// asked holds what each side has asked, by Dir.
	asked [2]asked
}

type asked struct{ ids, tokens map[string]int }

const (
	// openLimit is how many open requests of a side are remembered.
	openLimit = 1 << 17
	// longestID is the size in bytes up to which an id is remembered.
	longestID = 1 << 10
)

func newDeducer() *deducer {
	d := &deducer{}
	for i := range d.asked {
		d.asked[i] = asked{map[string]int{}, map[string]int{}}
	}
	return d
}

// sender says who sent a message, and whether that is sure or a guess.
func (d *deducer) sender(line []byte, m *framing.Message) (dir framing.Dir, sure bool) {
	dir, sure = d.judge(line, m)
	d.remember(dir, line, m)
	return dir, sure
}

func (d *deducer) judge(line []byte, m *framing.Message) (framing.Dir, bool) {
	switch m.Kind {
	case framing.Request, framing.Notification:
		return d.judgeMethod(line, m)
	case framing.Result, framing.Error:
		if dir, ok := d.whose(askedIDs, m.ID.Of(line)); ok {
			return opposite(dir), true
		}
	case framing.Batch:
		for _, element := range framing.BatchElements(line, m) {
			if dir, sure := d.judge(line, element); sure {
				return dir, true
			}
		}
	default:
	}
	return framing.ServerToClient, false
}

// judgeMethod goes by the sides that may send a method under any revision. Where
// both may, progress and cancellation tell by what they are about.
func (d *deducer) judgeMethod(line []byte, m *framing.Message) (framing.Dir, bool) {
	method := framing.Unquote(m.Method.Of(line))
	switch sendersOf(method) {
	case mcp.ClientSide:
		return framing.ClientToServer, true
	case mcp.ServerSide:
		return framing.ServerToClient, true
	case mcp.BothSides:
	}
	switch method {
	case mcp.MethodProgress:
		if dir, ok := d.whose(askedTokens, m.ProgressToken.Of(line)); ok {
			return opposite(dir), true
		}
	case mcp.MethodCancelled:
		if dir, ok := d.whose(askedIDs, m.RequestID.Of(line)); ok {
			return dir, true
		}
	}
	if m.Kind == framing.Notification {
		return framing.ServerToClient, false
	}
	return framing.ClientToServer, false
}

// sendersOf gives the sides that may send a method under any revision.
func sendersOf(method string) mcp.Side {
	var sides mcp.Side
	for _, revision := range mcp.Revisions() {
		if m, ok := mcp.Lookup(method, revision); ok {
			sides |= m.Senders
		}
	}
	return sides
}

func askedIDs(a asked) map[string]int    { return a.ids }
func askedTokens(a asked) map[string]int { return a.tokens }

// whose gives the only side that has asked something under a key.
func (d *deducer) whose(of func(asked) map[string]int, raw []byte) (framing.Dir, bool) {
	key := keyOf(raw)
	client, server := of(d.asked[framing.ClientToServer])[key] > 0, of(d.asked[framing.ServerToClient])[key] > 0
	if server {
		return framing.ServerToClient, !client
	}
	return framing.ClientToServer, client
}

// remember notes what a message means for those to come.
func (d *deducer) remember(dir framing.Dir, line []byte, m *framing.Message) {
	switch m.Kind {
	case framing.Request:
		add(d.asked[dir].ids, keyOf(m.ID.Of(line)))
		add(d.asked[dir].tokens, keyOf(m.ProgressToken.Of(line)))
	case framing.Result, framing.Error:
		remove(d.asked[opposite(dir)].ids, keyOf(m.ID.Of(line)))
	case framing.Batch:
		for _, element := range framing.BatchElements(line, m) {
			d.remember(dir, line, element)
		}
	default:
	}
}

func keyOf(raw []byte) string {
	if len(raw) > longestID {
		return ""
	}
	return string(framing.AppendIDKey(nil, raw))
}

func add(open map[string]int, key string) {
	if key != "" && (len(open) < openLimit || open[key] > 0) {
		open[key]++
	}
}

func remove(open map[string]int, key string) {
	if open[key]--; open[key] <= 0 {
		delete(open, key)
	}
}

func opposite(dir framing.Dir) framing.Dir {
	return framing.ClientToServer + framing.ServerToClient - dir
}

// deduced adds a message of which the log does not say who sent it.
func (m *Import) deduced(d *deducer, line framing.Line, message *framing.Message, place int) {
	dir, sure := d.sender(line.Bytes, message)
	if !sure {
		m.log.count("messages that either side could have sent; the sender is a guess", place)
	}
	m.message(dir, line)
}

// directionLimit is said of logs whose messages have no direction.
const directionLimit = "the log does not say who sent a message: that is deduced from methods, and for answers from the requests with their ids"

// isMessage says whether a line can be taken for a message of JSON-RPC.
func isMessage(m *framing.Message) bool {
	switch m.Kind {
	case framing.Request, framing.Notification, framing.Result, framing.Error, framing.Batch:
		return true
	default:
		return false
	}
}
