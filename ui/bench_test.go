package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"stdioscope/framing"
	"stdioscope/history"
)

// million is a journal of as many events, of every kind.
func million(b *testing.B) *Model {
	b.Helper()
	const events = 1_000_000
	r := recording(b)
	for i := range events / 5 {
		r.Line(framing.ClientToServer, history.FromComposer, wire(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo"}}`, i)))
		r.Line(framing.ServerToClient, history.FromClient, wire(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"cache miss"}}`))
		r.Line(framing.Stderr, history.FromClient, wire("2026-11-30 10:11:12 INFO echo called"))
		r.Line(framing.ServerToClient, history.FromClient, wire(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"hi"}]}}`, i)))
		r.Line(framing.ServerToClient, history.FromClient, wire(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":3,"total":10}}`))
	}
	await(b, r.Journal(), events)
	m := newTest(b, r.Journal(), live(), 200, 60, termenv.TrueColor)
	m.View()
	return m
}

// BenchmarkMillion moves and draws at 200x60 over a million events.
func BenchmarkMillion(b *testing.B) {
	m := million(b)
	down := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("j")}
	pageUp := tea.KeyMsg{Type: tea.KeyPgUp}
	b.Run("following", func(b *testing.B) {
		for b.Loop() {
			m.Update(feedMsg{})
			m.picture.dirty = true
			m.View()
		}
	})
	b.Run("down", func(b *testing.B) {
		m.Update(tea.KeyMsg{Type: tea.KeyHome})
		for b.Loop() {
			m.Update(down)
			m.View()
		}
	})
	b.Run("page-up", func(b *testing.B) {
		for b.Loop() {
			if m.active().cursor == 0 {
				m.Update(tea.KeyMsg{Type: tea.KeyEnd})
			}
			m.Update(pageUp)
			m.View()
		}
	})
	b.Run("timeline", func(b *testing.B) {
		m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("t")})
		for b.Loop() {
			if m.active().cursor == 0 {
				m.Update(tea.KeyMsg{Type: tea.KeyEnd})
			}
			m.Update(pageUp)
			m.View()
		}
	})
}

// BenchmarkTakeIn takes a journal of a million events in.
func BenchmarkTakeIn(b *testing.B) {
	j := million(b).journal
	b.ResetTimer()
	for b.Loop() {
		m := New(j, nil, options(termenv.Ascii))
		for m.ingest() {
		}
	}
}

// BenchmarkOpen10MB opens a message of 10 MB, of several makings, and draws its
// first screen.
func BenchmarkOpen10MB(b *testing.B) {
	const size = 10 << 20
	for name, body := range map[string]string{
		"one-string": `"` + strings.Repeat("x", size) + `"`,
		"wide":       `"` + strings.Repeat("日本", size/6) + `"`,
		"deep":       strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
		"members":    "[" + strings.Repeat(`{"k":1,"name":"value of a member, of usual size ..."},`, size/52) + "0]",
	} {
		b.Run(name, func(b *testing.B) {
			r := recording(b)
			r.Line(framing.ServerToClient, history.FromClient, wire(`{"jsonrpc":"2.0","id":1,"result":`+body+`}`))
			await(b, r.Journal(), 1)
			m := newTest(b, r.Journal(), live(), 200, 60, termenv.TrueColor)
			press(m, "2")
			for b.Loop() {
				settle(m, press(m, "enter"))
				m.View()
				press(m, "esc")
			}
		})
	}
}

// BenchmarkFilterKeystroke types a letter into the filter of a million events: what the
// screen does at once, and how long it takes until all is judged.
func BenchmarkFilterKeystroke(b *testing.B) {
	m := million(b)
	var judged time.Duration
	for b.Loop() {
		press(m, "/", "ctrl+u", "tool:e")
		started := time.Now()
		command := press(m, "c")
		b.StopTimer()
		m.Update(command())
		for m.filtering.upTo < m.taken {
			m.filtering.running = false // what Update wants judged is judged here
			m.Update(m.judge()())
		}
		judged += time.Since(started)
		press(m, "esc")
		b.StartTimer()
	}
	b.ReportMetric(float64(judged.Milliseconds())/float64(b.N), "ms/judged")
}

// BenchmarkType types into a composer that holds a megabyte.
func BenchmarkType(b *testing.B) {
	m := newTest(b, begun().journal(b), live(), 200, 60, termenv.TrueColor)
	press(m, "i", "ctrl+u")
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune(`{"a":"` + strings.Repeat("y", 1<<20))})
	for b.Loop() {
		press(m, "x")
	}
}
