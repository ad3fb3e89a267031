package ui

import (
	"reflect"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// pulse stops the clock of Bubble Tea's renderer while nothing changes. That clock
// asks for a new picture sixty times a second, which costs an idle screen about
// one percent of a processor for nothing. It cannot be reached by the library's
// interface; where its field is not found, it goes on as it does.
type pulse struct {
	ticker  func() *time.Ticker
	resting bool
	armed   bool // a restMsg is on its way
	seen    int  // pictures there were when the last one came
}

type restMsg struct{}

// restTime is how long nothing must have changed. It is waited for twice, so that
// what was handed to a slow terminal last is on it before the clock stops.
const restTime = 100 * time.Millisecond

// wake makes the renderer look for a picture that was made.
func (p *pulse) wake() {
	if p == nil || !p.resting {
		return
	}
	p.resting = false
	if t := p.ticker(); t != nil {
		t.Reset(frameTime)
	}
}

// rest stops the clock when nothing has changed since the last look, and says
// whether it has to look again.
func (p *pulse) rest(pictures int) (again bool) {
	p.armed = false
	if p.seen != pictures {
		p.seen = pictures
		return true
	}
	if t := p.ticker(); t != nil {
		t.Stop()
		p.resting = true
	}
	return false
}

// watch sees to it that the clock is stopped some time after a change.
func (m *Model) watch() tea.Cmd {
	if m.pulse == nil || m.pulse.armed {
		return nil
	}
	m.pulse.armed = true
	return after(m.ctx, restTime, restMsg{})
}

// rendererTicker finds the clock of a running program's renderer; nil where there is none.
func rendererTicker(program *tea.Program) *time.Ticker {
	renderer := reflect.ValueOf(program).Elem().FieldByName("renderer")
	if !renderer.IsValid() || renderer.Kind() != reflect.Interface || renderer.IsNil() {
		return nil
	}
	pointer := renderer.Elem()
	if pointer.Kind() != reflect.Pointer || pointer.Elem().Kind() != reflect.Struct {
		return nil
	}
	ticker := pointer.Elem().FieldByName("ticker")
	if !ticker.IsValid() || ticker.Type() != reflect.TypeFor[*time.Ticker]() {
		return nil
	}
	return (*time.Ticker)(ticker.UnsafePointer())
}
