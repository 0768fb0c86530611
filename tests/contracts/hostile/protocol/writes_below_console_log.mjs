// expect: ok
// says: below everything
// says: and a stream
// modes: bubblewrap docker
// Writes below console.log to what was stdout.
import { createWriteStream, writeSync } from "node:fs";

const stream = createWriteStream(null, { fd: 1, autoClose: false });

export async function getAction({ state }) {
  writeSync(1, "below everything\n");
  await new Promise((written) => stream.write("and a stream\n", written));
  return state.legal_actions.at(-1);
}
