package schema

import (
	"fmt"
	"strings"
	"testing"
)

// megabyte is a text of about 1 MB that fits the schema beside it.
func megabyte() (schema, text string) {
	schema = `{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{` +
		`"id":{"type":"integer"},"name":{"type":"string","maxLength":40},"unit":{"enum":["celsius","kelvin"]},"at":{"type":"string","format":"date-time"}},"required":["id","name"]}},` +
		`"last":{"type":"string","enum":["yes","no"]}},"required":["rows"]}`
	var b strings.Builder
	b.WriteString(`{"rows":[`)
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, `{"id":%d,"name":"row number %d","unit":"kelvin","at":"2026-01-01T00:00:00Z"},`, i, i)
	}
	return schema, b.String() + `{"id":0,"name":""}],"last":"yes"}`
}

// largeSchema is one of about 1 MB.
func largeSchema() string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, `"property%d":{"type":"string","description":"%s","default":"value %d"},`, i, strings.Repeat("words ", 15), i)
	}
	return b.String() + `"last":{"type":"integer"}},"required":["last"]}`
}

func BenchmarkValidate1MB(b *testing.B) {
	schema, text := megabyte()
	v, err := NewValidator([]byte(schema))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if faults, err := v.Validate([]byte(text)); err != nil || faults != nil {
			b.Fatal(faults, err)
		}
	}
}

func BenchmarkComplete1MB(b *testing.B) {
	schema, text := megabyte()
	s := Read([]byte(schema))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if c := s.Complete("", []byte(text), len(text)-4); len(c.Candidates) != 1 {
			b.Fatal(c)
		}
	}
}

func BenchmarkSet1MB(b *testing.B) {
	_, text := megabyte()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Set([]byte(text), "/last", []byte(`"no"`)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSkeletonOf1MB(b *testing.B) {
	text := []byte(largeSchema())
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Read(text).Skeleton(Options{Optional: true})
	}
}

func BenchmarkFieldsOf1MB(b *testing.B) {
	text := []byte(largeSchema())
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Read(text).Fields().Fields()
	}
}

func BenchmarkCompile1MB(b *testing.B) {
	text := []byte(largeSchema())
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := NewValidator(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSkeletonOfATool(b *testing.B) {
	for b.Loop() {
		Read([]byte(weather)).Skeleton(Options{})
	}
}
