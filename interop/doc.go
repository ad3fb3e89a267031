// Program interop proves stdioscope against servers and clients that others wrote.
//
// The contract: peers are installed into a cache folder at the versions that the
// manifests beside this file pin, and nowhere else. Every peer is driven through the
// program as a person or a script would drive it, and judged by the histories it leaves.
// What a peer does is written down, in the tables of README.md; what the program does
// with it is checked. No peer is treated differently from another.
//
// A peer that this machine cannot run is reported as not run, with the reason. Where the
// variable CI is true that is a failure.
package main
