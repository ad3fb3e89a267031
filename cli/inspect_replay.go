package cli

import (
	"context"
	"fmt"
	"time"

	"stdioscope/session"
	"stdioscope/session/replay"
	"stdioscope/ui"
)

// replayOn runs plans on a session that is on the screen.
func replayOn(s *session.Session, timeout time.Duration) ui.ReplayFunc {
	return func(ctx context.Context, plan *replay.Plan, opt replay.Options, fresh bool) (*replay.Report, error) {
		l := session.NewListener()
		defer s.Listen(l)()
		if fresh {
			if err := s.Restart(); err != nil {
				return nil, fmt.Errorf("restart: %w", err)
			}
		}
		if err := s.AwaitReady(ctx, l, timeout, func(session.Heard) {}); err != nil {
			return nil, fmt.Errorf("handshake: %w", err)
		}
		report, err := replay.Run(ctx, s, l, plan, opt)
		if err != nil {
			return report, fmt.Errorf("%w", err)
		}
		return report, nil
	}
}
