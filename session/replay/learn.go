package replay

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"stdioscope/history/diff"
)

// ErrLearned is returned for a text that is no list of places that vary.
var ErrLearned = errors.New("not a list of places that vary")

// Varies are places at which answers differ though nothing has changed: JSON paths, by the
// kind of request.
type Varies map[string][]string

// Learn compares the answers of two runs of a plan against the same server. Both have
// kept them.
func Learn(a, b *Report, opt diff.Options) Varies {
	v, values := Varies{}, a.bound.between(b.bound)
	for n := range a.Results {
		x, y := &a.Results[n], &b.Results[n]
		if x.Now == nil || y.Now == nil {
			continue
		}
		line, _ := values.rewrite(x.Now) // what is followed does not vary
		for _, change := range diff.Values(line, y.Now, opt) {
			v.add(x.KindOf(), change.Path().String())
		}
	}
	for key, lines := range a.said {
		if len(lines) != len(b.said[key]) {
			continue
		}
		for _, note := range differing(key.method, lines, b.said[key], opt, values) {
			for _, change := range note.Changes {
				v.add(key.method, change.Path().String())
			}
		}
	}
	return v
}

func (v Varies) add(kind, path string) {
	if !slices.Contains(v[kind], path) {
		v[kind] = append(v[kind], path)
	}
}

// Write writes a line a place: the kind of request, and the path.
func (v Varies) Write(w io.Writer) error {
	for _, kind := range slices.SortedFunc(maps.Keys(v), cmp.Compare[string]) {
		for _, path := range v[kind] {
			if _, err := fmt.Fprintf(w, "%s %s\n", kind, path); err != nil {
				return fmt.Errorf("write what varies: %w", err)
			}
		}
	}
	return nil
}

// ReadVaries reads what Write has written. A line with a path alone is about every request;
// empty lines and those that begin with # are about nothing.
func ReadVaries(r io.Reader) (Varies, error) {
	v := Varies{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		kind, path, ok := strings.Cut(" "+line, " $")
		if !ok {
			return nil, fmt.Errorf("%w: line %d holds no path: it begins with $", ErrLearned, n)
		}
		v.add(strings.TrimSpace(kind), "$"+path)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read what varies: %w", err)
	}
	return v, nil
}

// Options gives for each kind what is ignored beside what all ignore.
func (v Varies) Options(all func() (diff.Options, error)) (map[string]diff.Options, error) {
	out := map[string]diff.Options{}
	for kind, paths := range v {
		opt, err := all()
		if err != nil {
			return nil, err
		}
		for _, path := range slices.Concat(v[""], paths) {
			if err := opt.Ignore.Add(path); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrLearned, err)
			}
		}
		out[kind] = opt
	}
	return out, nil
}
