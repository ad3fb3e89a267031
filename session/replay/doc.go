// Package replay sends what a client said in a saved history once more, and compares what
// the server answers now with what it answered then.
//
// The contract: a Plan is made of a journal and never changes; any number of runs may use
// it. Run sends its steps to a session that has had its handshake, in the order in which
// they were sent then. Not the clock decides but what was waited for: a step waits for the
// answers that had come when it was sent, and those that were open beside each other are
// again. Bytes are sent as recorded, but for values that belong to a run, which are
// replaced in place: ids, progress tokens, and what first stood in an answer of the server
// (cursors, requestState, task ids, handles), by what stands in that place of the new
// answer. Requests of the server are answered as they were answered then.
//
// Run starts no goroutine and calls nobody from another one, so what shows a replay can
// be told of each event as it happens (Options.Tell), and can hold each step back until a
// person wants it (Options.Gate): step by step, from here on, or the marked ones by the
// Choice that the plan is made with. It neither starts nor ends the session, which may be a
// fresh one (Plan.Prepare says how to start it) or one that runs. Of that the methods in
// Plan.Asks are to be left open (Session.LeavesOpen), or the session answers. One replay at
// a time runs on a session.
package replay
