package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// layers are the packages in the order in which they may import each other: only
// what stands on an earlier line. A package's subfolders belong to its layer.
var layers = [][]string{
	{"framing"},
	{"mcp"},
	{"exchange"},
	{"history"},
	{"session"},
	{"ui"},
	{"cli"},
	{"."},
}

func TestImportsRunOneWay(t *testing.T) {
	for file, imports := range importsOfTree(t) {
		from := topFolder(filepath.ToSlash(filepath.Dir(file)))
		for _, path := range imports {
			inner, ours := strings.CutPrefix(path, "stdioscope/")
			if to := topFolder(inner); ours && to != from && layerOf(t, to) >= layerOf(t, from) {
				t.Errorf("%s imports %s, which stands above it or beside it", file, path)
			}
		}
	}
}

// What stands below mcp reads messages; mcp itself is data.
func TestTheSpecificationImportsNothing(t *testing.T) {
	for file, imports := range importsOfTree(t) {
		for _, path := range imports {
			if filepath.Dir(file) == "mcp" && strings.HasPrefix(path, "stdioscope/") {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}

func TestOnlyTheScreenKnowsBubbleTea(t *testing.T) {
	for file, imports := range importsOfTree(t) {
		from := topFolder(filepath.ToSlash(filepath.Dir(file)))
		for _, path := range imports {
			drawing := strings.HasPrefix(path, "github.com/charmbracelet/bubble") || strings.HasPrefix(path, "github.com/charmbracelet/lipgloss")
			if drawing && from != "ui" && from != "cli" {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}

func importsOfTree(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "interop" || strings.HasPrefix(path, ".") && path != ".") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			found[path] = append(found[path], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatal("no Go files were found")
	}
	return found
}

func topFolder(path string) string {
	top, _, _ := strings.Cut(path, "/")
	return top
}

func layerOf(t *testing.T, folder string) int {
	t.Helper()
	for i, layer := range layers {
		for _, name := range layer {
			if name == folder {
				return i
			}
		}
	}
	t.Fatalf("folder %s has no place among the layers", folder)
	return 0
}
