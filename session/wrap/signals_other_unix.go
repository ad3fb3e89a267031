//go:build unix && !linux

package wrap

import "os"

// moreSignals are none: only linux has more.
func moreSignals() []os.Signal { return nil }
