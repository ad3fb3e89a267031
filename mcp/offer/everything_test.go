package offer

import (
	"os"
	"path/filepath"
	"testing"

	"stdioscope/framing"
	"stdioscope/mcp/schema"
)

// answered gives the result of a list as @modelcontextprotocol/server-everything
// 2026.8.31 sent it to a client with roots, sampling and elicitation.
func answered(t *testing.T, file string) []byte {
	t.Helper()
	line, err := os.ReadFile(filepath.Join("testdata", "everything", file))
	if err != nil {
		t.Fatal(err)
	}
	return framing.Member(line, "result").Of(line)
}

func TestARealServer(t *testing.T) {
	files := map[Kind]struct {
		name  string
		items int
	}{Tool: {"tools.json", 17}, Resource: {"resources.json", 7}, Template: {"templates.json", 2}, Prompt: {"prompts.json", 4}}
	for kind, file := range files {
		page := Read(kind, answered(t, file.name))
		if len(page.Items) != file.items || page.Problem != "" {
			t.Errorf("%d items in %s, %s", len(page.Items), file.name, page.Problem)
		}
		for _, item := range page.Items {
			if item.Problems != nil || item.Name == "" {
				t.Errorf("%v %q: %v", kind, item.Name, item.Problems)
			}
		}
	}
}

func TestSkeletonsForARealServer(t *testing.T) {
	for _, item := range Read(Tool, answered(t, "tools.json")).Items {
		v, err := schema.NewValidator(item.InputSchema)
		if err != nil {
			t.Errorf("%s: %v", item.Name, err)
			continue
		}
		for _, optional := range []bool{false, true} {
			params := item.Params(schema.Options{Optional: optional})
			faults, err := v.Validate(framing.Member(params, "arguments").Of(params))
			if err != nil || faults != nil {
				t.Errorf("%s: %s: %v %v", item.Name, params, faults, err)
			}
		}
	}
}
