package process

import (
	"fmt"
	"os"
	"strings"
)

// NameOf gives the name of a process; empty where it cannot be told.
func NameOf(pid int) string {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(name))
}
