package process

import "golang.org/x/sys/windows"

// LowerPriority has this process yield to all others.
func LowerPriority() {
	_ = windows.SetPriorityClass(windows.CurrentProcess(), windows.BELOW_NORMAL_PRIORITY_CLASS) // without it recording costs more, no more than that
}
