package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// kit is a set of peers that are installed together, from the manifest in the folder of
// its name.
type kit struct {
	name    string
	version []string   // a command that must be there; what it prints is part of the stamp
	large   bool       // it takes long to install, or much room
	steps   [][]string // run in the folder it is installed into, which holds the manifest's files

	once sync.Once
	err  error
}

// {kit} in a step or in a peer's command is the folder that the kit is installed into.
var (
	goKit       = &kit{name: "go", version: []string{"go", "version"}, steps: goSteps}
	goplsKit    = &kit{name: "gopls", large: true, version: []string{"go", "version"}, steps: goSteps}
	npmKit      = &kit{name: "npm", version: []string{"npm", "--version"}, steps: npmSteps}
	npmLargeKit = &kit{name: "npm-large", large: true, version: []string{"npm", "--version"}, steps: npmSteps}
	pipKit      = &kit{name: "pip", version: []string{"python3", "--version"}, steps: pipSteps}
	mojenticKit = &kit{name: "pip-mojentic", large: true, version: []string{"python3", "--version"}, steps: pipSteps}
	mavenKit    = &kit{name: "maven", version: []string{"mvn", "--version"}, steps: [][]string{
		{"mvn", "-q", "-B", "compile", "dependency:copy-dependencies"},
	}}

	goSteps  = [][]string{{"env", "GOBIN={kit}/bin", "go", "install", "tool"}}
	npmSteps = [][]string{{"npm", "ci", "--ignore-scripts"}}
	pipSteps = [][]string{
		{"python3", "-m", "venv", "{kit}"},
		{"{kit}/bin/pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", "requirements.txt"},
	}
)

// stampName is the file that says from what a kit was installed. It is written last.
const stampName = ".installed"

// ready installs the kit unless it is there. All peers of a kit share one attempt.
func (k *kit) ready(ctx context.Context, cache string) (string, error) {
	folder := filepath.Join(cache, k.name)
	k.once.Do(func() { k.err = k.install(ctx, folder) })
	return folder, k.err
}

func (k *kit) install(ctx context.Context, folder string) error {
	version, err := exec.CommandContext(ctx, k.version[0], k.version[1:]...).Output()
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("no %s", k.version[0])
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(k.version, " "), err)
	}
	stamp, err := stampOf(k.name, version)
	if err != nil {
		return err
	}
	stampFile := filepath.Join(folder, stampName)
	if was, err := os.ReadFile(stampFile); err == nil && string(was) == stamp {
		return nil
	}
	if err := os.RemoveAll(folder); err != nil {
		return fmt.Errorf("install %s: %w", k.name, err)
	}
	if err := os.CopyFS(folder, os.DirFS(k.name)); err != nil {
		return fmt.Errorf("install %s: %w", k.name, err)
	}
	for _, step := range k.steps {
		if err := run(ctx, folder, inKit(folder, step)); err != nil {
			return fmt.Errorf("install %s: %w", k.name, err)
		}
	}
	if err := os.WriteFile(stampFile, []byte(stamp), 0o600); err != nil {
		return fmt.Errorf("install %s: %w", k.name, err)
	}
	return nil
}

// stampOf is a hash of the manifest's files and of the version of what installs them.
func stampOf(folder string, version []byte) (string, error) {
	hash := sha256.New()
	_, _ = hash.Write(version)
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, path))
		_, _ = fmt.Fprintf(hash, "%s %d\n%s", path, len(text), text)
		return err //nolint:wrapcheck // it is wrapped below
	})
	if err != nil {
		return "", fmt.Errorf("read the manifest: %w", err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// run runs a command in a folder; its error holds the reason that it gave.
func run(ctx context.Context, folder string, command []string) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", strings.Join(command[:2], " "), err, reasonIn(string(out)))
	}
	return nil
}

// reasonIn finds the line in which a tool says why it failed: the first sentence with an
// error in it, or else the last line.
func reasonIn(out string) string {
	last := ""
	for line := range strings.Lines(out) {
		if strings.Contains(strings.ToLower(line), "error") && len(strings.Fields(line)) > 4 {
			return strings.TrimSpace(line)
		}
		if strings.TrimSpace(line) != "" {
			last = strings.TrimSpace(line)
		}
	}
	return last
}

func inKit(folder string, words []string) []string {
	filled := make([]string, len(words))
	for i, word := range words {
		filled[i] = strings.ReplaceAll(word, "{kit}", folder)
	}
	return filled
}
