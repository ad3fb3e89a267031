package snippets

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

const heading = "### "

var (
	// ErrName marks a name that cannot be: it is empty or takes more than one line.
	ErrName = errors.New("no name for a snippet")
	// ErrText marks a text that a file cannot hold, since a line of it would begin
	// another snippet, or since it is empty.
	ErrText = errors.New("no text for a snippet")
)

// Snippet is a text with a name.
type Snippet struct {
	Name string
	// About describes it; lines are joined by line feeds.
	About string
	// Text is what is sent, parameters not filled in.
	Text string
	// Line is where its name stands in the file, counted from 1.
	Line int
}

// Problem is something in a file that could not be read.
type Problem struct {
	// Line is counted from 1.
	Line    int
	Message string
}

// File is the contents of a file of snippets. The zero value is an empty one.
type File struct {
	parts []part
}

// part is a snippet with the lines that it takes; the first part of a file may be none.
type part struct {
	raw     string
	snippet Snippet
	usable  bool
}

// Parse reads a file; see the package's description. All that can be read is kept.
func Parse(data []byte) (f File, problems []Problem) {
	number := 1
	seen := map[string]int{}
	for _, raw := range split(string(data)) {
		p := part{raw: raw}
		if isHeading(raw) {
			p.snippet = read(raw)
			p.snippet.Line = number
			problem := p.judge(seen)
			if problem == "" {
				p.usable = true
				seen[p.snippet.Name] = number
			} else {
				problems = append(problems, Problem{number, problem})
			}
		}
		f.parts = append(f.parts, p)
		number += strings.Count(raw, "\n")
	}
	return f, problems
}

// judge says why a snippet cannot be used; empty when it can.
func (p part) judge(seen map[string]int) string {
	s := p.snippet
	switch {
	case s.Name == "":
		return "the snippet has no name"
	case s.Text == "":
		return fmt.Sprintf("the snippet %q has no text", s.Name)
	case seen[s.Name] > 0:
		return fmt.Sprintf("the name %q stands in line %d already", s.Name, seen[s.Name])
	}
	return ""
}

// split cuts a file in front of each heading.
func split(text string) (parts []string) {
	start := 0
	for at := 0; at < len(text); {
		if isHeading(text[at:]) && at > start {
			parts = append(parts, text[start:at])
			start = at
		}
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	if start < len(text) {
		parts = append(parts, text[start:])
	}
	return parts
}

// isHeading says whether a text begins with the line that begins a snippet.
func isHeading(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(line, heading) || strings.TrimRight(line, "\r") == strings.TrimSpace(heading)
}

func read(raw string) (s Snippet) {
	line, rest, _ := strings.Cut(raw, "\n")
	s.Name = strings.TrimSpace(strings.TrimPrefix(line, strings.TrimSpace(heading)))
	var about []string
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		words, ok := strings.CutPrefix(line, "#")
		if !ok || strings.HasPrefix(words, "!") {
			break
		}
		about = append(about, strings.TrimSpace(words))
		rest = after
	}
	s.About = strings.Join(about, "\n")
	s.Text = strings.TrimRight(strings.ReplaceAll(rest, "\r\n", "\n"), " \t\r\n")
	return s
}

// Snippets gives what can be used, in the order of the file.
func (f File) Snippets() (all []Snippet) {
	for _, p := range f.parts {
		if p.usable {
			all = append(all, p.snippet)
		}
	}
	return all
}

// Find gives the snippet of a name.
func (f File) Find(name string) (Snippet, bool) {
	if i := f.index(name); i >= 0 {
		return f.parts[i].snippet, true
	}
	return Snippet{}, false
}

func (f File) index(name string) int {
	for i, p := range f.parts {
		if p.usable && p.snippet.Name == name {
			return i
		}
	}
	return -1
}

// With gives the file with a snippet in the place of the one of its name, or behind
// all others. Errors are ErrName and ErrText.
func (f File) With(s Snippet) (File, error) {
	raw, err := write(s)
	if err != nil {
		return f, err
	}
	data := f.Bytes()
	if i := f.index(strings.TrimSpace(s.Name)); i >= 0 {
		before, after := f.around(i)
		if len(after) > 0 {
			raw += tail(f.parts[i].raw)
		}
		data = append(append(before, raw...), after...)
	} else {
		if len(data) > 0 {
			data = append(bytes.TrimRight(data, "\n"), "\n\n"...)
		}
		data = append(data, raw...)
	}
	changed, _ := Parse(data)
	return changed, nil
}

func (f File) around(i int) (before, after []byte) {
	return (File{f.parts[:i]}).Bytes(), (File{f.parts[i+1:]}).Bytes()
}

// tail gives the blank lines that a part ends with, but for the end of its last line.
func tail(raw string) string {
	blank := raw[len(strings.TrimRight(raw, " \t\r\n")):]
	_, rest, _ := strings.Cut(blank, "\n")
	return rest
}

func write(s Snippet) (string, error) {
	name := strings.TrimSpace(s.Name)
	if name == "" || strings.ContainsAny(name, "\r\n") {
		return "", fmt.Errorf("%w: %q", ErrName, s.Name)
	}
	var b strings.Builder
	b.WriteString(heading + name + "\n")
	if s.About != "" {
		for line := range strings.SplitSeq(s.About, "\n") {
			b.WriteString(strings.TrimRight("# "+line, " ") + "\n")
		}
	}
	text := strings.TrimRight(strings.ReplaceAll(s.Text, "\r\n", "\n"), " \t\r\n")
	b.WriteString(text + "\n")
	if back := read(b.String()); text == "" || len(split(b.String())) != 1 || back.Text != text {
		return "", fmt.Errorf("%w: %q has a line that is read as something else, or none", ErrText, name)
	}
	return b.String(), nil
}

// Bytes are those of the file.
func (f File) Bytes() (data []byte) {
	for _, p := range f.parts {
		data = append(data, p.raw...)
	}
	return data
}
