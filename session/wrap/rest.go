package wrap

import (
	"io"
	"os"
)

// restDescriptor is where the recorder finds what wrap could not hand over before it
// ended.
const restDescriptor = 3

// Rest is what the recorder process reads behind its standard input.
func Rest() io.Reader { return &lateReader{file: os.NewFile(restDescriptor, "rest")} }

// lateReader reads a file from its beginning once that is asked for: its place in the
// file is not that of who wrote it.
type lateReader struct {
	file   *os.File
	offset int64
}

func (r *lateReader) Read(p []byte) (int, error) {
	if r.file == nil {
		return 0, io.EOF
	}
	n, _ := r.file.ReadAt(p, r.offset) // there may be no such file
	r.offset += int64(n)
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
