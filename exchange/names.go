package exchange

import "stdioscope/framing"

// maxNames bounds how many method and tool names are kept as shared strings, so
// that a peer which invents names cannot fill the memory.
const maxNames = 4096

// names shares one string among all messages that bear the same name.
type names struct{ known map[string]string }

func newNames() *names { return &names{known: map[string]string{}} }

// of decodes a raw JSON string. It allocates only for a name not seen before.
func (n *names) of(raw []byte) string {
	if len(raw) == 0 || raw[0] != '"' {
		return ""
	}
	if name, ok := n.known[string(raw)]; ok {
		return name
	}
	name := framing.Unquote(raw)
	if len(n.known) < maxNames {
		n.known[string(raw)] = name
	}
	return name
}

// recent is a map that forgets its oldest keys.
type recent struct {
	most   int
	values map[string]int
	keys   []string
	next   int // the oldest, once there are as many as may be
}

func newRecent(most int) *recent { return &recent{most: most, values: map[string]int{}} }

func (r *recent) get(key string) (int, bool) {
	value, ok := r.values[key]
	return value, ok
}

func (r *recent) add(key string, value int) {
	if _, known := r.values[key]; !known {
		r.remember(key)
	}
	r.values[key] = value
}

func (r *recent) remember(key string) {
	if len(r.keys) < r.most {
		r.keys = append(r.keys, key)
		return
	}
	delete(r.values, r.keys[r.next])
	r.keys[r.next] = key
	r.next = (r.next + 1) % len(r.keys)
}
