package schema

import (
	"bytes"
	"math/big"
	"strconv"
	"strings"
)

const (
	// maxDigits and maxExponent bound what is reckoned with: 1e999999 is nine bytes
	// long and half a megabyte large.
	maxDigits   = 1000
	maxExponent = 1000
)

// reckonable says whether a number is cheap to reckon with.
func reckonable(number []byte) bool {
	if len(number) > maxDigits {
		return false
	}
	e := bytes.IndexAny(number, "eE")
	if e < 0 {
		return true
	}
	exponent, err := strconv.Atoi(strings.TrimPrefix(string(number[e+1:]), "+"))
	return err == nil && -maxExponent <= exponent && exponent <= maxExponent
}

// number gives the value of a number; nil for anything else.
func (n node) number() *big.Rat {
	raw := n.raw()
	if c := n.first(); c != '-' && (c < '0' || c > '9') || !reckonable(raw) {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(raw))
	if !ok {
		return nil
	}
	return r
}

// count gives a number that counts something, at most limit; otherwise -1.
func (n node) count(limit int) int {
	r := n.number()
	if r == nil || r.Sign() < 0 || !r.IsInt() {
		return -1
	}
	if r.Cmp(big.NewRat(int64(limit), 1)) > 0 {
		return limit
	}
	return int(r.Num().Int64())
}

// spell writes a number without an exponent, as exactly as decimals can.
func spell(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	decimals, _ := r.FloatPrec()
	return r.FloatString(min(max(decimals, 1), maxDigits))
}
