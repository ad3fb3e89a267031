// Package process starts a server as a child with three pipes, in a session and a
// process group of its own, and ends all of it: the child, its group, and, when we are
// killed, both all the same.
package process
