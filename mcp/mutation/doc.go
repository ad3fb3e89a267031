// Package mutation breaks a request on purpose, in ways that have names, so that a
// server's manners can be tried in a minute: what it makes of a wrong id, of a line cut
// in the middle, of 20 MB. It also reads the text of a composer that sends what stands
// there, valid or not.
//
// The contract: pure functions from bytes to a Plan. A mutation changes only what it
// is about, and keeps every other byte of the request; what it is given is not changed.
// A Plan is for whoever writes to the server; nothing here does.
package mutation
