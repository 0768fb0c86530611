"""JavaScript on Node, 18 or newer: a function ``getAction({state, api})``, or a program."""

import re

from scuffle.languages.language import Language, SourceError

_FUNCTION = re.compile(r"(?<![\w$])getAction(?![\w$])")
_MISSPELT = re.compile(r"(?<![\w$])get_?action(?![\w$])", re.IGNORECASE)
_READS_STDIN = re.compile(r"\b(stdin|readline|readSync|readFileSync|import|require)\b")


def recognise(text: str, name: str) -> bool:
    """Whether the identifier ``getAction`` stands in the text.

    Raises:
        SourceError: it does not, and nothing in the text can read requests.
    """
    if _FUNCTION.search(text):
        return True
    if not _READS_STDIN.search(text):
        found = _MISSPELT.search(text)
        instead = f"`{found[0]}`" if found else "no `getAction` and nothing that reads requests"
        raise SourceError(
            "no-function", f"{name}: found {instead}, wanted `getAction({{state, api}})`."
        )
    return False


_ECHO = """\
const readline = require("node:readline");

readline.createInterface({ input: process.stdin }).on("line", (line) => console.log(line));
"""

_STARTER = """\
function getAction({ state, api }) {
  const legal = state.legal_actions;
  const kills = legal.filter((action) => action.action === "kill");
  const grows = legal.filter((action) => action.action === "grow");
  const choice = kills.length ? kills : grows.length ? grows : legal;
  return choice[Math.floor(api.random() * choice.length)];
}

module.exports = { getAction };
"""

LANGUAGE = Language(
    id="javascript",
    name="JavaScript (Node)",
    suffixes=(".js", ".mjs", ".cjs"),
    entry_names=("main.js", "main.mjs", "main.cjs", "bot.js", "bot.mjs", "bot.cjs"),
    run=("node", "{bot}/{entry}"),
    run_function=("node", "{sdk}/scuffle/shims/javascript_function.mjs", "{bot}/{entry}"),
    env=(("NODE_NO_WARNINGS", "1"),),
    about="Files that use `export` are called `.mjs`, or lie beside a package.json with "
    '`"type": "module"`. Packages come along in the archive, if at all.',
    toolchain=(("node", "--version"),),
    packages=("nodejs",),
    recognise=recognise,
    echo=_ECHO,
    starter=_STARTER,
)
