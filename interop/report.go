package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// report is what became of one peer.
type report struct {
	seen     map[string]string // by the column of the table
	findings map[string]bool
	faults   []string // what the program did wrong
}

func (r *report) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

func (r *report) sees(column, format string, args ...any) {
	if r.seen == nil {
		r.seen = map[string]string{}
	}
	r.seen[column] = fmt.Sprintf(format, args...)
}

// notes keeps the findings on what was not written by us: those on our lines, and on our
// huge id where it comes back whole, are provoked.
func (r *report) notes(events []event) {
	if r.findings == nil {
		r.findings = map[string]bool{}
	}
	for _, e := range events {
		if e.Dir == "c2s" && e.Origin != "" || string(e.ID) == hugeID {
			continue
		}
		for _, finding := range e.Findings {
			r.findings[finding] = true
		}
	}
}

// row gives the cells of the columns, the findings last.
func (r *report) row(first []string, columns []string) []string {
	cells := slices.Clone(first)
	for _, column := range columns {
		cells = append(cells, r.seen[column])
	}
	return append(cells, strings.Join(slices.Sorted(maps.Keys(r.findings)), ", "))
}
