package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/session"
	"stdioscope/session/replay"
)

// warnOfRuns says so where a history is of several processes: what they knew of each other
// is nothing.
func warnOfRuns(j *history.Journal, name string) {
	runs := 0
	for _, fact := range j.Facts(0) {
		if fact.Event == history.FactStart {
			runs++
		}
	}
	if runs > 1 {
		report(fmt.Errorf("replay %s: it holds %d runs of the server, which become one", name, runs))
	}
}

// warnOfEnv names the variables that the server was given then and is not given now: their
// values are in no history.
func warnOfEnv(then, now []string) {
	var missing []string
	for _, name := range then {
		given := slices.ContainsFunc(now, func(pair string) bool { return strings.HasPrefix(pair, name+"=") })
		if _, inherited := os.LookupEnv(name); !given && !inherited {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		report(fmt.Errorf("replay: the server was given variables then that are not set now: %s (-e NAME=VALUE sets one)", strings.Join(missing, ", ")))
	}
}

// warnOfUnlisted says so where nobody could tell which tools are destructive.
func warnOfUnlisted(r *replay.Report) {
	if r.Unlisted {
		report(errors.New("replay: the server did not list its tools: whether those that were called are destructive is not known"))
	}
}

// warnOfEra says so where messages of one era are sent in the other.
func warnOfEra(plan *replay.Plan, protocol string) {
	if protocol == session.ProtocolAuto {
		return
	}
	if then, now := mcp.EraOf(plan.Revision), mcp.EraOf(protocol); protocol != session.ProtocolLegacy && then != now || protocol == session.ProtocolLegacy && then != mcp.Legacy {
		report(fmt.Errorf("replay: the messages are of the %s era, and --protocol %s is not", then, protocol))
	}
}
