package wrap

import (
	"fmt"
	"strings"

	"stdioscope/history"
)

// tellSiblings records which other histories the same client has of the same command:
// one that probes a server starts it twice. Each is told once; one that began later is
// seen when this one ends, if not before.
func (r *recording) tellSiblings() {
	h := r.rec.Journal().Header()
	siblings, err := history.Siblings(h)
	if err != nil {
		return // what cannot be listed is no business of this session
	}
	for _, s := range siblings {
		if r.told[s.ID()] {
			continue
		}
		r.told[s.ID()] = true
		r.rec.Fact(history.Fact{
			Event: history.FactNote, Sibling: s.ID(),
			Text: fmt.Sprintf("the same client (pid %d) has started the command as %s too, %s", h.Client.PID, s.ID(), howItIs(s)),
		})
	}
}

func howItIs(s history.Saved) string {
	switch {
	case s.Live:
		return "which runs now"
	case s.Ending == "":
		return "which was cut off"
	default:
		return "which " + strings.Replace(s.Ending, "killed", "was killed", 1)
	}
}
