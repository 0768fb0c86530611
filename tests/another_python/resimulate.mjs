// Plays recorded matches again with Pyodide: CPython of another version, on another machine's kind.
//
// node resimulate.mjs FOLDER PROGRAM REPLAYS WHEEL…
// FOLDER holds Pyodide's files, PROGRAM defines resimulated(), REPLAYS has one replay a line. It
// prints one line about this Python, and one for each replay.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program, replays, ...wheels] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${folder}/` });
for (const wheel of wheels) python.unpackArchive(new Uint8Array(await readFile(wheel)), "wheel");
python.runPython(await readFile(program, "utf-8"));
console.log(python.runPython("import json, sys; json.dumps([sys.version.split()[0], sys.platform])"));
const resimulated = python.globals.get("resimulated");
for (const line of (await readFile(replays, "utf-8")).split("\n")) {
  if (line) console.log(resimulated(line));
}
