// Package early keeps the terminal from being queried before the program has begun.
//
// Bubble Tea asks the terminal for its background colour while packages are
// initialised, and waits five seconds for terminals that do not answer. The
// library it uses for that does not ask when the variable CI is set, so it is set
// for as long as initialisation lasts.
//
// The contract: this package imports nothing but os. Go initialises packages in
// the order of their paths as soon as their imports are ready, and the library
// imports text/template, which sorts behind this package. So the variable is set in time; a test holds that.
package early

import "os"

const variable = "CI"

var hushed = hush()

func hush() bool {
	if os.Getenv(variable) != "" {
		return false
	}
	return os.Setenv(variable, "1") == nil
}

// Restore gives the environment back as it was. Whoever imports Bubble Tea calls
// it when that is initialised, before anything else reads the environment.
func Restore() {
	if hushed {
		_ = os.Unsetenv(variable)
	}
}
