package session

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"stdioscope/mcp"
)

// Eras remembers in a file which era a command line was found to speak, so that a
// server is probed once and not at every start. The zero value remembers nothing.
type Eras struct{ Path string }

// remembered is one entry. Command lines are kept as digests: they may hold secrets.
type remembered struct {
	Era string    `json:"era"`
	At  time.Time `json:"at"`
}

const (
	// goodFor is how long an entry is trusted: servers learn new revisions.
	goodFor = 7 * 24 * time.Hour
	maxEras = 1000
)

func (e Eras) recall(cfg Config) (mcp.Era, bool) {
	entry, ok := e.read()[keyOf(cfg)]
	if !ok || time.Since(entry.At) > goodFor {
		return 0, false
	}
	if entry.Era == mcp.Modern.String() {
		return mcp.Modern, true
	}
	return mcp.Legacy, true
}

func (e Eras) learn(cfg Config, era mcp.Era) {
	all := e.read()
	key := keyOf(cfg)
	if known, ok := all[key]; ok && known.Era == era.String() && time.Since(known.At) < goodFor/2 {
		return
	}
	all[key] = remembered{Era: era.String(), At: time.Now()}
	e.write(all)
}

func (e Eras) forget(cfg Config) {
	all := e.read()
	delete(all, keyOf(cfg))
	e.write(all)
}

func (e Eras) read() map[string]remembered {
	all := map[string]remembered{}
	raw, err := os.ReadFile(e.Path)
	if err != nil || json.Unmarshal(raw, &all) != nil || all == nil {
		return map[string]remembered{}
	}
	for key, entry := range all {
		if len(all) > maxEras || time.Since(entry.At) > goodFor {
			delete(all, key)
		}
	}
	return all
}

// write replaces the file at once, so that two sessions that end together lose at
// most an entry. That it cannot be written costs a probe, no more.
func (e Eras) write(all map[string]remembered) {
	if e.Path == "" {
		return
	}
	raw, err := json.Marshal(all)
	if err != nil || os.MkdirAll(filepath.Dir(e.Path), 0o700) != nil {
		return
	}
	temp, err := os.CreateTemp(filepath.Dir(e.Path), "eras-")
	if err != nil {
		return
	}
	_, err = temp.Write(raw)
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), e.Path)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
	}
}

func keyOf(cfg Config) string {
	words := slices.Concat([]string{cfg.Dir, strconv.FormatBool(cfg.CleanEnv)}, cfg.Env, cfg.Command)
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return hex.EncodeToString(sum[:16])
}
