package mcp

import (
	"net/url"
	"path"
	"strings"
)

// Root is a directory that a client lets a server work in (specification
// 2025-11-25, client/roots).
type Root struct{ URI, Name string }

// RootOf makes the root that stands for a directory, given by its absolute path.
func RootOf(dir string) Root {
	_, slashed := splitPath(dir)
	return Root{URI: FileURI(dir), Name: path.Base(slashed)}
}

// FileURI writes the absolute path of a file as a file:// URI (RFC 8089). The
// form of the path decides, not the system that runs this: C:\x is a Windows
// path everywhere, as no absolute path elsewhere begins like it.
func FileURI(dir string) string {
	host, slashed := splitPath(dir)
	return (&url.URL{Scheme: "file", Host: host, Path: slashed}).String()
}

// splitPath takes a path apart into the host of a Windows share and the rest
// with forward slashes and a leading one. Elsewhere a backslash is a letter of
// a name and stays.
func splitPath(dir string) (host, slashed string) {
	switch {
	case hasDriveLetter(dir):
		return "", "/" + strings.ReplaceAll(dir, `\`, "/")
	case strings.HasPrefix(dir, `\\`):
		host, rest, _ := strings.Cut(strings.ReplaceAll(dir[2:], `\`, "/"), "/")
		return host, "/" + rest
	default:
		return "", dir
	}
}

func hasDriveLetter(dir string) bool {
	if len(dir) < 3 || dir[1] != ':' || (dir[2] != '\\' && dir[2] != '/') {
		return false
	}
	letter := dir[0] | 0x20
	return 'a' <= letter && letter <= 'z'
}
