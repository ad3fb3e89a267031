package cli

import (
	"os"
	"strings"

	"github.com/spf13/pflag"

	"stdioscope/history/diff"
	"stdioscope/history/diff/walk"
	"stdioscope/session/replay"
)

// compareFlags say what counts as a difference.
type compareFlags struct {
	ignore []string
	only   []string
	match  string
	slower string
}

func (f *compareFlags) register(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.ignore, "ignore", nil, "a JSON `PATH` whose values do not count; @FILE with learned ones; or handshake, stderr, exit, notifications, findings (may be repeated)")
	flags.StringArrayVar(&f.only, "only", nil, "a JSON `PATH`: nothing else of the answers counts (may be repeated)")
	flags.StringVar(&f.match, "match", diff.Exact.String(), "how much has to be equal: exact, shape or status")
	flags.StringVar(&f.slower, "slower-than", "", "latencies differ too where an answer takes longer: by a `FACTOR` such as 2x, or a duration more")
}

func (f *compareFlags) options() (replay.Compare, error) {
	var c replay.Compare
	match, ok := diff.ParseMatch(f.match)
	if !ok {
		return c, usage("--match %q: it is exact, shape or status", f.match)
	}
	var paths []string
	learned := replay.Varies{}
	for _, word := range f.ignore {
		switch {
		case replay.IsPart(word):
			c.Without = append(c.Without, word)
		case strings.HasPrefix(word, "@"):
			if err := readVaries(learned, word[1:]); err != nil {
				return c, err
			}
		default:
			paths = append(paths, word)
		}
	}
	all := func() (diff.Options, error) { return optionsOf(match, append(learned[""], paths...), f.only) }
	var err error
	if c.Options, err = all(); err != nil {
		return c, err
	}
	if c.Learned, err = learned.Options(all); err != nil {
		return c, usage("--ignore: %w", err)
	}
	if f.slower != "" {
		if c.Slower, err = replay.SlowerThan(f.slower); err != nil {
			return c, usage("--slower-than: %w", err)
		}
	}
	return c, nil
}

func optionsOf(match diff.Match, ignore, only []string) (diff.Options, error) {
	opt := diff.Defaults()
	opt.Match = match
	for _, path := range ignore {
		if err := opt.Ignore.Add(path); err != nil {
			return opt, usage("--ignore %s: %w", path, err)
		}
	}
	set, err := walk.NewSet(only...)
	if err != nil {
		return opt, usage("--only: %w", err)
	}
	opt.Only = set
	return opt, nil
}

func readVaries(into replay.Varies, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return usage("--ignore: %w", err)
	}
	defer func() { _ = file.Close() }()
	varies, err := replay.ReadVaries(file)
	if err != nil {
		return usage("--ignore @%s: %w", path, err)
	}
	for kind, paths := range varies {
		into[kind] = append(into[kind], paths...)
	}
	return nil
}
