"""TypeScript, made JavaScript by tsc; then as there: a function or a program on Node."""

from scuffle.languages import javascript
from scuffle.languages.language import Language

_FLAGS = "--module commonjs --moduleResolution node --target es2022 --skipLibCheck"

_BUILD = f"""\
mkdir -p .scuffle && echo '{{"type": "commonjs"}}' >.scuffle/package.json || exit 1
if [ -f tsconfig.json ]; then set -- --project .; fi
tsc {_FLAGS} --noEmit false --noEmitOnError false --outDir .scuffle --rootDir . "$@"
[ $? -ne 1 ]
"""
"""Ends with 2 if it found faults and wrote JavaScript nevertheless: there are no types of Node's
here, so whoever uses Node has some. They are in the log."""

_ECHO = """\
declare const process: any;
declare function require(name: string): any;

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line: string) => console.log(line));
"""

_STARTER = """\
interface Action {
  action: string;
  params?: Record<string, unknown>;
}

interface Request {
  state: { legal_actions: Action[]; [more: string]: unknown };
  api: { random(): number; log(text: string): void };
}

export function getAction({ state, api }: Request): Action {
  const legal = state.legal_actions;
  const kills = legal.filter((action) => action.action === "kill");
  const grows = legal.filter((action) => action.action === "grow");
  const choice = kills.length ? kills : grows.length ? grows : legal;
  return choice[Math.floor(api.random() * choice.length)];
}
"""

LANGUAGE = Language(
    id="typescript",
    name="TypeScript (Node)",
    suffixes=(".ts",),
    entry_names=("main.ts", "bot.ts"),
    build=("/bin/sh", "-c", _BUILD, "sh", "{entry}"),
    run=("node", "{bot}/.scuffle/{stem}.js"),
    run_function=(
        "node",
        "{sdk}/scuffle/shims/javascript_function.mjs",
        "{bot}/.scuffle/{stem}.js",
    ),
    env=javascript.LANGUAGE.env,
    flags=_FLAGS,
    about="Faults of types are told in the build's log and reject nothing, since Node's own types "
    "are not there. A `tsconfig.json` is obeyed, but for where the result lies and its modules.",
    toolchain=(("tsc", "--version"), ("node", "--version")),
    packages=("node-typescript", "nodejs"),
    recognise=javascript.recognise,
    echo=_ECHO,
    starter=_STARTER,
)
