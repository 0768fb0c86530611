"""Go, built with the standard library alone: a program that speaks the protocol."""

from scuffle.languages.language import Language

_FLAGS = "-ldflags=-s"

_BUILD = f"""\
module=$(sed -n 's/^module[[:space:]]*//p' go.mod 2>/dev/null)
module=${{module:-bot}}
work=$(mktemp -d) && place=$work/src/$module built=$PWD/.scuffle || exit 1
mkdir -p "$built" "$place" && cp -R . "$place" && cd "$place" || exit 1
names=$module/...=-trimpath=$work/src
GOPATH=$work go build {_FLAGS} -gcflags="$names" -o "$built/bot" "./$(dirname "$1")"
code=$?
rm -rf "$work"
exit $code
"""
"""Built as before Go had modules, where no lock is taken on go.mod: cages refuse locks. Packages
of the bot's own module are found by its name as ever, and a panic names its files as they were
uploaded; Go's own ``-trimpath`` would build its whole library anew."""

_ECHO = """\
package main

import (
	"io"
	"os"
)

func main() {
	io.Copy(os.Stdout, os.Stdin)
}
"""

_STARTER = """\
// Plays a random legal action, and kills where it can.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strconv"
)

type message struct {
	Type       string
	PlayerSeed string `json:"player_seed"`
	State      struct {
		LegalActions []json.RawMessage `json:"legal_actions"`
	}
}

// Each entry can be sent back as it is; only its name is looked at.
func choose(legal []json.RawMessage, random *rand.Rand) json.RawMessage {
	for _, wanted := range []string{"kill", "grow"} {
		var some []json.RawMessage
		for _, entry := range legal {
			var named struct{ Action string }
			if json.Unmarshal(entry, &named) == nil && named.Action == wanted {
				some = append(some, entry)
			}
		}
		if len(some) > 0 {
			return some[random.Intn(len(some))]
		}
	}
	return legal[random.Intn(len(legal))]
}

func main() {
	random := rand.New(rand.NewSource(1))
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\\n')
		if err != nil {
			return
		}
		var request message
		if err := json.Unmarshal(line, &request); err != nil {
			panic(err)
		}
		switch request.Type {
		case "start":
			seed, _ := strconv.ParseInt(request.PlayerSeed[:8], 16, 64)
			random.Seed(seed)
			fmt.Println(`{"type":"ready"}`)
		case "act":
			fmt.Println(string(choose(request.State.LegalActions, random)))
		default:
			return
		}
	}
}
"""

LANGUAGE = Language(
    id="go",
    name="Go",
    suffixes=(".go",),
    entry_names=("main.go", "bot.go"),
    build=("/bin/sh", "-c", _BUILD, "sh", "{entry}"),
    run=("{bot}/.scuffle/bot",),
    env=(
        ("GO111MODULE", "off"),
        ("GOPROXY", "off"),
        ("GOTOOLCHAIN", "local"),
        ("GOMAXPROCS", "1"),
        ("GOMEMLIMIT", "200MiB"),
    ),
    flags=f"{_FLAGS}, GOMAXPROCS=1, GOMEMLIMIT=200MiB",
    about="The standard library, and packages of the bot's own by the name in its `go.mod`; others "
    "come along in `vendor/`.",
    toolchain=(("go", "version"),),
    packages=("golang-go",),
    spacious=True,
    echo=_ECHO,
    starter=_STARTER,
)
