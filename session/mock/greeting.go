package mock

import (
	"maps"
	"slices"
	"strings"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// greeting makes up the answer with which a conversation begins, for a recording that
// begins later: false for any other method, or one that the recorded server would refuse.
func (s *Script) greeting(method string, text []byte) (result string, ok bool) {
	modern := s.revision != ""
	switch {
	case method == mcp.MethodDiscover && modern:
		return `{"resultType":"complete","supportedVersions":["` + s.revision + `"],"capabilities":` + s.capabilities() +
			`,"ttlMs":0,"cacheScope":"private"}`, true
	case method == mcp.MethodInitialize && !modern && !s.has(mcp.MethodInitialize):
		asked := framing.ValueAt(text, "params", "protocolVersion")
		if asked == nil {
			asked = []byte(`"` + mcp.LatestLegacy + `"`)
		}
		return `{"protocolVersion":` + string(asked) + `,"capabilities":` + s.capabilities() +
			`,"serverInfo":{"name":"stdioscope mock","version":"0"}}`, true
	}
	return "", false
}

// has says whether a request of the method was recorded.
func (s *Script) has(method string) bool {
	for key := range s.scenes {
		if key == method || strings.HasPrefix(key, method+" ") {
			return true
		}
	}
	return false
}

// capabilities declares what was asked for.
func (s *Script) capabilities() string {
	found := map[string]bool{}
	for key := range s.scenes {
		for _, name := range []string{"tools", "prompts", "resources"} {
			if strings.HasPrefix(key, name+"/") {
				found[name] = true
			}
		}
	}
	var members []string
	for _, name := range slices.Sorted(maps.Keys(found)) {
		members = append(members, `"`+name+`":{}`)
	}
	return "{" + strings.Join(members, ",") + "}"
}
