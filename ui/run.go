package ui

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"stdioscope/history"
	"stdioscope/ui/early"
)

// Bubble Tea, which this package imports, is initialised now.
func init() { early.Restore() }

func (o Options) withDefaults() Options {
	if o.Profile == nil {
		profile := termenv.NewOutput(os.Stdout).EnvColorProfile()
		o.Profile = &profile
	}
	if o.Background == UnknownBackground {
		o.Background = backgroundFrom(os.Getenv("COLORFGBG"))
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Location == nil {
		o.Location = time.Local
	}
	return o
}

// Run shows the journal until the user quits, and gives the terminal back. s is
// nil for a saved history. A server is stopped before Run returns, unless it
// returns an error: then the caller has to stop it.
//
// SIGINT, SIGTERM and SIGHUP stop the server as the key q does, without asking; a
// second one does not wait for it. When ctx is done, Run returns at once. Where the
// terminal does not take what is written to it, Run cannot return: then it ends the
// server and the program.
func Run(ctx context.Context, j *history.Journal, s Session, opt Options) error {
	running, end := context.WithCancel(ctx)
	defer end() // ends every command that still waits
	m := New(j, s, opt)
	m.ctx, m.feed = running, newFeed(running, j)
	out := &output{File: os.Stdout}
	m.out = out
	in := terminalInput()
	options := []tea.ProgramOption{
		tea.WithContext(running), tea.WithAltScreen(), tea.WithoutSignalHandler(), tea.WithFilter(in.filter()), tea.WithOutput(out),
	}
	if in != nil {
		options = append(options, tea.WithInput(in))
	}
	program := tea.NewProgram(m, options...)
	m.pulse = &pulse{ticker: func() *time.Ticker { return rendererTicker(program) }}
	defer onSignal(program, s, end)()
	over := make(chan struct{})
	defer close(over)
	go leaveFrozen(running, over, s, savedMode()) // ends with this function
	_, err := program.Run()
	hurried := running.Err() != nil && ctx.Err() == nil
	if err != nil && !hurried {
		return fmt.Errorf("screen: %w", err)
	}
	return nil
}

// onSignal makes the first signal end the program as a user would, and the second
// end it at once. The function it returns gives the signals back.
func onSignal(program *tea.Program, s Session, end func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	go func() { // ends when stop is called
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case <-signals:
			}
			if n == 0 {
				go program.Send(quitMsg{}) // ends when the program takes it or has ended
				continue
			}
			if s != nil {
				s.Stop()
			}
			end()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}
