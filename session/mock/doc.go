// Package mock plays the server of a saved history to a client.
//
// The contract: a request is answered with the bytes that answered the same request then:
// the same method and the same params, _meta apart. Only the id is the client's own, where
// that is another than then, and with it the progress token and the subscription id of what
// is said about the request.
// The first such request gets the first such answer, and so on; once all were given, the
// last again. What the server said beside answers, on stdout and on stderr, comes where
// and after as long as it came then. What nobody asked then is told, and answered by an
// error; but for ping, and for a handshake that the recording begins behind.
//
// A Script never changes. Serve plays it once: one goroutine for each request that is being
// played, all of which have ended when it returns.
package mock
