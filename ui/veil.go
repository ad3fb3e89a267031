package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/redact"
)

// veil is a journal as it is shown: what looks like a secret is masked, byte for
// byte so that places in a line stay what they are, until the user lifts the veil.
// The file keeps the truth, and so does what is sent.
type veil struct {
	*history.Journal
	rules  *redact.Rules
	lifted bool
}

// Line gives the event's bytes to show.
func (v *veil) Line(i int) ([]byte, error) {
	line, err := v.Journal.Line(i)
	return v.over(line), err //nolint:wrapcheck // stands in for the journal
}

// Head gives the first bytes of the event to show.
func (v *veil) Head(i, most int) ([]byte, error) {
	head, err := v.Journal.Head(i, most)
	return v.over(head), err //nolint:wrapcheck // stands in for the journal
}

// Findings gives what was found wrong; what it quotes may be secret.
func (v *veil) Findings(i int) []framing.Finding {
	found := v.Journal.Findings(i)
	for k := range found {
		found[k].Message = string(v.over([]byte(found[k].Message)))
	}
	return found
}

// over veils the secrets in a line, which stays as it is where there are none.
func (v *veil) over(line []byte) []byte {
	if v.lifted {
		return line
	}
	return v.rules.Veil(line)
}

// toggleSecrets shows secrets, or masks them again.
func (m *Model) toggleSecrets() tea.Cmd {
	m.rows.journal.lifted = !m.rows.journal.lifted
	clear(m.rows.texts)
	if m.rows.journal.lifted {
		m.say(m.theme.finding, "⚠ secrets are shown")
	} else {
		m.say(m.theme.response, "✓ secrets are masked")
	}
	return m.refreshDetail()
}
