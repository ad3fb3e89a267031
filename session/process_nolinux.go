//go:build unix && !linux

package session

import "syscall"

// dieWithParent does nothing: only linux can promise it.
func dieWithParent(*syscall.SysProcAttr) {}
