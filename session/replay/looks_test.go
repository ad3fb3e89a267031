package replay

import "testing"

func TestWhatStandsByChanceIsToldFromWhatDoesNot(t *testing.T) {
	for _, text := range []string{
		"100", "7", "3.14", "1.2.3.4", "2025-11-25", "100000000000", "true", "first", "v1.2.3", "utf-8", "node-18", "x86_64", "localhost",
	} {
		if isDistinctive(text) {
			t.Errorf("%q may stand anywhere", text)
		}
	}
	for _, text := range []string{
		"1764567890123", "b3f1c2d4-0000-4000-8000-1234567890ab", "12345678901a", "a1b2c3", "dGhpcyBpcyBi", "KZXW6YTBOI5", "[redacted:3f2a91c4]",
	} {
		if !isDistinctive(text) {
			t.Errorf("%q is nothing that stands by chance", text)
		}
	}
	for a, others := range map[string][]string{"id": {"orderId", "order_id", "ids", "ID", "id"}, "uri": {"resourceUri", "uri"}, "handle": {"h_handle"}} {
		for _, b := range others {
			if !agree(a, b) || !agree(b, a) {
				t.Errorf("%s and %s may name the same", a, b)
			}
		}
	}
	for a, b := range map[string]string{"id": "total", "width": "id", "": "", "valid": "id"} {
		if agree(a, b) {
			t.Errorf("%q and %q name two things", a, b)
		}
	}
}
