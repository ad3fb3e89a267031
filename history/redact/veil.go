package redact

import "bytes"

// veilByte stands for each byte of a secret that is veiled.
const veilByte = '*'

// Veil gives a line for looking at: each byte of a secret is an asterisk, so that
// places in the line stay what they are. A line without secrets is given as it is,
// any other as a copy.
func (r *Rules) Veil(line []byte) []byte {
	spans := r.Spans(line)
	if len(spans) == 0 {
		return line
	}
	veiled := bytes.Clone(line)
	for _, span := range spans {
		for i := span.Start; i < span.End; i++ {
			veiled[i] = veilByte
		}
	}
	return veiled
}
