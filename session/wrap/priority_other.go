//go:build !linux

package wrap

// lowerPriority does nothing: only linux has it for threads.
func lowerPriority() {}
