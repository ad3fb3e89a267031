package process

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// StartError says why a command could not be started, in words that name the remedy.
type StartError struct {
	Command string
	Reason  string
	Err     error
}

func (e *StartError) Error() string {
	return fmt.Sprintf("%s %s: %s", ErrNotStarted, e.Command, e.Reason)
}

// Unwrap makes errors.Is find both ErrNotStarted and the system's own error.
func (e *StartError) Unwrap() []error { return []error{ErrNotStarted, e.Err} }

// resolve finds the program that a command means. A name with a separator is
// relative to the directory in which the command is to run, as in a shell there.
func resolve(command, dir string) (string, error) {
	if err := checkDir(dir); err != nil {
		return "", &StartError{Command: command, Reason: err.Error(), Err: err}
	}
	if command == "" {
		return "", &StartError{Command: `""`, Reason: "the command is empty", Err: fs.ErrInvalid}
	}
	path := command
	if strings.ContainsRune(command, filepath.Separator) && !filepath.IsAbs(command) {
		path = filepath.Join(dir, command)
		if !filepath.IsAbs(path) {
			path = "." + string(filepath.Separator) + path
		}
	}
	found, err := exec.LookPath(path)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return "", &StartError{Command: command, Reason: lookReason(path, err), Err: err}
	}
	if abs, err := filepath.Abs(found); err == nil {
		found = abs // a path relative to us means another file where the child runs
	}
	return found, nil
}

func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the working directory %s does not exist", dir)
	case err != nil:
		return fmt.Errorf("the working directory: %w", err)
	case !info.IsDir():
		return fmt.Errorf("the working directory %s is not a directory", dir)
	}
	return nil
}

func lookReason(path string, err error) string {
	if !strings.ContainsRune(path, filepath.Separator) {
		return "not found on PATH, which is " + os.Getenv("PATH")
	}
	info, statErr := os.Stat(path)
	switch {
	case statErr != nil:
		return Cause(statErr)
	case info.IsDir():
		return "it is a directory"
	case errors.Is(err, fs.ErrPermission):
		return "it is not executable (chmod +x may help)"
	default:
		return Cause(err)
	}
}

// spawnReason explains why the system refused to run a file that is there.
func spawnReason(path string, err error) string {
	interpreter := interpreterOf(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && strings.HasSuffix(interpreter, `\r`):
		return fmt.Sprintf("its first line ends in CR LF, so that it asks for the interpreter %s", interpreter)
	case errors.Is(err, fs.ErrNotExist) && interpreter != "":
		return fmt.Sprintf("it exists, but its interpreter %s does not", interpreter)
	case errors.Is(err, syscall.ENOEXEC):
		return "it is no program: it has no #! line, or was built for another system"
	default:
		return Cause(err)
	}
}

// interpreterOf reads the #! line of a script.
func interpreterOf(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = file.Close() }()
	const longest = 256
	line, _ := bufio.NewReaderSize(file, longest).ReadSlice('\n')
	fields := strings.Fields(strings.TrimPrefix(strings.ReplaceAll(string(line), "\r", `\r`), "#!"))
	if !strings.HasPrefix(string(line), "#!") || len(fields) == 0 {
		return ""
	}
	return fields[0]
}

// Cause gives the system's own words, without the call and the path around them.
func Cause(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno.Error()
	}
	return err.Error()
}
