package followup

import (
	"bytes"
	"errors"
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp/schema"
)

var (
	// ErrNoRetry says that a result does not ask for one.
	ErrNoRetry = errors.New("the result does not ask for input")
	// ErrNoNextPage says that a result is the last page, or no page of a list.
	ErrNoNextPage = errors.New("the result has no nextCursor")
)

// InputRequests gives what an input_required result asks for, in its order
// (specification 2026-07-28, basic/patterns/mrtr). Entries that are no requests come
// with an empty Method.
func InputRequests(result []byte) (all []Request) {
	requests := framing.Member(result, "inputRequests").Of(result)
	for key, value := range framing.Members(requests) {
		raw := value.Of(requests)
		all = append(all, Request{
			Method: framing.StringOf(framing.Member(raw, "method").Of(raw)),
			Params: framing.Member(raw, "params").Of(raw),
			Key:    framing.Unquote(key.Of(requests)),
		})
	}
	return all
}

// Retry prepares what an input_required result asks for: the request again, with a
// new id, the same method and params, the requestState exactly as it came, and an
// answer to each input request, which is the first that Answers gives. A request that
// was a retry itself loses the inputResponses and the requestState of that round. Id is
// raw JSON. Errors are ErrNoRetry and those of the schema package's Set.
func Retry(request, result, id []byte, revision string) ([]byte, error) {
	asked := InputRequests(result)
	state := framing.Member(result, "requestState").Of(result)
	if asked == nil && state == nil {
		return nil, fmt.Errorf("retry: %w", ErrNoRetry)
	}
	var responses []byte
	if asked != nil {
		responses = responsesTo(asked, revision)
	}
	return edited(request, id, []change{
		{"/params/inputResponses", responses},
		{"/params/requestState", state},
	})
}

func responsesTo(asked []Request, revision string) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, r := range asked {
		if i > 0 {
			b.WriteByte(',')
		}
		text := []byte("{}")
		if answers := Answers(r, revision); len(answers) > 0 {
			text = answers[0].Text
		}
		fmt.Fprintf(&b, "%s:%s", schema.Quote(r.Key), text)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// NextPage prepares the request for the next page of a list: the same again with a new
// id and the nextCursor of the result, exactly as it came (specification 2025-11-25,
// server/utilities/pagination). Errors are ErrNoNextPage and those of the schema
// package's Set.
func NextPage(request, result, id []byte) ([]byte, error) {
	cursor := framing.Member(result, "nextCursor").Of(result)
	if cursor == nil || string(cursor) == "null" {
		return nil, fmt.Errorf("next page: %w", ErrNoNextPage)
	}
	return edited(request, id, []change{{"/params/cursor", cursor}})
}

// Again is the request with another id, and a progress token that was the old id with
// it: what the client would have sent.
func Again(request, id []byte) ([]byte, error) { return edited(request, id, nil) }

// change is a value for a place of a request; none takes the place out.
type change struct {
	pointer string
	raw     []byte
}

const tokenPlace = "/params/_meta/progressToken"

func edited(request, id []byte, changes []change) (text []byte, err error) {
	old := framing.Member(request, "id").Of(request)
	if token := schema.At(request, tokenPlace); token != nil && framing.SameID(token, old) {
		changes = append(changes, change{tokenPlace, id})
	}
	if text, err = schema.Set(request, "/id", id); err != nil {
		return nil, fmt.Errorf("the request again: %w", err)
	}
	for _, c := range changes {
		if c.raw == nil {
			text, err = schema.Remove(text, c.pointer)
		} else {
			text, err = schema.Set(text, c.pointer, c.raw)
		}
		if err != nil {
			return nil, fmt.Errorf("the request again: %w", err)
		}
	}
	return text, nil
}
