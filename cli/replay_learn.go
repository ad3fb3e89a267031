package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"stdioscope/history/diff"
	"stdioscope/session/replay"
)

// learnFrom runs the plan twice and writes what differs between the two runs.
func (r *replaying) learnFrom(ctx context.Context) (err error) {
	file, discard, err := openLearned(r.learn)
	if err != nil {
		return err
	}
	varies, err := r.learnTwice(ctx)
	if err != nil {
		discard()
		return err
	}
	err = file.Truncate(0)
	if err == nil {
		err = varies.Write(file)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("--learn: %w", err)
	}
	return nil
}

func (r *replaying) learnTwice(ctx context.Context) (varies replay.Varies, err error) {
	r.times, r.opt.KeepAnswers = 2, true
	printer := r.printer()
	defer func() { err = errors.Join(err, printer.Close()) }()
	var reports [2]*replay.Report
	for n := range reports {
		r.round = n + 1
		report, err := r.play(ctx, printer)
		if err != nil {
			return nil, err
		}
		if err := printer.End(report); err != nil {
			return nil, fmt.Errorf("%w", err)
		}
		if err := brokenOff(report); err != nil {
			return nil, err
		}
		reports[n] = report
	}
	return replay.Learn(reports[0], reports[1], r.opt.Options), nil
}

// openLearned opens the file that what varies is written into, before anything is run. Only
// a list of such places is written over. Discard closes it again and leaves things as they
// were.
func openLearned(path string) (file *os.File, discard func(), err error) {
	if err := replaceable(path); err != nil {
		return nil, nil, err
	}
	_, missing := os.Stat(path)
	file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666) //nolint:gosec // as any file that a shell writes
	if err != nil {
		return nil, nil, usage("--learn: %w", err)
	}
	return file, func() {
		_ = file.Close()
		if errors.Is(missing, os.ErrNotExist) {
			_ = os.Remove(path)
		}
	}, nil
}

// replaceable says why a file is not to be written over; one that is not there may be.
func replaceable(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil //nolint:nilerr // who opens it says what is wrong
	}
	learned := replay.Varies{}
	if err := readVaries(learned, path); err != nil {
		return usage("--learn %s: it is there already, and is not a list of places that vary", path)
	}
	for _, paths := range learned {
		if _, err := optionsOf(diff.Exact, paths, nil); err != nil {
			return usage("--learn %s: it is there already, and is not a list of places that vary", path)
		}
	}
	return nil
}
