// Package cli is the command line: one file a command, which reads flags, hands
// over to the packages that do the work, and turns what comes back into an exit
// code and at most one line on stderr.
package cli
