package mutation

import (
	"bytes"
	"fmt"
	"strings"
)

const (
	hugeString  = 20 << 20
	deepLevels  = 10_000
	manyMembers = 100_000
)

// sizeMutations are larger than what programs were tried with. The specification has
// no limits; a server may have its own, and says so.
func sizeMutations() []Mutation {
	const survives = "answers, or refuses with an error; and goes on"
	return []Mutation{
		{"huge-string", "a string of 20 MB stands in the params", survives, huge},
		{"deep", "arrays nest 10,000 levels deep in the params", survives, deep},
		{"many-members", "an object of 100,000 members stands in the params", survives, many},
		{"huge-number", "the number 1e400 stands in the params", survives, func(r request) (Plan, error) { return r.fill([]byte("1e400")) }},
		{"many-digits", "a number of 10,000 digits stands in the params", survives, func(r request) (Plan, error) { return r.fill(bytes.Repeat([]byte("7"), 10_000)) }},
		{"long-method", "the method is 1 MB long", methodNotFound, func(r request) (Plan, error) {
			return r.with("/method", []byte(`"`+strings.Repeat("m", 1<<20)+`"`))
		}},
	}
}

func huge(r request) (Plan, error) {
	return r.fill([]byte(`"` + strings.Repeat("x", hugeString) + `"`))
}

func deep(r request) (Plan, error) {
	return r.fill([]byte(strings.Repeat("[", deepLevels) + strings.Repeat("]", deepLevels)))
}

func many(r request) (Plan, error) {
	object := []byte(`{"m0":0`)
	for i := 1; i < manyMembers; i++ {
		object = fmt.Appendf(object, `,"m%d":0`, i)
	}
	return r.fill(append(object, '}'))
}
