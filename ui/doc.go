// Package ui is the screen: a Bubble Tea program over a journal, live or saved.
//
// The contract: the journal is the only source of what is shown. What arrives
// is told to the program as a number of events, never as their content; panes
// keep positions and pull the rows that are on screen when they draw them. Nothing here can stall what
// records. All bytes that a peer wrote pass the sanitiser before they reach the
// terminal: the type safe marks what did. View gives exactly as many lines as the
// window has, none wider than it, at any size.
package ui
