// Runs a JavaScript file with getAction on Node 18 or newer: node javascript_function.mjs FILE
// CommonJS (module.exports.getAction) and ES modules (export function getAction) alike.
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { Readable } from "node:stream";
import { format } from "node:util";
import { pathToFileURL } from "node:url";

const { readSync, writeSync } = fs; // ours stay as they are when a bot's are replaced
const WANTED = "wanted `getAction({state, api})`";
const REQUESTS = 0;
const ANSWERS = 1;
const LOG = 2;
// What is sent of the tags set at one request: more than is kept, far less than a line holds.
const TAGS_AT_ONCE = 9;
const TAG_LENGTH = 96;

function writeAll(descriptor, text) {
  let data = Buffer.from(text);
  while (data.length) {
    try {
      data = data.subarray(writeSync(descriptor, data));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

function replace(name, descriptor, answer) {
  const real = fs[name];
  fs[name] = (found, ...rest) =>
    found === descriptor ? answer(real, ...rest) : real(found, ...rest);
  Object.defineProperties(fs[name], Object.getOwnPropertyDescriptors(real));
}

// A bot that reads its stdin finds nothing there, and takes no request away.
function guardInput() {
  replace("readSync", REQUESTS, () => 0);
  replace("read", REQUESTS, (real, ...words) => process.nextTick(words.at(-1), null, 0, words[0]));
  replace("readFileSync", REQUESTS, (real, options) => (options ? "" : Buffer.alloc(0)));
  Object.defineProperty(process, "stdin", { get: () => Readable.from([]) });
}

// console.log, process.stdout and the file functions go to the log and cannot break the protocol.
function guardOutput() {
  for (const name of ["write", "writeSync", "writev", "writevSync"]) {
    replace(name, ANSWERS, (real, ...rest) => real(LOG, ...rest));
  }
  for (const name of ["log", "info", "debug", "warn", "error", "trace"]) {
    console[name] = (...words) => writeAll(LOG, format(...words) + "\n");
  }
  process.stdout.write = (chunk, encoding, callback) => {
    writeAll(LOG, chunk);
    (typeof encoding === "function" ? encoding : callback)?.();
    return true;
  };
}

let waiting = Buffer.alloc(0);

// Lines are read with blocking calls: nothing of the bot runs while it waits.
function readLine() {
  const chunk = Buffer.alloc(65536);
  for (;;) {
    const end = waiting.indexOf(10);
    if (end >= 0) {
      const line = waiting.subarray(0, end).toString();
      waiting = waiting.subarray(end + 1);
      return line;
    }
    let count;
    try {
      count = readSync(REQUESTS, chunk, 0, chunk.length, null);
    } catch (error) {
      if (error.code === "EAGAIN") continue;
      if (error.code === "EOF") return null;
      throw error;
    }
    if (count === 0) return null;
    waiting = Buffer.concat([waiting, chunk.subarray(0, count)]);
  }
}

function readMessage() {
  const line = readLine();
  return line === null ? null : JSON.parse(line);
}

// sfc32 by Chris Doty-Humphrey (PractRand), seeded with 128 bits of the seat's seed.
function generator(seed) {
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => parseInt(seed.slice(at, at + 8), 16) | 0);
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let k = 0; k < 12; k++) next();
  return next;
}

function makeApi(start) {
  const tags = [];
  const time = { bank_ms: start.limits.bank_ms, limits: start.limits };
  const api = {
    data: {},
    settings: start.settings,
    time,
    random: generator(start.player_seed),
    log: (...words) => writeAll(LOG, format(...words) + "\n"),
    tag: (text) => {
      if (tags.length < TAGS_AT_ONCE) tags.push(String(text).slice(0, TAG_LENGTH));
    },
  };
  return { api, takeTags: () => tags.splice(0) };
}

async function load(path) {
  const names = path.endsWith(".mjs") ? await import(pathToFileURL(path).href) : require_(path);
  const found = await names;
  return { ...found.default, ...found };
}

// A .js file is CommonJS, unless a package.json beside it says "type": "module".
function require_(path) {
  try {
    return createRequire(path)(path);
  } catch (error) {
    if (error.code === "ERR_REQUIRE_ESM") return import(pathToFileURL(path).href);
    throw error;
  }
}

function fail(sentence) {
  writeAll(LOG, sentence + "\n");
  process.exit(1);
}

function handlerOf(names) {
  if (typeof names.getAction === "function") return names.getAction;
  const found = Object.keys(names).filter((name) => typeof names[name] === "function");
  const shown = found.length ? `found \`${found.join("`, `")}\`` : "found no exported function";
  return fail(`${shown}, ${WANTED} (module.exports = { getAction })`);
}

function answerText(answer, tags) {
  if (answer === undefined) return "null";
  const isObject = answer !== null && typeof answer === "object" && !Array.isArray(answer);
  try {
    const text = JSON.stringify(tags.length && isObject ? { ...answer, tags } : answer);
    return text ?? unwritable(`a ${typeof answer}`);
  } catch (error) {
    return unwritable(whatIsWrong(answer, error));
  }
}

// What the judge tells the owner, in the words of scuffle.wire.
function unwritable(found) {
  return `unwritable ${JSON.stringify(found)} an object`;
}

// What JSON.stringify refuses; whatever else is thrown there is thrown by the bot.
function whatIsWrong(answer, error) {
  const kind = Array.isArray(answer) ? "an array" : "an object";
  if (typeof answer === "bigint") return "a BigInt";
  const words = String(error?.message);
  if (words.includes("Maximum call stack")) return `${kind} that nests too deep`;
  if (words.includes("serialize a BigInt")) return `${kind} with a BigInt in it`;
  if (words.startsWith("Converting circular")) return `${kind} that holds itself`;
  throw error;
}

async function main() {
  const start = readMessage();
  if (start === null) return;
  guardInput();
  guardOutput();
  syncBuiltinESMExports();
  const { api, takeTags } = makeApi(start);
  const names = await load(process.argv[2]);
  const getAction = handlerOf(names);
  if (typeof names.setup === "function") await names.setup(api);
  writeAll(ANSWERS, '{"type":"ready"}\n');
  for (;;) {
    const message = readMessage();
    if (message === null || message.type !== "act") return;
    api.time.bank_ms = message.time.bank_ms;
    const answer = await getAction({ state: message.state, api });
    writeAll(ANSWERS, answerText(answer, takeTags()) + "\n");
  }
}

main().then(
  () => process.exit(0),
  (error) => fail(error?.stack ?? String(error)),
);
