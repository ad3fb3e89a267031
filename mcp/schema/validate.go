package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var (
	// ErrSchema marks a schema that cannot be judged by: it is no schema, or refers to
	// what is not there. Nothing is known then about any arguments.
	ErrSchema = errors.New("the schema cannot be used")
	// ErrRemote marks a schema that refers to something outside itself. That is never
	// fetched. Such an error is an ErrSchema too.
	ErrRemote = errors.New("the schema refers to something that is never fetched")
	// ErrNotJSON marks a text that is no single JSON value in UTF-8.
	ErrNotJSON = errors.New("the text is not JSON")
	// ErrTooHard marks a text that is not judged, because it nests too deeply, has a
	// number too large to reckon with, or makes the schema too much work.
	ErrTooHard = errors.New("too much to be judged")
)

const (
	// maxSchemas and maxSchemaDepth bound what is compiled: the time for that grows
	// with the square of the number of schemas, and with that of their depth and more.
	maxSchemas     = 12_000
	maxSchemaDepth = 128
	// maxDepth is how deep a text may nest to be judged. Every level may cost an error
	// that holds the whole path.
	maxDepth = 500
	// maxPatternsUsed is how many patterns of a schema are used. One of a few bytes may
	// take 100 kB once it is compiled.
	maxPatternsUsed = 1000
	// maxFaults is how many faults are told.
	maxFaults = 100
	// inline is how the schema is called while it is compiled. It is no place that
	// could be fetched.
	inline = "inline:///schema"
)

// Fault is one way in which a text does not fit its schema.
type Fault struct {
	// Pointer is the place in the text (RFC 6901).
	Pointer string
	// Keyword is the keyword of the schema that is not satisfied, such as "type";
	// empty for a false schema.
	Keyword string
	// Message is one plain sentence. It may quote the schema and the text, and so is as
	// hostile as they are.
	Message string
}

// Validator judges texts by one schema, which it compiles once. Its methods may be
// called by several goroutines, and then wait for one another.
//
// Formats are judged under every dialect, as other tools do. Without $schema the
// dialect is 2020-12 (specification 2025-11-25, basic), and draft-07 for what only
// that takes for a schema.
type Validator struct {
	mu     sync.Mutex
	schema *jsonschema.Schema
	meter  *meter
	// patterns is how many were asked for, ignored are those that are not used.
	patterns int
	ignored  []string
}

// NewValidator compiles a schema. The error is an ErrSchema, and an ErrRemote where
// something would have to be fetched; its text says what is wrong.
func NewValidator(raw []byte) (*Validator, error) {
	doc, err := decode(raw, maxSchemaDepth)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	if schemas, _ := survey(raw); schemas > maxSchemas {
		return nil, fmt.Errorf("%w: it has more than %d parts", ErrSchema, maxSchemas)
	}
	v, err := compile(doc, jsonschema.Draft2020)
	if fields, ok := doc.(map[string]any); err != nil && ok && fields["$schema"] == nil {
		if older, failed := compile(doc, jsonschema.Draft7); failed == nil {
			return older, nil
		}
	}
	return v, err
}

func compile(doc any, dialect *jsonschema.Draft) (v *Validator, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, fmt.Errorf("%w: %v", ErrSchema, r)
		}
	}()
	v = &Validator{meter: &meter{}}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(dialect)
	c.UseLoader(refuser{})
	c.UseRegexpEngine(v.expression)
	c.AssertFormat()
	c.RegisterVocabulary(v.meter.vocabulary())
	c.AssertVocabs()
	if err := c.AddResource(inline, doc); err != nil {
		return nil, schemaError(err)
	}
	if v.schema, err = c.Compile(inline); err != nil {
		return nil, schemaError(err)
	}
	return v, nil
}

// refuser loads nothing.
type refuser struct{}

func (refuser) Load(string) (any, error) { return nil, ErrRemote }

func schemaError(err error) error {
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return fmt.Errorf("%w: %w: %s", ErrSchema, ErrRemote, strings.TrimPrefix(load.URL, "inline:///"))
	}
	var invalid *jsonschema.ValidationError
	var wrong *jsonschema.SchemaValidationError
	if errors.As(err, &wrong) {
		err = wrong.Err
	}
	if errors.As(err, &invalid) {
		if faults := faultsOf(invalid); len(faults) > 0 {
			return fmt.Errorf("%w: at %q, %s", ErrSchema, clipFront(faults[0].Pointer), faults[0].Message)
		}
	}
	text, _, _ := strings.Cut(strings.ReplaceAll(err.Error(), inline, ""), "\n")
	return fmt.Errorf("%w: %s", ErrSchema, text)
}

// expression compiles a pattern. What RE2 does not know, such as a lookahead, matches
// everything: better no verdict on one string than none on all arguments.
func (v *Validator) expression(pattern string) (jsonschema.Regexp, error) {
	if v.patterns++; v.patterns <= maxPatternsUsed {
		if re := expression(pattern); re != nil {
			return re, nil
		}
	}
	if len(v.ignored) < maxFaults && !slices.Contains(v.ignored, pattern) {
		v.ignored = append(v.ignored, pattern)
	}
	return anything(pattern), nil
}

type anything string

func (anything) MatchString(string) bool { return true }
func (a anything) String() string        { return string(a) }

// Ignored gives the patterns that are not checked, at most 100: they are not understood,
// or stand behind a thousand others.
func (v *Validator) Ignored() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.ignored)
}

// Validate judges a text, and gives its faults in the order of their places, at most
// 100. Numbers are compared by their exact values. An error, which is an ErrNotJSON
// or an ErrTooHard, says that there is no verdict.
func (v *Validator) Validate(text []byte) ([]Fault, error) {
	value, err := decode(text, maxDepth)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.meter.fill(len(text))
	invalid, err := v.judge(value)
	if err != nil || invalid == nil {
		return nil, err
	}
	faults := faultsOf(invalid)
	slices.SortStableFunc(faults, func(a, b Fault) int { return strings.Compare(a.Pointer, b.Pointer) })
	return faults[:min(len(faults), maxFaults)], nil
}

// judge gives what the validator says. A meter that has run out stops it by a panic,
// as nothing else does.
func (v *Validator) judge(value any) (invalid *jsonschema.ValidationError, err error) {
	defer func() {
		if r := recover(); r != nil {
			invalid, err = nil, fmt.Errorf("%w: %v", ErrTooHard, r)
		}
	}()
	errors.As(v.schema.Validate(value), &invalid)
	return invalid, nil
}
