// Package jsontree shows a JSON text as lines that fold, straight from its bytes, so
// that only the lines in view are ever formatted.
//
// The contract: the text is never changed, copied or written anew; a Line says where
// in it the key and the value stand, so digits, order, duplicates and escapes are
// what was written. New costs nothing; Extend finds the lines, a slice of time after
// the other, and all that is found can be shown, folded and searched meanwhile. A line
// takes 28 bytes and two bits. No call stack is used, however deep the text nests.
// The text is one that framing.Scan has called Valid; any other gives some lines, and
// nothing panics.
//
// Rows are what is in view, counted from 0 over all that is not folded away. An ID
// names a line for good, whatever is folded: a cursor is an ID. Rows and IDs lead to
// each other in O(log n) of the lines, plus a step for each string that is open;
// folding costs a few machine words for each thousand lines inside, and a step for
// each fold in there. One goroutine uses a Tree.
//
// A string can be opened: what it holds is decoded (up to MaxOpened) and stands below
// it as lines, of text or of JSON, one level deeper. The spans of such a line point
// into the decoded text, which is its Line.Text. Strings in there open too.
//
//	tree := jsontree.New(line)
//	done := tree.Extend(top+height, time.Now().Add(10*time.Millisecond))
//	for row, l := range tree.Lines(top, height) {
//		draw(row, l) // l.Depth, l.Key.Of(l.Text), l.Summary() or l.Value.Of(l.Text)
//	}
//	// Until done, a tick goes on with tree.Extend(math.MaxInt, ...).
//
//	// A key: the cursor goes down, or folds what it is on.
//	row, _ := tree.RowOf(cursor)
//	if l, ok := tree.At(row + 1); ok {
//		cursor = l.ID
//	}
//	tree.Toggle(cursor)
//	cursor = tree.Visible(cursor) // the line that hides it, if one does
package jsontree
