package cli

import (
	"strings"

	"github.com/spf13/pflag"

	"stdioscope/history"
	"stdioscope/history/redact"
)

// redactFlags say what counts as a secret.
type redactFlags struct {
	on       bool
	keys     []string
	paths    []string
	patterns []string
	values   []string
}

func (f *redactFlags) register(flags *pflag.FlagSet, what string) {
	flags.BoolVar(&f.on, "redact", false, what)
	flags.StringArrayVar(&f.keys, "redact-key", nil, "a member `NAME` whose values are secrets (may be repeated; implies --redact)")
	flags.StringArrayVar(&f.paths, "redact-path", nil, "a JSON `PATH` at which secrets stand (may be repeated; implies --redact)")
	flags.StringArrayVar(&f.values, "redact-value", nil, "a `SECRET` itself (may be repeated; implies --redact)")
	flags.StringArrayVar(&f.patterns, "redact-regexp", nil, "a regular `EXPRESSION` that secrets match (may be repeated; implies --redact)")
}

// rules makes rules of the flags and of the variables that the server was given;
// nil when nothing is to be masked.
func (f *redactFlags) rules(env []string) (*redact.Rules, error) {
	if !f.on && len(f.keys)+len(f.paths)+len(f.patterns)+len(f.values) == 0 {
		return nil, nil
	}
	rules := redact.New()
	if err := f.addValues(rules); err != nil {
		return nil, err
	}
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		rules.AddValue(name, value)
	}
	for flag, add := range map[string]struct {
		values []string
		add    func(string) error
	}{
		"key": {f.keys, rules.AddKey}, "path": {f.paths, rules.AddPath}, "regexp": {f.patterns, rules.AddRegexp},
	} {
		for _, value := range add.values {
			if value == "" {
				return nil, usage("--redact-%s: it is empty", flag)
			}
			if err := add.add(value); err != nil {
				return nil, usage("--redact-%s %q: %w", flag, value, err)
			}
		}
	}
	return rules, nil
}

// addValues adds the secrets that were given themselves, and refuses one that would not
// be looked for: who gives it believes that it is masked.
func (f *redactFlags) addValues(rules *redact.Rules) error {
	for _, value := range f.values {
		if strings.TrimSpace(value) == "" {
			return usage("--redact-value: it is empty")
		}
		rules.AddValue("secret", value)
		for line := range strings.Lines(value) {
			line = strings.TrimSpace(line)
			if line != "" && len(rules.Spans([]byte(line))) == 0 {
				return usage("--redact-value: a secret of %d bytes is too short to be looked for, words would be masked with it", len(line))
			}
		}
	}
	return nil
}

// addSecretArgs masks what the header masks wherever the server says it again.
func addSecretArgs(rules *redact.Rules, command []string) {
	for _, secret := range history.SecretArgs(command) {
		rules.AddValue("secret", secret)
	}
}
