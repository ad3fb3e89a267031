//go:build unix && !linux

package session

import (
	"os"
	"syscall"
)

// dieWithParent does nothing: only linux can promise it.
func dieWithParent(*syscall.SysProcAttr) {}

// adoptOrphans does nothing: orphans are init's, which asks how they ended.
func adoptOrphans() {}

func (p *process) reapOrphans() {}

// pipeFill cannot be told here.
func pipeFill(*os.File) (int, bool) { return 0, false }

// strays cannot be told here.
func (p *process) strays() []stray { return nil }

func (p *process) noteChildren() {}

func (p *process) reapWhileRunning() {}
