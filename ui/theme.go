package ui

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// style is the sequence that switches a style on; empty for plain text.
type style string

const reset = "\x1b[0m"

// over lays another style on top of this one.
func (s style) over(top style) style { return s + top }

// Background says what the colours of a terminal stand on.
type Background uint8

// Backgrounds. On an unknown one only the terminal's own sixteen colours are used,
// which its owner has chosen to be readable.
const (
	UnknownBackground Background = iota
	DarkBackground
	LightBackground
)

// theme holds one style for each role. No role rests on its colour alone.
type theme struct {
	muted, accent, strong                  style
	request, response, notification, stray style
	failure, finding                       style
	key, text, number, literal             style // JSON
	border, focused, title                 style
	selected                               style // under a whole row
	cursor                                 style
}

// attributes are shown without colour, too.
const (
	bold      style = "\x1b[1m"
	faint     style = "\x1b[2m"
	reverse   style = "\x1b[7m"
	underline style = "\x1b[4m"
)

// tint is one colour on each background.
type tint struct{ unknown, dark, light string }

var (
	grey   = tint{"", "#7c8594", "#6b7280"}
	blue   = tint{"4", "#7aa2f7", "#1d4ed8"}
	cyan   = tint{"6", "#5ec4d0", "#0e7490"}
	green  = tint{"2", "#9ece6a", "#3f7d20"}
	yellow = tint{"3", "#e0af68", "#9a6700"}
	red    = tint{"1", "#f7768e", "#c4203b"}
	violet = tint{"5", "#bb9af7", "#7c3aed"}
	shade  = tint{"", "#2b3042", "#e2e8f4"}
)

// newTheme makes the theme for what a terminal can show.
func newTheme(profile termenv.Profile, on Background) *theme {
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(profile)
	fore := func(t tint) style { return opening(renderer.NewStyle().Foreground(t.on(on))) }
	muted := fore(grey)
	if on == UnknownBackground && profile != termenv.Ascii {
		muted = faint // many palettes have no grey that can be read on their own background
	}
	return &theme{
		muted: muted, accent: fore(cyan), strong: bold,
		request: fore(blue), response: fore(green), notification: fore(violet), stray: fore(yellow),
		failure: bold + fore(red), finding: fore(yellow),
		key: fore(cyan), text: "", number: fore(yellow), literal: fore(violet),
		border: muted, focused: fore(cyan), title: bold,
		selected: bold + opening(renderer.NewStyle().Background(shade.on(on))), cursor: reverse,
	}
}

// opening is the sequence with which a style begins. It is taken once: rows put their
// styles over one another, and rendering every piece anew would take longer than all
// the rest of a picture.
func opening(s lipgloss.Style) style {
	const mark = "x"
	before, _, _ := strings.Cut(s.Render(mark), mark)
	return style(before)
}

// on is the colour on a background.
func (t tint) on(background Background) lipgloss.TerminalColor {
	colour := t.unknown
	switch background {
	case DarkBackground:
		colour = t.dark
	case LightBackground:
		colour = t.light
	case UnknownBackground:
	}
	if colour == "" {
		return lipgloss.NoColor{}
	}
	return lipgloss.Color(colour)
}

// backgroundFrom reads what some terminals tell in COLORFGBG: "15;0" is light on dark.
func backgroundFrom(colorFGBG string) Background {
	colours := strings.Split(colorFGBG, ";")
	switch colours[len(colours)-1] {
	case "0", "1", "2", "3", "4", "5", "6", "8":
		return DarkBackground
	case "7", "9", "10", "11", "12", "13", "14", "15":
		return LightBackground
	default:
		return UnknownBackground
	}
}
