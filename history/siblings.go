package history

import (
	"path/filepath"
	"slices"
	"time"
)

// siblingTime is how far apart a client may start the same command for the sessions to
// belong together: clients that probe a server start it twice.
const siblingTime = time.Minute

// Siblings gives the saved histories of the same command that the same client process
// has started at about the same time, oldest first, but for h itself.
func Siblings(h Header) ([]Saved, error) {
	ids, err := savedIDs()
	if err != nil || h.Client == nil {
		return nil, err
	}
	var found []Saved
	for _, id := range ids {
		began, err := time.Parse(idTime, id[:min(len(id), len(idTime))])
		if err != nil || id == h.ID || h.Time.Sub(began).Abs() > siblingTime {
			continue
		}
		s, err := look(filepath.Join(StateDir(), id+Extension))
		if err != nil {
			continue // it is gone, or not ours to read
		}
		if c := s.Header.Client; c != nil && c.PID == h.Client.PID && slices.Equal(s.Header.Command, h.Command) {
			found = append(found, s)
		}
	}
	return found, nil
}
