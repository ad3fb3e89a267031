package exchange

import (
	"crypto/sha256"

	"stdioscope/framing"
)

const (
	// maxNames bounds how many method and tool names are kept as shared strings, so
	// that a peer which invents names cannot fill the memory.
	maxNames = 4096
	// longestName is the longest name that is kept whole, in bytes.
	longestName = 256
)

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
	if len(raw) > longestName {
		return framing.Unquote(append(raw[:longestName:longestName], '"')) + "…"
	}
	name := framing.Unquote(raw)
	if len(n.known) < maxNames {
		n.known[string(raw)] = name
	}
	return name
}

// longestKey is the longest key that is kept as it is: of a longer one a digest.
const longestKey = 128

// appendKey appends a key for a raw JSON string or number, equal for equal values.
func appendKey(dst, raw []byte) []byte {
	start := len(dst)
	dst = framing.AppendIDKey(dst, raw)
	if len(dst)-start > longestKey {
		sum := sha256.Sum256(dst[start:])
		dst = append(append(dst[:start], '#'), sum[:]...)
	}
	return dst
}

func keyOf(raw []byte) string {
	if raw == nil {
		return ""
	}
	return string(appendKey(nil, raw))
}

// recent is a map that forgets its oldest keys.
type recent[V any] struct {
	most   int
	values map[string]V
	keys   []string
	next   int // the oldest, once there are as many as may be
}

func newRecent[V any](most int) *recent[V] { return &recent[V]{most: most, values: map[string]V{}} }

func (r *recent[V]) get(key string) (V, bool) {
	value, ok := r.values[key]
	return value, ok
}

func (r *recent[V]) add(key string, value V) {
	if _, known := r.values[key]; !known {
		r.remember(key)
	}
	r.values[key] = value
}

// forget drops a key. Its place among the keys is taken over in its turn.
func (r *recent[V]) forget(key string) { delete(r.values, key) }

func (r *recent[V]) remember(key string) {
	if len(r.keys) < r.most {
		r.keys = append(r.keys, key)
		return
	}
	delete(r.values, r.keys[r.next])
	r.keys[r.next] = key
	r.next = (r.next + 1) % len(r.keys)
}
