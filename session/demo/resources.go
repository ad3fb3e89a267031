package demo

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strconv"
	"strings"

	"stdioscope/mcp"
)

const (
	notesURI   = "demo://notes"
	cityPrefix = "demo://cities/"
	// pageSize is small so that even this server has more than one page.
	pageSize = 2
)

// resource is one resource of the server (specification 2025-11-25,
// server/resources).
type resource struct{ uri, name, title, mime, description string }

func resources() []resource {
	return []resource{
		{"demo://greeting", "greeting", "Greeting", "text/plain", "A few words"},
		{"demo://settings", "settings", "Settings", "application/json", "What this server can do"},
		{"demo://logo", "logo", "Logo", "image/png", "A small picture"},
		{notesURI, "notes", "Notes", "text/plain", "What the tool note has written; can be subscribed to"},
	}
}

func (r resource) describe(revision string) object {
	o := object{{"uri", r.uri}, {"name", r.name}}
	if revision >= mcp.Revision20250618 {
		o = append(o, member{"title", r.title})
	}
	return append(o, member{"description", r.description}, member{"mimeType", r.mime})
}

func (s *server) listResources(c *call) (object, error) {
	all := resources()
	start, err := pageStart(c.params, len(all))
	if err != nil {
		return nil, err
	}
	end := min(start+pageSize, len(all))
	var items []object
	for _, r := range all[start:end] {
		items = append(items, r.describe(c.client.revision))
	}
	result := object{{"resources", items}}
	if end < len(all) {
		result = append(result, member{"nextCursor", cursor(end)})
	}
	return result, nil
}

// cursor stands for the item at which a page begins.
func cursor(start int) string {
	return base64.RawURLEncoding.EncodeToString([]byte("from:" + strconv.Itoa(start)))
}

// pageStart finds the page that a cursor stands for: one that cursor has made.
func pageStart(params members, items int) (int, error) {
	if !params.has("cursor") {
		return 0, nil
	}
	given, _ := params.text("cursor")
	for start := pageSize; start < items; start += pageSize {
		if given == cursor(start) {
			return start, nil
		}
	}
	return 0, invalidParams("cursor is none that this server gave out")
}

func (s *server) listTemplates(c *call) (object, error) {
	if c.params.has("cursor") {
		return nil, invalidParams("cursor is none that this server gave out")
	}
	template := object{{"uriTemplate", cityPrefix + "{city}"}, {"name", "city"}}
	if c.client.revision >= mcp.Revision20250618 {
		template = append(template, member{"title", "Weather of a city"})
	}
	template = append(template, member{"description", "The weather report of one city"}, member{"mimeType", "application/json"})
	return object{{"resourceTemplates", []object{template}}}, nil
}

func (s *server) readResource(c *call) (object, error) {
	uri, ok := c.params.text("uri")
	if !ok {
		return nil, invalidParams("uri is not a string")
	}
	contents := s.contents(uri, c.client.revision)
	if contents == nil {
		return nil, notFound(c.client.era(), uri)
	}
	return object{{"contents", []object{append(object{{"uri", uri}}, contents...)}}}, nil
}

// notFound has had a code of its own until 2026-07-28.
func notFound(era mcp.Era, uri string) error {
	e := failure(mcp.CodeResourceNotFound, "Resource not found")
	if era == mcp.Modern {
		e.code = mcp.CodeInvalidParams
	}
	e.data = object{{"uri", uri}}
	return e
}

// contents gives what a resource holds, nil if there is none of that URI.
func (s *server) contents(uri, revision string) object {
	switch uri {
	case "demo://greeting":
		return object{{"mimeType", "text/plain"}, {"text", "Hello from the demo server.\nLines, \"quotes\" and ünïcödé are fine."}}
	case "demo://settings":
		return object{{"mimeType", "application/json"}, {"text", string(encode(capabilities(revision)))}}
	case "demo://logo":
		return object{{"mimeType", "image/png"}, {"blob", base64.StdEncoding.EncodeToString(logo())}}
	case notesURI:
		return object{{"mimeType", "text/plain"}, {"text", strings.Join(s.notes, "\n")}}
	}
	city, ok := strings.CutPrefix(uri, cityPrefix)
	if !ok {
		return nil
	}
	report, ok := reportOf(city)
	if !ok {
		return nil
	}
	return object{{"mimeType", "application/json"}, {"text", string(encode(report))}}
}

func (s *server) exists(uri string) bool { return s.contents(uri, mcp.LatestModern) != nil }

// subscribe and unsubscribe are those of the legacy revisions; see listen.
func (s *server) subscribe(c *call) (object, error) {
	uri, ok := c.params.text("uri")
	switch {
	case !ok:
		return nil, invalidParams("uri is not a string")
	case !s.exists(uri):
		return nil, notFound(mcp.Legacy, uri)
	case !slices.Contains(s.session.watched, uri):
		s.session.watched = append(s.session.watched, uri)
	}
	return object{}, nil
}

func (s *server) unsubscribe(c *call) (object, error) {
	uri, ok := c.params.text("uri")
	if !ok {
		return nil, invalidParams("uri is not a string")
	}
	s.session.watched = slices.DeleteFunc(s.session.watched, func(w string) bool { return w == uri })
	return object{}, nil
}

// updated tells those who subscribed that a resource has changed.
func (s *server) updated(uri string) {
	if s.session != nil && slices.Contains(s.session.watched, uri) {
		s.out.put(notification(mcp.MethodResourcesUpdated, object{{"uri", uri}}))
	}
	for _, st := range s.streams {
		if slices.Contains(st.uris, uri) {
			s.out.put(st.notification(mcp.MethodResourcesUpdated, object{{"uri", uri}}))
		}
	}
}

// logo draws a lens.
func logo() []byte {
	const size, centre = 16, 8
	img := image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{
		color.Transparent, color.RGBA{R: 0x33, G: 0x66, B: 0xcc, A: 0xff},
	})
	for y := range size {
		for x := range size {
			if d := (x-centre)*(x-centre) + (y-centre)*(y-centre); 16 <= d && d <= 49 {
				img.SetColorIndex(x, y, 1)
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic("demo: encode logo: " + err.Error())
	}
	return b.Bytes()
}

// cities are those that have weather.
func cities() []string { return []string{"Berlin", "Kraków", "Lisbon", "Reykjavik"} }

// reportOf is the weather of a city as structured content.
func reportOf(city string) (object, bool) {
	weathers := []object{
		{{"celsius", 21.5}, {"conditions", "sunny"}},
		{{"celsius", 18}, {"conditions", "cloudy"}},
		{{"celsius", 24}, {"conditions", "windy"}},
		{{"celsius", -3}, {"conditions", "snow"}},
	}
	i := slices.Index(cities(), city)
	if i < 0 {
		return nil, false
	}
	return append(object{{"city", city}}, weathers[i]...), true
}
