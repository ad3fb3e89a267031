package wrap

import (
	"os"
	"syscall"
)

// moreSignals are those that only linux has.
func moreSignals() []os.Signal { return []os.Signal{syscall.SIGPWR, syscall.SIGSTKFLT} }
