package redact_test

import (
	"strings"
	"testing"
)

func TestSecretsInTextAreMaskedHoweverTheyAreWritten(t *testing.T) {
	for line, want := range map[string]string{
		`> Cookie: session=abcdef; theme=dark`:                                             `> Cookie: •`,
		`curl -H 'cookie: session=abc123def' x`:                                            `curl -H 'cookie: •' x`,
		`Cookie: session=abcdef is sent`:                                                   `Cookie: • is sent`,
		`Set-Cookie: sid=abcdef; Path=/; HttpOnly`:                                         `Set-Cookie: •; Path=/; HttpOnly`,
		`Authorization: Token abcdef0123456789`:                                            `Authorization: Token •`,
		`{"text":"authorization=ApiKey abcdefgh/ijk"}`:                                     `{"text":"authorization=ApiKey •"}`,
		"token=\x1b[31mabc\x1b[0m":                                                         "token=\x1b[31m•\x1b[0m",
		"\x1b[1;36mauth\x1b[39m=\x1b[33mabc\x1b[0m":                                        "\x1b[1;36mauth\x1b[39m=\x1b[33m•\x1b[0m",
		"\x1b[36mpassword\x1b[39m: \x1b[33m\"a b\"\x1b[0m":                                 "\x1b[36mpassword\x1b[39m: \x1b[33m\"•\"\x1b[0m",
		`{"text":"token=\u001b[31mabc"}`:                                                   `{"text":"token=\u001b[31m•"}`,
		"password:\t  hunter2":                                                             "password:\t  •",
		`password: hunter!two, password : 'xyz'.`:                                          `password: •, password : '•'.`,
		`password: correct-horse-battery-staple.`:                                          `password: •.`,
		`run x --token ARGTOK --api-key a/b -v`:                                            `run x --token • --api-key • -v`,
		`--password "a b" (--secret abc1)`:                                                 `--password "•" (--secret •)`,
		`server: argv ['--token', 'argtok', '-v']`:                                         `server: argv ['--token', '•', '-v']`,
		`{"text":"[\"--token\",\"ARGTOK\"]"}`:                                              `{"text":"[\"--token\",\"•\"]"}`,
		`["x","--token","ARGTOK","ARGTOK"]`:                                                `["x","--token","•","ARGTOK"]`,
		`{"args":["--tokens",5,"--pass-word","a","--secret",77]}`:                          `{"args":["--tokens",5,"--pass-word","a","--secret","•"]}`,
		`{"args":["--auth","--token","a b","--secret=abc","b"]}`:                           `{"args":["--auth","--token","•","--secret=•","b"]}`,
		`{"params":{"arguments":["--api-key","ARGTOK"]},}`:                                 `{"params":{"arguments":["--api-key","•"]},}`,
		`{"args":["--token","[redacted:0123abcd]","--auth",null]}`:                         `{"args":["--token","•","--auth",null]}`,
		"\x1b[1mpassword:\x1b[0m hunter2":                                                  "\x1b[1mpassword:\x1b[0m •",
		"\x1b[36mtoken:\x1b[39m \x1b[33mabc123\x1b[0m":                                     "\x1b[36mtoken:\x1b[39m \x1b[33m•\x1b[0m",
		"--token\x1b[0m \x1b[31mARGTOK\x1b[0m":                                             "--token\x1b[0m \x1b[31m•\x1b[0m",
		"[\x1b[32m'--token'\x1b[39m, \x1b[32m'argtok'\x1b[39m]":                            "[\x1b[32m'--token'\x1b[39m, \x1b[32m'•'\x1b[39m]",
		"--api-key\tARGTOK1":                                                               "--api-key\t•",
		`Authorization: Digest username="u", nonce="n", uri="/", cnonce="c", response="r"`: `Authorization: Digest username="u", nonce="•", uri="/", cnonce="•", response="•"`,
		`{"text":"authorization: digest username=\"u\", response=\"r\""}`:                  `{"text":"authorization: digest username=\"u\", response=\"•\""}`,
		`{"Authorization":"Digest username=\"u\", response=\"r\""}`:                        `{"Authorization":"Digest •"}`,
		`password: correcthorsebattery`:                                                    `password: •`,
		"10:11 INFO db_password: \x1b[33mcorrectHorses\x1b[0m \n":                          "10:11 INFO db_password: \x1b[33m•\x1b[0m \n",
		`{"text":"secret: correcthorses\nx"}`:                                              `{"text":"secret: •\nx"}`,
	} {
		if got := masked(user(), line); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", line, got, want)
		}
		check(t, user(), []byte(line))
	}
}

// keyWide is a line of a private key, as PEM writes it.
const keyWide = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"

func TestAPrivateKeyThatIsPrintedLineByLineIsMasked(t *testing.T) {
	for line, want := range map[string]string{
		keyWide:                               "•",
		"  " + keyWide + "\r":                 "  •\r",
		keyWide + "abcd/+012345":              "•",
		keyWide[:62] + "==":                   "•",
		"[info] " + keyWide:                   "[info] •",
		"2026-11-30 10:11:12 INFO " + keyWide: "2026-11-30 10:11:12 INFO •",
		"server: main.go:7: " + keyWide:       "server: main.go:7: •",
	} {
		if got := masked(user(), line); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", line, got, want)
		}
		check(t, user(), []byte(line))
	}
	for _, line := range []string{
		strings.Repeat("0123456789abcdef", 4), strings.Repeat("A0", 32), strings.Repeat("word", 16),
		keyWide[:63], keyWide + "a", "the picture is " + keyWide, keyWide[:30] + "=" + keyWide[31:], keyWide + " " + keyWide + " x",
		`{"data":"` + keyWide + `"}`,
	} {
		if got := masked(user(), line); got != line {
			t.Errorf("%q\nbecame %q", line, got)
		}
	}
}

func TestProseAboutSecretsStays(t *testing.T) {
	for _, line := range []string{
		`The password: ask somebody; the token: https://example.com/oauth/token; secret: /run/secrets/the-database-password!`,
		`cookie: a small file, Cookie: session, set-cookie: =x`,
		`authorization: token required, Authorization: Token wanted`,
		`use --token to set it, or --token, --auth or --password. Sets --secret Nothing; --api-key KEY --token TOKEN --auth none`,
		`--token  The token, --tokens 500 --max-tokens 100 --token <token> --token $TOKEN --token -v --token-file /x1 x--token Y1`,
		`'--token', -v "--token" and "x1" ['--tokens', '500']`,
		"\x1b[36mfrom\x1b[39m: abc1, item=x, [1m=x, \x1b[=y",
		`{"required":["--verbose","x"],"text":"--token"}`,
		`password: authentication is needed, token: correcthorses!`,
		`invalid token: Unauthorized`,
		`auth: correcthorsebattery`,
		"--token\tGitHub token\n--password\t<password>",
		`response="200", nonce="x" of a digest, response=5 of Digest, response=7`,
	} {
		if got := masked(user(), line); got != line {
			t.Errorf("%q\nbecame %q", line, got)
		}
	}
}

func TestAnArgumentBehindAnOptionIsMasked(t *testing.T) {
	if got := masked(user(), `{"command":["x","--token","•••"]}`); got != `{"command":["x","--token","•••"]}` {
		t.Errorf("what a recorder masked became %s", got)
	}
	if got := masked(user(), `{"command":["x","--token","•••"]}`); got != `{"command":["x","--token","•••"]}` {
		t.Errorf("what a recorder masked became %s", got)
	}
	args := []string{"server", "--token", "ARGTOK", "--tokens", "5", "--auth", "-v", "--secret", "", "x", "--password", "[redacted:0123abcd]"}
	got := maskText.ReplaceAllString(strings.Join(user().Args(args), " "), "•")
	if want := "server --token • --tokens 5 --auth -v --secret  x --password •"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	again := user()
	if once := again.Args(args); strings.Join(again.Args(once), " ") != strings.Join(once, " ") {
		t.Errorf("masked twice: %q", again.Args(once))
	}
}
