package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// table is one of the tables of README.md, between <!-- NAME --> and <!-- /NAME -->. The first
// cells of a row say which peer it is about.
type table struct {
	name string
	head []string
	rows [][]string
}

const notRun = "not run yet"

// merged is the table with rows of now where there are any, with those that stand in the
// text where not, and in the order given.
func (t table) merged(text string, order [][]string) table {
	stand := parseRows(text, t.name)
	rows := make([][]string, 0, len(order))
	for _, peer := range order {
		isIt := func(row []string) bool { return len(row) == len(t.head) && slices.Equal(row[:len(peer)], peer) }
		row := append(slices.Clone(peer), notRun)
		row = append(row, make([]string, len(t.head)-len(row))...)
		if at := slices.IndexFunc(stand, isIt); at >= 0 {
			row = stand[at]
		}
		if at := slices.IndexFunc(t.rows, isIt); at >= 0 {
			row = t.rows[at]
		}
		rows = append(rows, row)
	}
	return table{t.name, t.head, rows}
}

// put replaces the table in the text.
func (t table) put(text string) (string, error) {
	begin, end := "<!-- "+t.name+" -->\n", "<!-- /"+t.name+" -->"
	before, rest, ok := strings.Cut(text, begin)
	_, after, isClosed := strings.Cut(rest, end)
	if !ok || !isClosed {
		return "", fmt.Errorf("no place for the table of %s", t.name)
	}
	return before + begin + "\n" + t.String() + "\n" + end + after, nil
}

// String is the table in Markdown.
func (t table) String() string {
	var b strings.Builder
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	line(t.head)
	line(slices.Repeat([]string{"---"}, len(t.head)))
	for _, row := range t.rows {
		line(row)
	}
	return b.String()
}

// parseRows reads back what String has written.
func parseRows(text, name string) [][]string {
	_, text, _ = strings.Cut(text, "<!-- "+name+" -->\n")
	text, _, _ = strings.Cut(text, "<!-- /"+name+" -->")
	var rows [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "| "), " |")
		if line != "" {
			rows = append(rows, strings.Split(line, " | "))
		}
	}
	return rows
}

var serverColumns = []string{"agreed", "lists", "call", "unknown", "broken", "string", "huge", "asks", "eof", "term"}

var clientColumns = []string{"opens", "agreed"}

// tablesOf gives what brings both tables up to date with the jobs that ran. The order
// is that of all jobs.
func tablesOf(ran []*job) func(text string) (string, error) {
	tables := []*table{
		{name: "servers", head: []string{"server", "version", "SDK", "revisions", "tools, resources, prompts", "call", "unknown method", "half a line", "string id", "id 2^53+1", "asks", "end of input", "TERM", "findings"}},
		{name: "clients", head: []string{"client", "version", "SDK", "server", "opens with", "revision", "findings"}},
	}
	columns := map[string][]string{"servers": serverColumns, "clients": clientColumns}
	return func(text string) (string, error) {
		for _, t := range tables {
			var order [][]string
			for _, j := range jobs() {
				if j.table == t.name {
					order = append(order, append([]string{j.name, j.version}, j.about...))
				}
			}
			for _, j := range ran {
				if j.table == t.name && j.report != nil {
					t.rows = append(t.rows, j.report.row(append([]string{j.name, j.version}, j.about...), columns[t.name]))
				}
			}
			var err error
			if text, err = t.merged(text, order).put(text); err != nil {
				return "", err
			}
		}
		return text, nil
	}
}

// writeTables brings the file up to date.
func writeTables(file string, update func(text string) (string, error)) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("write the tables: %w", err)
	}
	changed, err := update(string(text))
	if err != nil {
		return fmt.Errorf("write the tables: %w", err)
	}
	if changed == string(text) {
		return nil
	}
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		return fmt.Errorf("write the tables: %w", err)
	}
	return nil
}
