// Package schema reads a JSON Schema as somebody needs it who writes arguments by
// hand: what to start from, which fields there are, what may stand at the cursor,
// and what is wrong with a text. It serves the inputSchema and outputSchema of a
// tool and the requestedSchema of an elicitation (specification 2025-11-25,
// server/tools and client/elicitation; JSON Schema draft-07 and 2020-12).
//
// The contract: schemas come from servers and are as hostile as they like. Nothing
// here panics, fetches anything or follows a reference out of the schema; time and
// memory are bounded whatever a schema says of itself. What cannot be made out is
// left out, and only a Validator says that a schema is wrong.
//
// Bytes are kept: a default, an enum value or a number is written as it stands in
// the schema, members keep their order, and an edit changes nothing of a text but
// the place that it is about. Places are JSON Pointers (RFC 6901).
package schema
