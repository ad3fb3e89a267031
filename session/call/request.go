package call

import (
	"encoding/json"
	"slices"
	"strconv"

	"stdioscope/framing"
	"stdioscope/framing/splice"
	"stdioscope/mcp"
)

// tracked are the methods that may take long, so that progress is asked for.
var tracked = []string{mcp.MethodToolsCall, mcp.MethodPromptsGet, mcp.MethodResourcesRead}

// compose writes a request. Of params that are no object nothing is known to be added to.
func compose(method string, params []byte, id int64, revision string, client mcp.Client) []byte {
	number := strconv.AppendInt(nil, id, 10)
	if len(params) == 0 && (mcp.EraOf(revision) == mcp.Modern || slices.Contains(tracked, method)) {
		params = []byte("{}")
	}
	if len(params) > 0 && params[0] == '{' {
		params = withMeta(params, metaOf(method, number, revision, client))
	}
	line := append([]byte(`{"jsonrpc":"2.0","id":`), number...)
	line = append(append(line, `,"method":`...), quoted(method)...)
	if len(params) > 0 {
		line = append(append(line, `,"params":`...), params...)
	}
	return append(line, '}')
}

func quoted(text string) []byte {
	raw, _ := json.Marshal(text) // a string always marshals
	return raw
}

// metaOf is what the request has to carry in its _meta.
func metaOf(method string, id []byte, revision string, client mcp.Client) []byte {
	meta := []byte("{}")
	if mcp.EraOf(revision) == mcp.Modern {
		meta = mcp.RequestMeta(revision, client)
	}
	if slices.Contains(tracked, method) {
		meta = splice.With(meta, mcp.MetaProgressToken, id)
	}
	return meta
}

// withMeta adds to params._meta what is not there already.
func withMeta(params, meta []byte) []byte {
	given := framing.ValueAt(params, "_meta")
	if given == nil {
		given = []byte("{}")
	}
	full := given
	for name, value := range framing.Members(meta) {
		if name := framing.Unquote(name.Of(meta)); !framing.Member(full, name).Present() {
			full = splice.With(full, name, value.Of(meta))
		}
	}
	if string(full) == "{}" {
		return params
	}
	return splice.With(params, "_meta", full)
}
