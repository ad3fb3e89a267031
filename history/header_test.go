package history_test

import (
	"slices"
	"strings"
	"testing"

	"stdioscope/history"
)

func TestSecretsInsideOfArgumentsAreMasked(t *testing.T) {
	for arg, want := range map[string]string{
		`{"token":"JTOK"}`:                         `{"token":"•••"}`,
		`--config={"a":1,"apiKey": "x\"y"}`:        `--config={"a":1,"apiKey": "•••"}`,
		`{"env":"{\"API_TOKEN\":\"JTOK\"}"}`:       `{"env":"{\"API_TOKEN\":\"•••\"}"}`,
		`{"headers":{"Authorization":"Bearer x"}}`: `{"headers":{"Authorization":"Bearer •••"}}`,
		`https://h/?api_key=AKAK`:                  `https://h/?api_key=•••`,
		`https://u:pw@h/x?token=Q&y=1#z`:           `https://u:•••@h/x?token=•••&y=1#z`,
		`https://h/maps?key=AKAK&sig=S`:            `https://h/maps?key=•••&sig=•••`,
		`postgres://user:pw@h/db?sslpassword=QQ`:   `postgres://user:•••@h/db?sslpassword=•••`,
		`redis://:pw@h`:                            `redis://:•••@h`,
		`--url=https://h/?x=1&access_token=QQ`:     `--url=https://h/?x=1&access_token=•••`,
		`jdbc:sqlserver://h;user=u;password=pw`:    `jdbc:sqlserver://h;user=u;password=•••`,
		`host=h password='pw' dbname=x`:            `host=h password='•••' dbname=x`,
		`exec srv --token=QQ -v`:                   `exec srv --token=••• -v`,
		`--key=hunter2`:                            `--key=•••`,
		`Authorization: Bearer QQ`:                 `Authorization: Bearer •••`,
		`X-Api-Key:hunter2`:                        `X-Api-Key:•••`,
	} {
		args := []string{"srv", arg}
		got := history.MaskArgs(args)
		if got[1] != want {
			t.Errorf("%s\ngot  %s\nwant %s", arg, got[1], want)
		}
		said := history.SecretArgs(args)
		if back := want; len(said) == strings.Count(want, "•••") {
			for _, secret := range said {
				back = strings.Replace(back, "•••", secret, 1)
			}
			if back != arg {
				t.Errorf("%q are the secrets of %s", said, arg)
			}
		} else {
			t.Errorf("%q are the secrets of %s", said, arg)
		}
		if again := history.MaskArgs(got); !slices.Equal(again, got) {
			t.Errorf("%s masked twice is %s", arg, again[1])
		}
	}
}

func TestArgumentsWithoutSecretsStay(t *testing.T) {
	args := []string{
		"srv", `{"author":"me","max":5,"key":"x"}`, "https://h/?page=2&sort=key", "https://host:8080/a@b", "--authored=x", "a,b=c", "--name", "token",
	}
	if got := history.MaskArgs(args); !slices.Equal(got, args) {
		t.Errorf("%q became %q", args, got)
	}
}

func TestMasksInArgumentsStay(t *testing.T) {
	const mask = "[redacted:11111111]"
	args := []string{
		"srv", "--token", mask, "--password=" + mask, "X-Api-Key: " + mask, "Authorization: Bearer " + mask,
		`{"token":"` + mask + `"}`, "https://u:" + mask + "@h/?token=" + mask, "--secret", "•••",
	}
	if got := history.MaskArgs(args); !slices.Equal(got, args) || history.SecretArgs(args) != nil {
		t.Errorf("%q became %q", args, got)
	}
}
