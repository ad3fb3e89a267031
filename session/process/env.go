package process

import (
	"os"
	"runtime"
	"slices"
	"strings"
)

// clientVariables are those that MCP clients pass to a server (the list of the
// TypeScript SDK's stdio transport, which most clients share).
func clientVariables() []string {
	if runtime.GOOS == "windows" {
		return []string{
			"APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PROCESSOR_ARCHITECTURE",
			"SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE", "PROGRAMFILES",
		}
	}
	return []string{"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"}
}

// environment gives the child's variables: ours, or only those that clients
// pass, and then the extra ones, of which a later one wins.
func environment(clean bool, extra []string) []string {
	env := os.Environ()
	if clean {
		env = nil
		for _, name := range clientVariables() {
			// A function exported by a shell must not travel (as in the TypeScript SDK).
			if value, ok := os.LookupEnv(name); ok && !strings.HasPrefix(value, "()") {
				env = append(env, name+"="+value)
			}
		}
	}
	return append(env, extra...)
}

// EnvNames gives the names of variables, for the history, which never keeps values.
func EnvNames(env []string) []string {
	names := make([]string, 0, len(env))
	for _, pair := range env {
		if name, _, _ := strings.Cut(pair, "="); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
