package exports

import (
	"crypto/sha256"
	_ "embed" // the page, its style and its script
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/history"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// HTML writes a page that stands alone: it loads nothing, and its policy allows no
// script but its own. Every event can be opened; a field filters them by words.
func HTML(w io.Writer, j *history.Journal, positions []int) error {
	s, out := selectFrom(j, positions), newOutput(w)
	page, err := template.New("page").Parse(pageText)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := page.ExecuteTemplate(out, "head", headOf(s)); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, i := range s.positions {
		row, err := s.row(i)
		if err != nil {
			return err
		}
		if err := page.ExecuteTemplate(out, "event", row); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	if err := page.ExecuteTemplate(out, "foot", template.JS(pageScript)); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return out.end()
}

// head is what stands above the events.
type head struct {
	Title   string
	Policy  string
	Style   template.CSS
	Details [][2]string
}

func headOf(s selection) head {
	about := sessionOf(s.Journal)
	h := head{
		Title:   printable.Text([]byte(about.name())),
		Policy:  "default-src 'none'; style-src " + hashOf(pageStyle) + "; script-src " + hashOf(pageScript),
		Style:   template.CSS(pageStyle),
		Details: about.details(len(s.positions), s.Len()),
	}
	for i := range h.Details {
		h.Details[i][1] = printable.Text([]byte(h.Details[i][1]))
	}
	return h
}

// hashOf allows one text in a content security policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// row is an event of the page. All of it is fit to be seen.
type row struct {
	Class, Time, Arrow, Title, Status, Latency, Body string
	Seq                                              uint32
	Size                                             int64
	Cut                                              bool
	Findings                                         []framing.Finding
}

func (s selection) row(i int) (row, error) {
	e := s.Event(i)
	r := row{
		Class: e.KindName(), Time: e.Time.Format(clock), Arrow: arrows[e.Dir], Seq: e.Seq, Size: e.Size, Cut: e.Cut,
		Status: e.Status.String(), Latency: s.latency(i),
	}
	if fact, ok := s.Fact(i); ok {
		r.Title = printable.Text([]byte(fact.String()))
		return r, nil
	}
	line, err := s.Line(i)
	if err != nil {
		return row{}, fmt.Errorf("export: %w", err)
	}
	if e.Dir == framing.Stderr {
		r.Title = printable.Text(printable.Log(line))
		return r, nil
	}
	r.Body, _ = body(line)
	r.Title = printable.Text([]byte(strings.Join(strings.Fields(string(s.ID(i))+" "+e.Method+" "+e.Tool), " ")))
	for _, f := range s.Findings(i) {
		f.Message = printable.Text([]byte(f.Message))
		r.Findings = append(r.Findings, f)
	}
	return r, nil
}
