package ui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/session/replay"
)

// replayModel is a screen whose replays are played by a function.
func replayModel(t *testing.T, play ReplayFunc) *Model {
	t.Helper()
	opt := options(termenv.Ascii)
	opt.Replay = play
	return newTestWith(t, busy().journal(t), live(), 140, 40, opt)
}

// drain takes in what a run has told until now.
func drain(m *Model, f *replayFeed) {
	m.Update(replayedMsg{f})
	m.Update(drawMsg{})
}

func TestAReplayShowsWhatBecameOfEachStep(t *testing.T) {
	var asked replayWish
	m := replayModel(t, func(_ context.Context, plan *replay.Plan, opt replay.Options, fresh bool) (*replay.Report, error) {
		asked.fresh = fresh
		report := &replay.Report{}
		for i, step := range plan.Steps {
			opt.Tell(replay.Event{Step: step})
			result := replay.Result{Step: step, Index: history.None}
			if i == 1 {
				result.Outcome = replay.Different
				result.Changes = diff.Values([]byte(`{"a":1}`), []byte(`{"a":2}`), diff.Options{})
			}
			report.Results = append(report.Results, result)
			opt.Tell(replay.Event{Step: step, Result: &report.Results[i]})
		}
		return report, errors.New("the server has ended")
	})
	command := m.replayWords("fresh")
	planned := command().(plannedMsg)
	if planned.err != nil {
		t.Fatal(planned.err)
	}
	batch := m.planned(planned)
	f := m.replay.feed
	settle(m, batch)
	drain(m, f)
	m.replay.moveTo(1)
	m.Update(drawMsg{})
	got := plain(m.View())
	for _, want := range []string{"Replay of this session", "✓      #7 tools/list", "✗      #9 tools/call echo", "different: $.a", "- 1", "+ 2", "1 different", "✗ the server has ended"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if !asked.fresh {
		t.Error("the server was not to be fresh")
	}
	types(m, "enter")
	if got := plain(m.View()); !strings.Contains(got, "this was not sent") {
		t.Errorf("of a step that was not sent is said\n%s", got)
	}
}

func TestAReplayGoesStepByStep(t *testing.T) {
	decided := make(chan replay.Decision, 10)
	m := replayModel(t, func(ctx context.Context, plan *replay.Plan, opt replay.Options, _ bool) (*replay.Report, error) {
		for _, step := range plan.Steps[:3] {
			decision, err := opt.Gate(ctx, replay.Question{Step: step})
			if err != nil {
				close(decided)
				return nil, err
			}
			decided <- decision
		}
		return &replay.Report{}, nil
	})
	planned := m.replayWords("step")().(plannedMsg)
	m.planned(planned)
	f := m.replay.feed
	done := make(chan struct{})
	go func() { // ends with the run
		defer close(done)
		report, err := m.opt.Replay(f.ctx, planned.plan, f.options(true), false)
		f.isOver(report, err)
	}()
	for _, key := range []string{"y", "n"} {
		m.Update(f.wait())
		if m.Update(drawMsg{}); m.replay.asked == nil || !strings.Contains(plain(m.View()), "y sends the step") {
			t.Fatalf("nothing is asked:\n%s", plain(m.View()))
		}
		settle(m, press(m, key))
	}
	if a, b := <-decided, <-decided; a != replay.Send || b != replay.Skip {
		t.Errorf("decided was %v and %v", a, b)
	}
	m.Update(f.wait())
	if types(m, ":", "replayed", "enter"); m.mode != tableMode || len(decided) > 0 {
		t.Error("what is typed after : answers a question")
	}
	if settle(m, m.replayWords("all")); m.mode != confirmMode || m.replay.feed != f {
		t.Error("a replay that waits is given up unasked")
	}
	press(m, "n", "x")
	<-done
	if _, more := <-decided; more {
		t.Error("a run that is stopped goes on")
	}
}

func TestWhatIsReplayedIsChosen(t *testing.T) {
	m := replayModel(t, func(context.Context, *replay.Plan, replay.Options, bool) (*replay.Report, error) { return nil, nil })
	count := func(words string) int {
		command := m.replayWords(words)
		if command == nil {
			return -1
		}
		msg := command().(plannedMsg)
		if msg.err != nil {
			return 0
		}
		return len(msg.plan.Steps)
	}
	types(m, "1", "g", "j", "j", " ")
	all := count("")
	for words, want := range map[string]int{"all": all, "marked": 1, "focused": 1, "here": all - 2, "fresh step": all, "nonsense": -1, "from": -1, "from /no/such/file": 0} {
		if got := count(words); got != want {
			t.Errorf("%q chooses %d steps, not %d", words, got, want)
		}
	}
}

func TestASavedHistoryHasNoServerToReplayTo(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 140, 40, termenv.Ascii)
	types(m, ":", "replay", "enter")
	if got := plain(m.View()); !strings.Contains(got, "stdioscope replay HISTORY -- CMD") {
		t.Errorf("it says\n%s", got)
	}
}

func TestAReplayThatWaitsIsNotForgotten(t *testing.T) {
	m := replayModel(t, func(context.Context, *replay.Plan, replay.Options, bool) (*replay.Report, error) { return nil, nil })
	planned := m.replayWords("step")().(plannedMsg)
	m.planned(planned)
	f := m.replay.feed
	f.mu.Lock()
	f.asked = &replay.Question{Step: planned.plan.Steps[0]}
	f.mu.Unlock()
	drain(m, f)
	press(m, "esc")
	if got := plain(m.View()); !strings.Contains(got, "a replay waits for a step") {
		t.Errorf("nothing is said of it:\n%s", got)
	}
	m.replay.stop()
}
