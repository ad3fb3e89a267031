//go:build unix && !linux

package wrap

import "os"

// restFile gives a file for what the recorder has not taken when we end; nil where there
// is none.
func restFile() *os.File {
	file, err := os.CreateTemp("", "stdioscope-")
	if err != nil {
		return nil
	}
	_ = os.Remove(file.Name()) // nobody else is to find it
	return file
}
