package ui

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// Bracketed paste, as terminals do it (xterm control sequences).
var (
	pasteBegin = []byte("\x1b[200~")
	pasteEnd   = []byte("\x1b[201~")
)

// pasteMsg is what was pasted, byte for byte.
type pasteMsg struct {
	text []byte
	long bool // there was more than is kept
}

func (msg pasteMsg) deliver(m *Model) tea.Cmd {
	if msg.long {
		m.took(false)
		return nil
	}
	return m.pasted(string(msg.text))
}

const (
	// pasteChunk is how much of a paste is read at a time, in bytes.
	pasteChunk = 64 << 10
	// shortPaste is how long a paste may be that is left where it stands, in bytes.
	shortPaste = 64
	// pasteTicket begins what stands in a paste that is kept here: no keyboard has it.
	pasteTicket = "\x00paste "
)

// pastes takes long pastes out of the input of a terminal and leaves a ticket in the place
// of each. Bubble Tea would look for the end of a paste anew with every read, which takes
// minutes for megabytes, and drop what is no UTF-8.
type pastes struct {
	src  io.Reader
	held []byte // what was read and not given yet

	mu   sync.Mutex
	kept map[string]pasteMsg // by ticket
	next int
}

func newPastes(src io.Reader) *pastes { return &pastes{src: src, kept: map[string]pasteMsg{}} }

// Read gives what is typed, with tickets for what is pasted.
func (r *pastes) Read(p []byte) (int, error) {
	n := copy(p, r.held)
	r.held = append(r.held[:0], r.held[n:]...)
	if n == 0 || len(r.held) == 0 && n < len(p) && isPart(p[:n]) {
		more, err := r.src.Read(p[n:])
		n += more
		if err != nil {
			return n, err //nolint:wrapcheck // a reader gives its errors as they are
		}
	}
	return r.replace(p, n)
}

// replace puts tickets in the place of the long pastes in p[:n].
func (r *pastes) replace(p []byte, n int) (int, error) {
	const longestTicket = 40
	for from := 0; ; {
		at := bytes.Index(p[from:n], pasteBegin)
		if at < 0 {
			return r.withoutBeginning(p, from, n), nil
		}
		at += from
		content := at + len(pasteBegin)
		if end := bytes.Index(p[content:n], pasteEnd); end >= 0 && end <= shortPaste {
			from = content + end + len(pasteEnd)
			continue
		}
		if at > 0 && len(p)-at < longestTicket { // what stands before it comes first
			r.hold(p[at:n])
			return at, nil
		}
		ticket, err := r.keep(p[content:n])
		if err != nil {
			return at, err
		}
		out := slices.Concat(pasteBegin, []byte(ticket), pasteEnd, r.held)
		r.held = r.held[:0]
		fits := copy(p[at:], out)
		r.hold(out[fits:])
		return at + fits, nil
	}
}

func (r *pastes) hold(b []byte) { r.held = append(slices.Clone(b), r.held...) }

// isPart says whether bytes may be the beginning of a paste, or are one that has not ended.
func isPart(b []byte) bool {
	return bytes.HasPrefix(pasteBegin, b) || bytes.HasPrefix(b, pasteBegin) && !bytes.Contains(b, pasteEnd)
}

// withoutBeginning holds back what may begin a paste at the end of what was read: three
// bytes of it, or fewer where the read was cut.
func (r *pastes) withoutBeginning(p []byte, from, n int) int {
	const certain = 3 // a key is not cut there
	for k := min(len(pasteBegin)-1, n-from-1); k > 0; k-- {
		if (k >= certain || n == len(p)) && bytes.HasPrefix(pasteBegin, p[n-k:n]) {
			r.hold(p[n-k : n])
			return n - k
		}
	}
	return n
}

// keep reads to the end of a paste, of which the first bytes are there, and keeps it under
// a ticket. What was read behind it is held.
func (r *pastes) keep(first []byte) (ticket string, err error) {
	msg := pasteMsg{}
	buf := append(slices.Clone(first), r.held...)
	r.held = r.held[:0]
	chunk := make([]byte, pasteChunk)
	for searched := 0; ; {
		if at := bytes.Index(buf[searched:], pasteEnd); at >= 0 {
			at += searched
			r.hold(buf[at+len(pasteEnd):])
			msg.text = buf[:at:at]
			return r.ticketFor(msg), nil
		}
		searched = max(0, len(buf)-len(pasteEnd)+1)
		if searched > maxText {
			msg.long = true
			buf, searched = append(buf[:0], buf[searched:]...), 0
		}
		n, err := r.src.Read(chunk)
		buf = append(buf, chunk[:n]...)
		if err != nil {
			return "", err //nolint:wrapcheck // a reader gives its errors as they are
		}
	}
}

func (r *pastes) ticketFor(msg pasteMsg) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next++
	ticket := pasteTicket + strconv.Itoa(r.next)
	r.kept[ticket] = msg
	return ticket
}

// redeem gives the paste for a ticket; other messages stay as they are.
func (r *pastes) redeem(msg tea.Msg) tea.Msg {
	key, ok := msg.(tea.KeyMsg)
	if !ok || !key.Paste || !strings.HasPrefix(string(key.Runes), pasteTicket) {
		return msg
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	ticket := string(key.Runes)
	kept, ok := r.kept[ticket]
	if !ok {
		return msg
	}
	delete(r.kept, ticket)
	return kept
}
