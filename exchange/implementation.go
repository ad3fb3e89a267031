package exchange

import (
	"strings"

	"stdioscope/framing"
	"stdioscope/framing/printable"
)

// Implementation gives the name and version in an Implementation object, as which the
// two sides introduce themselves (schema: Implementation), fit to be shown.
func Implementation(info []byte) string {
	name := framing.StringOf(framing.ValueAt(info, "name")) + " " + framing.StringOf(framing.ValueAt(info, "version"))
	return printable.Text([]byte(strings.TrimSpace(name)))
}
