// Package offer reads what a server offers: the items of its lists of tools, resources,
// resource templates and prompts (specification 2025-11-25, server), and writes the
// params of the request that makes use of one.
//
// The contract: pure functions on raw JSON. No item is lost, however malformed, nor
// one of two with the same name: what is wrong with an item stands beside it. Names,
// URIs and cursors are put out as the server spelt them. All that is read is the
// server's word, hints on how dangerous a tool is included.
package offer
