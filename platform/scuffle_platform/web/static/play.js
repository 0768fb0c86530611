// The board that a person plays at: draws what the server shows, sends what is done, and waits for
// what comes next. Nothing is decided here: each moment comes ready from the engine, cut for this seat.

const table = document.getElementById("table");
const part = (id) => document.getElementById(id);
const board = JSON.parse(table.dataset.board);
const moves = part("moves");
const AGAIN_MS = 2000;
const UNREACHED = "The site cannot be reached just now; this page goes on trying.";

let scene = board.scene;
let before = null;
let width = 0;
let sent = 0;
let held = null;
let shownAt = 0;
let trouble = "";

const renderer = await import(table.dataset.renderer);
const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
const frame = part("drawn");

function show(next) {
  // What others did is marked against the board as the person left it, until they go on.
  const goesOn = begins(next.told, scene.told);
  if (!goesOn) before = scene.view;
  else if (next.step !== scene.step && next.told.length === scene.told.length) before = null;
  // Asked again, after a queue was lost with the answer in it, or since it could not be played.
  if (next.mark !== scene.mark) sent = 0;
  scene = next;
  shownAt = performance.now();
  part("turn").textContent = scene.headline;
  part("where").textContent = scene.where;
  note(scene.note);
  tell(scene.told);
  list();
  draw();
  part("leave").hidden = scene.over;
  part("hint").hidden = scene.over || !renderer.hint;
  part("after").hidden = !(scene.over && scene.match);
  part("away").hidden = true;
  part("until").textContent = scene.until;
}

function note(text) {
  part("note").textContent = text;
  part("note").hidden = !text;
}

/** What others did: only what is new is added, so that a reader hears it once. */
function tell(told) {
  const box = part("told");
  const shown = [...box.children].map((line) => line.textContent);
  const goesOn = begins(told, shown);
  if (!goesOn) box.replaceChildren();
  box.append(...told.slice(goesOn ? shown.length : 0).map((text) => element("p", { text })));
  box.scrollTop = box.scrollHeight;
}

const begins = (told, shown) => shown.length <= told.length && shown.every((line, at) => line === told[at]);

function list() {
  const waits = Boolean(scene.request) && sent !== scene.request && !scene.over;
  moves.hidden = !waits;
  moves.elements.request.value = scene.request;
  moves.elements.typed.placeholder = (scene.moves.at(-1) ?? "").split(" (")[0];
  part("count").textContent = `${scene.moves.length} ${scene.moves.length === 1 ? "move" : "moves"} may be played.`;
  moves.elements.move.replaceChildren(...scene.moves.map((text, value) => element("option", { text, value })));
}

function draw() {
  if (!scene.view) return;
  if (!svg.isConnected) frame.replaceChildren(svg);
  held = wasFocused() ?? held;
  const waits = scene.request && sent !== scene.request && !scene.over;
  frame.classList.toggle("waits", !waits && !scene.over);
  const seen = { labels: board.names, settings: board.settings, chair: board.chair };
  const marked = before ? { before } : {};
  const play = waits ? { legal: scene.legal, onAction: choose } : {};
  renderer.draw(svg, scene.view, { ...seen, ...marked, ...play });
  if (waits) refocus();
  if (renderer.table) part("as-table").replaceChildren(tableOf(renderer.table(scene.view, board.names)));
}

function wasFocused() {
  const here = document.activeElement;
  if (svg.contains(here)) return { action: here.dataset.action, at: targets().indexOf(here) };
  return here === moves.elements.typed ? { typed: true } : null;
}

const targets = () => [...svg.querySelectorAll("[role=button]")];

/** Where the focus was before others moved, there it is again: its cell, or the next to it. */
function refocus() {
  if (!held || document.activeElement !== document.body) return;
  const { typed, action, at } = held;
  held = null;
  if (typed) return moves.elements.typed.focus();
  const all = targets();
  (all.find((one) => one.dataset.action === action) ?? all[Math.min(at, all.length - 1)])?.focus();
}

/** Arrows go from one marked cell to the nearest in their direction. */
svg.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way || !targets().includes(event.target)) return;
  event.preventDefault();
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(event.target);
  const ahead = targets()
    .map((one) => [one, middle(one)])
    .map(([one, [a, b]]) => [one, (a - x) * way[0] + (b - y) * way[1], Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0])])
    .filter(([, along]) => along > 1)
    .sort((one, other) => one[1] + 2 * one[2] - other[1] - 2 * other[2]);
  ahead[0]?.[0].focus();
});

function choose(action) {
  const at = scene.legal.findIndex((one) => JSON.stringify(one) === JSON.stringify(action));
  send(moves.action, { request: scene.request, move: at });
}

moves.addEventListener("submit", (event) => {
  event.preventDefault();
  const { typed, move } = moves.elements;
  send(moves.action, { request: scene.request, typed: typed.value, move: move.value });
});

moves.elements.move.addEventListener("dblclick", () => moves.requestSubmit());

for (const form of [part("away"), part("leave")]) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form.action, {}).then(() => (part("away").hidden = true));
  });
}

async function send(address, fields) {
  if (fields.request && sent === fields.request) return;
  const body = new URLSearchParams({ csrf_token: moves.elements.csrf_token.value, ...fields });
  sent = fields.request ?? sent;
  let refused = "";
  try {
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.ok) refused = await reason(answer);
  } catch {
    refused = "The site could not be reached; nothing was played.";
  }
  note(refused);
  if (refused) sent = 0;
  else moves.elements.typed.value = "";
  list();
  draw();
}

async function reason(answer) {
  try {
    const { detail, hint } = await answer.json();
    return `${detail} ${hint}`;
  } catch {
    return `The site answered with ${answer.status}; nothing was played.`;
  }
}

/** Ask for what comes next, until the match has ended and its replay can be watched. */
async function follow() {
  while (!(scene.over && scene.match)) {
    const asked = performance.now();
    try {
      const answer = await fetch(`${board.news}?after=${scene.mark}`, { headers: { Accept: "application/json" } });
      if (answer.status === 200) {
        const next = await answer.json();
        if (next.match && !next.over) return location.assign(next.match);
        if (next.mark !== scene.mark || next.match !== scene.match) show(next);
        if (!next.mark || next.over) await pause(AGAIN_MS / 4);
      } else if (answer.status !== 204 || performance.now() - asked < AGAIN_MS / 4) await pause(AGAIN_MS / 2);
      complain(answer.ok ? "" : await reason(answer));
    } catch {
      complain(UNREACHED);
      await pause(AGAIN_MS);
    }
    if (document.hidden) await pause(AGAIN_MS);
    ask();
  }
}

/** Say once why nothing new can be had, and when that is over what was said before. */
function complain(text) {
  if (text === trouble) return;
  trouble = text;
  note(text || scene.note);
}

/** After a while without a move its person is asked whether they are there. */
function ask() {
  const left = scene.left_s - (performance.now() - shownAt) / 1000;
  part("away").hidden = !(scene.request && !scene.over && left < board.endsAfter - board.asksAfter);
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function element(tag, { text, ...attributes }, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

function tableOf({ caption, columns, rows }) {
  const head = columns.map((text) => element("th", { scope: "col", text }));
  const body = rows.map(([name, ...cells]) =>
    element("tr", {}, element("th", { scope: "row", text: name }), ...cells.map((text) => element("td", { text }))));
  return element("table", {}, element("caption", { text: caption }),
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
}

/** Draw again at another width: a renderer may place things by it, and a phone can be turned. */
function fit() {
  if (frame.clientWidth === width) return;
  width = frame.clientWidth;
  draw();
}

part("hint").textContent = renderer.hint ?? "";
show(scene);
new ResizeObserver(fit).observe(frame);
table.dataset.ready = "";
follow();
