package printed

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"stdioscope/framing/printable"
	"stdioscope/session/replay"
)

// junit gathers a suite a run, and writes them at the end: heads say how many failed.
type junit struct {
	words
	w      io.Writer
	name   string
	cases  []testCase
	suites testSuites
}

type testSuites struct {
	XMLName  xml.Name    `xml:"testsuites"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Suites   []testSuite `xml:"testsuite"`
}

type testSuite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	Time    string   `xml:"time,attr,omitempty"`
	Failure *failure `xml:"failure,omitempty"`
	Skipped *failure `xml:"skipped,omitempty"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Result keeps a case.
func (j *junit) Result(r *replay.Result) error {
	if !r.IsRequest() && r.Outcome == replay.Equal {
		return nil
	}
	c := testCase{Name: j.shown(fmt.Sprintf("%d %s", r.Seq, r.KindOf())), Class: j.name}
	if r.Latency > 0 {
		c.Time = fmt.Sprintf("%.6f", r.Latency.Seconds())
	}
	said := &failure{r.Outcome.String(), strings.Join(j.details(r), "\n")}
	switch r.Outcome {
	case replay.Equal:
	case replay.NotSent, replay.NotCompared:
		c.Skipped = said
	case replay.Different, replay.TimedOut, replay.NotAnswered:
		c.Failure = said
	}
	j.cases = append(j.cases, c)
	return nil
}

// End ends a suite. What differs beside the answers is a case of its own.
func (j *junit) End(r *replay.Report) error {
	whole := testCase{Name: "session", Class: j.name}
	if reasons := r.Reasons(); len(reasons) > 0 {
		whole.Failure = &failure{strings.Join(reasons, ", "), strings.Join(j.beside(r), "\n")}
	}
	suite := testSuite{Name: printable.Text([]byte(j.name)), Cases: append(j.cases, whole)}
	for _, c := range suite.Cases {
		suite.Tests++
		if c.Failure != nil {
			suite.Failures++
		}
		if c.Skipped != nil {
			suite.Skipped++
		}
	}
	j.cases = nil
	j.suites.Tests += suite.Tests
	j.suites.Failures += suite.Failures
	j.suites.Suites = append(j.suites.Suites, suite)
	return nil
}

// Close writes the suites as one document.
func (j *junit) Close() error {
	text, err := xml.MarshalIndent(j.suites, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(j.w, "%s%s\n", xml.Header, text)
	}
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
