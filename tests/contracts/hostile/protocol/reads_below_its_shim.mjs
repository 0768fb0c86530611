// expect: ok
// says: found nothing in four ways
// modes: bubblewrap docker
// Reads the stdin that belongs to the shim.
import { read, readFileSync, readSync } from "node:fs";

const asked = (read) => new Promise((found) => read((error, count) => found(count)));

export async function getAction({ state }) {
  const chunk = Buffer.alloc(4096);
  const counts = [readSync(0, chunk, 0, 4096, null), readFileSync(0, "utf8").length];
  counts.push(await asked((done) => read(0, chunk, 0, 4096, null, done)));
  for await (const word of process.stdin) counts.push(word.length);
  if (counts.every((count) => count === 0)) console.log("found nothing in four ways");
  return state.legal_actions.at(-1);
}
