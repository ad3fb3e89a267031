// Package call asks a server one thing and gives the answer as it came.
//
// The contract: the params are sent with the bytes they were given with. What is added
// stands beside them: the id, in the modern era the _meta that every request must carry,
// a progress token for what may take long, a cursor for each further page, and the
// answers to what the server asks back. The result is the member's own bytes. Do runs on
// the caller's goroutine, starts none, and neither starts nor ends the session.
package call
