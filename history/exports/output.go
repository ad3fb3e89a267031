package exports

import (
	"bufio"
	"fmt"
	"io"
)

// output is where an export goes. It keeps its first error until the end.
type output struct {
	*bufio.Writer
}

func newOutput(w io.Writer) output { return output{bufio.NewWriterSize(w, 1<<16)} }

// printf writes; a bufio.Writer keeps its first error for Flush.
func (o output) printf(format string, args ...any) { _, _ = fmt.Fprintf(o, format, args...) }

func (o output) put(b []byte) { _, _ = o.Write(b) }

func (o output) end() error {
	if err := o.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
