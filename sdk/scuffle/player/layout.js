// The player's elements; player.js fills them.

import { copy, h, icon, s, sign } from "./dom.js";
import { KEYS, keySwitch } from "./keys.js";
import { remember, remembered } from "./memory.js";
import { scrubBar } from "./timeline.js";

export const SPEEDS = [0.5, 1, 2, 4, 8];
const LISTED = 12;
const OWN_COLOUR = "scuffle-player-own-colour";

/** Build the player inside `root`; returns the parts that change. */
export function layOut(root, film, player) {
  const parts = { perspectives: [] };
  root.classList.add("scuffle-player");
  paint(root, player.mine);
  root.replaceChildren(
    h("div", { class: "stage" }, seats(film, parts), board(parts), words(parts), scrubBar(parts, player),
      controls(parts, player), views(film, parts, player)),
    side(film, parts, player),
  );
  return parts;
}

function seats(film, parts) {
  parts.seats = film.players.map((one, player) => h("li", { class: `seat seat-${player}` },
    sign(player), h("span", { class: "seat-name", text: one.name }),
    h("span", { class: "seat-note", text: seatNote(film, player) })));
  return h("ol", { class: "seats", "aria-label": "Players" }, ...parts.seats);
}

function seatNote(film, player) {
  const verdict = film.verdicts[player]?.verdict ?? "ok";
  if (film.playing) return verdict === "ok" ? "" : verdict;
  const place = film.outcome?.places[player];
  const tied = film.outcome?.places.filter((other) => other === place).length > 1;
  const said = place === undefined ? "unranked" : tied ? `shared place ${place}` : placeWord(place, film.players.length);
  return verdict === "ok" ? said : `${said} · ${verdict}`;
}

function placeWord(place, players) {
  if (place === 1) return "won";
  return players === 2 ? "lost" : ["2nd", "3rd", "4th"][place - 2];
}

function board(parts) {
  parts.board = s("svg", { class: "board", role: "img", "aria-label": "The board" });
  return h("div", { class: "board-frame" }, parts.board);
}

/** What the step changed, and what it cost its bot. */
function words(parts) {
  parts.sentence = h("p", { class: "sentence", "aria-live": "polite" });
  parts.cost = h("p", { class: "cost" });
  return h("div", { class: "words" }, parts.sentence, parts.cost);
}

function controls(parts, player) {
  const button = (picture, label, act, side) => {
    const element = h("button", { type: "button", "aria-label": label, title: label, onclick: act }, icon(picture));
    parts[side].push(element);
    return element;
  };
  parts.back = [];
  parts.forth = [];
  parts.play = h("button", { type: "button", class: "play", text: "Play", "aria-pressed": "false",
                             onclick: () => player.toggle() });
  parts.speed = h("select", { "aria-label": "Speed", onchange: () => player.setSpeed(Number(parts.speed.value)) },
    ...SPEEDS.map((speed) => h("option", { value: speed, text: `${speed}×`, selected: speed === player.speed })));
  return h("div", { class: "controls", role: "group", "aria-label": "Playback" },
    button("first", "First", () => player.jump(0), "back"),
    button("turnBack", "Previous turn", () => player.turn(-1), "back"),
    button("back", "Previous step", () => player.step(-1), "back"),
    parts.play,
    button("forth", "Next step", () => player.step(1), "forth"),
    button("turnForth", "Next turn", () => player.turn(1), "forth"),
    button("last", "Last", () => player.jump(player.last), "forth"),
    parts.speed, parts.counter, stepLink(parts, player));
}

/** The address of what is shown, to follow or to copy. */
function stepLink(parts, player) {
  const elsewhere = player.page ? { target: "_blank", rel: "noopener" } : {};
  parts.link = h("a", { href: "#step=0", text: "Link to this step", ...elsewhere });
  const button = h("button", { type: "button", class: "copy", text: "Copy", "aria-label": "Copy the link to this step" });
  button.addEventListener("click", async () => {
    button.textContent = (await copy(parts.link.href)) ? "Copied" : "Not copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  return h("span", { class: "link" }, parts.link, button);
}

function views(film, parts, player) {
  if (player.perspectives.length < 2) return null;
  const names = { all: "Everyone" };
  film.players.forEach((one, index) => { names[index] = one.name; });
  parts.perspectives = player.perspectives.map((value) => h("button", {
    type: "button", value, "aria-pressed": String(value === player.perspective), onclick: () => player.look(value) },
    value === "all" ? null : sign(Number(value)), names[value]));
  return h("div", { class: "views", role: "group", "aria-label": "Seen by" },
    h("span", { class: "views-label", text: "Seen by" }), ...parts.perspectives);
}

function side(film, parts, player) {
  parts.chart = h("div", { class: "chart" });
  parts.moves = h("ol", { class: "moves", "aria-label": "Moves", tabindex: 0 });
  parts.table = h("div", { class: "board-table" });
  parts.tableOpen = h("details", { class: "panel", ontoggle: () => player.panels.board() },
    h("summary", { text: "The board as a table" }), parts.table);
  return h("div", { class: "side" },
    parts.chart,
    h("section", { class: "panel" }, h("h2", { text: "Moves" }), parts.moves),
    film.notation ? h("details", { class: "panel" }, h("summary", { text: "Notation" }),
      h("pre", { class: "notation", text: film.notation, tabindex: 0 })) : null,
    marksPanel(film, parts),
    parts.tableOpen,
    player.mine === null ? null : ownColour(parts, player),
    keyMap(parts));
}

function marksPanel(film, parts) {
  parts.markList = h("ul", { class: "mark-list" });
  parts.markPanel = h("section", { class: "panel" }, h("h2", { text: "Marks" }), parts.markList);
  listMarks(parts, film);
  return parts.markPanel;
}

function listMarks(parts, film) {
  const told = film.marks.filter((mark) => !isFrequent(film, mark));
  parts.markPanel.hidden = !told.length;
  parts.markList.replaceChildren(...told.map((mark) =>
    h("li", {}, h("a", { href: `#step=${mark.step}`, text: `${mark.step}` }), ` ${mark.text}`)));
}

/** Say anew what grows while a match is played: whose program failed, and the marks. */
export function renewNotes(parts, film) {
  parts.seats.forEach((seat, player) => {
    seat.querySelector(".seat-note").textContent = seatNote(film, player);
  });
  listMarks(parts, film);
}

/** Whether a mark is of the game's own, of a kind that is too frequent to be listed one by one. */
function isFrequent(film, mark) {
  if (["tag", "fault", "end"].includes(mark.kind)) return false;
  return film.marks.filter((other) => other.kind === mark.kind).length > LISTED;
}

/** A switch: one's own bot has the first player's colour in every match, whatever its seat. */
function ownColour(parts, player) {
  const box = h("input", { type: "checkbox", onchange: () => {
    remember(OWN_COLOUR, box.checked);
    paint(player.root, player.mine);
  } });
  box.checked = remembered(OWN_COLOUR, false);
  return h("section", { class: "panel own" }, h("h2", { text: "Colours" }),
    h("label", {}, box, " My bot always in blue"));
}

function paint(root, mine) {
  root.classList.remove("own-1", "own-2", "own-3");
  if (mine && remembered(OWN_COLOUR, false)) root.classList.add(`own-${mine}`);
}

function keyMap(parts) {
  parts.keysOn = keySwitch();
  return h("section", { class: "panel keys" },
    h("h2", { text: "Keyboard" }),
    h("label", {}, parts.keysOn, " Shortcuts on"),
    h("dl", {}, ...KEYS.flatMap(([, sign, text]) => [h("dt", {}, h("kbd", { text: sign })), h("dd", { text })])));
}
