//go:build unix && !linux

package wrap

// watchParent gives nothing to wait for: only linux has it.
func watchParent() (fd int, poll int) { return -1, askOften }
