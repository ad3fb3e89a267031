package mcp

import "slices"

// The published revisions of the specification.
const (
	Revision20241105 = "2024-11-05"
	Revision20250326 = "2025-03-26"
	Revision20250618 = "2025-06-18"
	Revision20251125 = "2025-11-25"
	Revision20260728 = "2026-07-28"

	// LatestLegacy is the revision to offer in a handshake.
	LatestLegacy = Revision20251125
	// LatestModern is the revision to put into the _meta of a stateless request.
	LatestModern = Revision20260728

	firstRevision = Revision20241105
	firstModern   = Revision20260728
)

// Era is one of the two ways in which client and server agree on a revision.
type Era uint8

const (
	// Legacy is the era of the initialize handshake, up to 2025-11-25.
	Legacy Era = iota
	// Modern is the stateless era, from 2026-07-28: every request names its revision.
	Modern
)

// String gives the word that the command line and the history use.
func (e Era) String() string {
	if e == Modern {
		return "modern"
	}
	return "legacy"
}

// Revisions lists the published revisions, oldest first.
func Revisions() []string {
	return append(LegacyRevisions(), Revision20260728)
}

// LegacyRevisions lists the revisions that have a handshake, oldest first.
func LegacyRevisions() []string {
	return []string{Revision20241105, Revision20250326, Revision20250618, Revision20251125}
}

// Known says whether the revision is a published one.
func Known(revision string) bool { return slices.Contains(Revisions(), revision) }

// EraOf tells the era of any revision, known or not. Revisions are dates and
// compare as text, so one that is yet to come is modern, as is "draft"; an empty
// one is legacy.
func EraOf(revision string) Era {
	if revision >= firstModern {
		return Modern
	}
	return Legacy
}

// nearest gives the published revision whose rules an unknown one most likely
// shares: the newest one that is not newer.
func nearest(revision string) string {
	best := firstRevision
	for _, known := range Revisions() {
		if known <= revision {
			best = known
		}
	}
	return best
}
