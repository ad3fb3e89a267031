//go:build unix && !linux

package process

import (
	"os"
	"syscall"
)

// dieWithParent does nothing: only linux can promise it.
func dieWithParent(*syscall.SysProcAttr) {}

// adoptOrphans does nothing: orphans are init's, which asks how they ended.
func adoptOrphans() {}

func (p *Process) reapOrphans() {}

// PipeFill cannot be told here.
func PipeFill(*os.File) (int, bool) { return 0, false }

// Strays cannot be told here.
func (p *Process) Strays() []Stray { return nil }

func (p *Process) noteChildren() {}

// ReapWhileRunning has nothing to do.
func (p *Process) ReapWhileRunning() {}
