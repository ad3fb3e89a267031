package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/mcp"
	"stdioscope/mcp/schema"
)

// logLevels are those of RFC 5424 (specification 2025-11-25, server/utilities/logging).
var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// logLevelPointer is where a request of the modern era says which log messages it wants.
var logLevelPointer = schema.Join("/params/_meta", mcp.MetaLogLevel)

// logLevelWords sets the log level: of the session, or in the modern era of the requests
// that are composed from now on.
func (m *Model) logLevelWords(level string) tea.Cmd {
	switch {
	case !slices.Contains(logLevels, level):
		m.say(m.theme.failure, "✗ log-level: "+safe(strings.Join(logLevels, ", ")))
	case m.session == nil:
		m.say(m.theme.muted, "log-level: "+noSession(m))
	case mcp.EraOf(m.protocol()) == mcp.Modern:
		m.logLevel = level
		m.say(m.theme.response, "✓ requests that are composed from now on ask for log messages from "+safe(level)+" on")
	default:
		m.setLevel(level)
	}
	return nil
}

// setLevel sets the level of a session of the legacy era.
func (m *Model) setLevel(level string) {
	text, _ := mcp.Template(mcp.MethodSetLevel, m.protocol(), m.session.NextID(), m.session.Client(m.protocol()))
	line, err := schema.Set([]byte(text), "/params/level", schema.Quote(level))
	if err != nil {
		m.say(m.theme.failure, "✗ log-level: "+cleanString(err.Error(), textCells))
		return
	}
	m.send(line, "asked for log messages from "+safe(level)+" on")
}

// withLogLevel puts the level that was chosen into a request of the modern era.
func (m *Model) withLogLevel(text []byte) []byte {
	if m.logLevel == "" || scanned(text).ProtocolVersion.Of(text) == nil {
		return text
	}
	with, err := schema.Set(text, logLevelPointer, schema.Quote(m.logLevel))
	if err != nil {
		return text
	}
	return with
}
