package redact_test

import (
	"strings"
	"testing"
)

func TestSecretsInTextAreMaskedHoweverTheyAreWritten(t *testing.T) {
	for line, want := range map[string]string{
		`> Cookie: session=abcdef; theme=dark`:                     `> Cookie: •`,
		`curl -H 'cookie: session=abc123def' x`:                    `curl -H 'cookie: •' x`,
		`Cookie: session=abcdef is sent`:                           `Cookie: • is sent`,
		`Set-Cookie: sid=abcdef; Path=/; HttpOnly`:                 `Set-Cookie: •; Path=/; HttpOnly`,
		`Authorization: Token abcdef0123456789`:                    `Authorization: Token •`,
		`{"text":"authorization=ApiKey abcdefgh/ijk"}`:             `{"text":"authorization=ApiKey •"}`,
		"token=\x1b[31mabc\x1b[0m":                                 "token=\x1b[31m•\x1b[0m",
		"\x1b[1;36mauth\x1b[39m=\x1b[33mabc\x1b[0m":                "\x1b[1;36mauth\x1b[39m=\x1b[33m•\x1b[0m",
		"\x1b[36mpassword\x1b[39m: \x1b[33m\"a b\"\x1b[0m":         "\x1b[36mpassword\x1b[39m: \x1b[33m\"•\"\x1b[0m",
		`{"text":"token=\u001b[31mabc"}`:                           `{"text":"token=\u001b[31m•"}`,
		"password:\t  hunter2":                                     "password:\t  •",
		`password: hunter!two, password : 'xyz'.`:                  `password: •, password : '•'.`,
		`password: correct-horse-battery-staple.`:                  `password: •.`,
		`run x --token ARGTOK --api-key a/b -v`:                    `run x --token • --api-key • -v`,
		`--password "a b" (--secret abc1)`:                         `--password "•" (--secret •)`,
		`server: argv ['--token', 'argtok', '-v']`:                 `server: argv ['--token', '•', '-v']`,
		`{"text":"[\"--token\",\"ARGTOK\"]"}`:                      `{"text":"[\"--token\",\"•\"]"}`,
		`["x","--token","ARGTOK","ARGTOK"]`:                        `["x","--token","•","ARGTOK"]`,
		`{"args":["--tokens",5,"--pass-word","a","--secret",77]}`:  `{"args":["--tokens",5,"--pass-word","a","--secret","•"]}`,
		`{"args":["--auth","--token","a b","--secret=abc","b"]}`:   `{"args":["--auth","--token","•","--secret=•","b"]}`,
		`{"params":{"arguments":["--api-key","ARGTOK"]},}`:         `{"params":{"arguments":["--api-key","•"]},}`,
		`{"args":["--token","[redacted:0123abcd]","--auth",null]}`: `{"args":["--token","•","--auth",null]}`,
	} {
		if got := masked(user(), line); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", line, got, want)
		}
		check(t, user(), []byte(line))
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
	} {
		if got := masked(user(), line); got != line {
			t.Errorf("%q\nbecame %q", line, got)
		}
	}
}

func TestAnArgumentBehindAnOptionIsMasked(t *testing.T) {
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
