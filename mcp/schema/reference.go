package schema

import (
	"net/url"
	"strings"
)

// resolve gives what a reference refers to; none for what is not in this document.
func (d *document) resolve(ref string) node {
	if n, ok := d.targets[ref]; ok {
		return n
	}
	n := d.find(ref)
	d.targets[ref] = n
	return n
}

func (d *document) find(ref string) node {
	root := d.root()
	if id := strings.TrimSuffix(root.get("$id").text(), "#"); id != "" {
		ref = strings.TrimPrefix(ref, id)
	}
	fragment, local := strings.CutPrefix(ref, "#")
	switch {
	case ref == "":
		return root
	case !local:
		return root.definition("$id", ref)
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	if fragment == "" || fragment[0] == '/' {
		return root.at(fragment)
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if n := root.definition(keyword, fragment); n.present() {
			return n
		}
	}
	return root.definition("$id", ref)
}

// definition finds the schema that calls itself by a name: the whole one, or one
// of its definitions.
func (n node) definition(keyword, name string) node {
	if n.get(keyword).text() == name {
		return n
	}
	for _, defs := range []string{"$defs", "definitions"} {
		for _, m := range n.get(defs).members() {
			if m.value.get(keyword).text() == name {
				return m.value
			}
		}
	}
	return node{}
}

// at follows a JSON Pointer.
func (n node) at(pointer string) node {
	tokens := tokensOf(pointer)
	if len(tokens) > maxPointer {
		return node{}
	}
	for _, token := range tokens {
		if n.first() != '[' {
			n = n.get(token)
			continue
		}
		all := n.elements()
		i, ok := indexOf(token)
		if !ok || i >= len(all) {
			return node{}
		}
		n = all[i]
	}
	return n
}
