package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"stdioscope/ui"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "Print the manual, or write a page for each command",
		Long: "Print the main page of the manual, in the format of man(1). With DIR, write it and\n" +
			"a page for each command there.",
		Example: "  stdioscope man | man -l -\n" +
			"  stdioscope man ~/.local/share/man/man1",
		Args: atMostOne("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := manual(cmd.Root())
			if len(args) == 0 {
				return writePage(cmd.OutOrStdout(), root)
			}
			return writePages(args[0], root)
		},
	}
}

func atMostOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usage("%s takes one %s, but there is %q too", cmd.CommandPath(), name, args[1])
		}
		return nil
	}
}

// manual makes the texts of the commands fit for the generator, which takes them
// for Markdown: tables in the help are indented by two, code in Markdown by four.
func manual(root *cobra.Command) *cobra.Command {
	root.DisableAutoGenTag = true // or every page says who generated it, and on which day
	for _, cmd := range withChildren(root) {
		lines := strings.Split(cmd.Long, "\n")
		for i, line := range lines {
			if strings.HasPrefix(line, "  ") {
				lines[i] = "  " + line
			}
		}
		cmd.Long = strings.Join(lines, "\n")
	}
	return root
}

// withChildren lists the commands that have a page.
func withChildren(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() && !child.IsAdditionalHelpTopicCommand() {
			all = append(all, withChildren(child)...)
		}
	}
	return all
}

func writePages(dir string, root *cobra.Command) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("man: %w", err)
	}
	for _, cmd := range withChildren(root) {
		var page bytes.Buffer
		if err := writePage(&page, cmd); err != nil {
			return err
		}
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		if err := os.WriteFile(filepath.Join(dir, name), page.Bytes(), 0o644); err != nil {
			return fmt.Errorf("man: %w", err)
		}
	}
	return nil
}

// writePage writes the page of one command; the main one has the commands and the
// keys as well.
func writePage(w io.Writer, cmd *cobra.Command) error {
	var page bytes.Buffer
	header := doc.GenManHeader{Source: "stdioscope " + version(), Manual: "stdioscope"}
	if err := doc.GenMan(cmd, &header, &page); err != nil {
		return fmt.Errorf("man: %w", err)
	}
	text := page.String()
	if !cmd.HasParent() {
		const last = ".SH SEE ALSO"
		before, after, _ := strings.Cut(text, last)
		text = before + commandsSection(cmd) + keysSection() + last + after
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("man: %w", err)
	}
	return nil
}

func commandsSection(root *cobra.Command) string {
	var out strings.Builder
	out.WriteString(".SH COMMANDS\n")
	for _, cmd := range withChildren(root)[1:] {
		if cmd.Parent() == root {
			fmt.Fprintf(&out, ".TP\n\\fB%s\\fP\n%s\n", asRoff(cmd.Name()), asRoff(cmd.Short))
		}
	}
	return out.String()
}

// keysSection lists the keys of the screen.
func keysSection() string {
	var out strings.Builder
	out.WriteString(".SH KEYS\n")
	group := ""
	for _, k := range ui.Keys() {
		if k.Group != group {
			group = k.Group
			fmt.Fprintf(&out, ".SS %s\n", group)
		}
		names := make([]string, len(k.Keys))
		for i, key := range k.Keys {
			names[i] = `\fB` + asRoff(keyName(key)) + `\fP`
		}
		fmt.Fprintf(&out, ".TP\n%s\n%s\n", strings.Join(names, ", "), asRoff(k.Help))
	}
	return out.String()
}

// keyName writes a key as the screen does, but for what a man page has no sign for.
func keyName(key string) string {
	if key == " " {
		return "space"
	}
	if len(key) == 1 {
		return key
	}
	return strings.ReplaceAll(key, "+", "-")
}

// asRoff keeps text from being taken for requests and escapes.
func asRoff(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, ".", `\&.`).Replace(text)
}
