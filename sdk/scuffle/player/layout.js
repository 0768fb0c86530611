// The player's elements, made once; player.js fills them.

import { h, icon, s, sign } from "./dom.js";
import { KEYS } from "./keys.js";

export const SPEEDS = [0.5, 1, 2, 4, 8];
const LISTED = 12;

/** Build the player inside `root`; returns the parts that change. */
export function layOut(root, film, player) {
  const parts = { perspectives: [] };
  root.classList.add("scuffle-player");
  root.replaceChildren(
    h("div", { class: "stage" }, seats(film, parts), board(parts), sentence(parts),
      scrubber(film, parts, player), controls(parts, player), views(film, parts, player)),
    side(film, parts),
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
  const place = film.outcome?.places[player];
  const tied = film.outcome?.places.filter((other) => other === place).length > 1;
  const words = place === undefined ? "unranked" : tied ? `shared place ${place}` : placeWord(place, film.players.length);
  return verdict === "ok" ? words : `${words} · ${verdict}`;
}

function placeWord(place, players) {
  if (place === 1) return "won";
  return players === 2 ? "lost" : ["2nd", "3rd", "4th"][place - 2];
}

function board(parts) {
  parts.board = s("svg", { class: "board", role: "img", "aria-label": "The board" });
  return h("div", { class: "board-frame" }, parts.board);
}

function sentence(parts) {
  parts.sentence = h("p", { class: "sentence", "aria-live": "polite" });
  return parts.sentence;
}

function scrubber(film, parts, player) {
  const last = film.steps.length;
  parts.scrub = h("input", { type: "range", min: 0, max: last, value: 0, class: "scrub",
                             "aria-label": "Step", oninput: () => player.jump(Number(parts.scrub.value)) });
  const marks = s("svg", { class: "marks", viewBox: `0 0 ${Math.max(1, last)} 10`,
                           preserveAspectRatio: "none", "aria-hidden": "true" },
    ...film.marks.map((mark) => s("line", { class: `mark mark-${mark.kind} of-${mark.player}`,
      x1: mark.step, x2: mark.step, y1: isFrequent(film, mark) ? 5 : 0, y2: 10,
      "vector-effect": "non-scaling-stroke" }, s("title", { text: mark.text }))));
  return h("div", { class: "timeline" }, marks, parts.scrub);
}

/** Whether a mark is of the game's own, of a kind that is too frequent to be listed one by one. */
function isFrequent(film, mark) {
  if (["tag", "fault", "end"].includes(mark.kind)) return false;
  return film.marks.filter((other) => other.kind === mark.kind).length > LISTED;
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
  parts.counter = h("output", { class: "counter" });
  parts.speed = h("select", { "aria-label": "Speed", onchange: () => player.setSpeed(Number(parts.speed.value)) },
    ...SPEEDS.map((speed) => h("option", { value: speed, text: `${speed}×`, selected: speed === 1 })));
  parts.link = h("a", { href: "#step=0", class: "link", text: "Link to this step" });
  return h("div", { class: "controls", role: "group", "aria-label": "Playback" },
    button("first", "First", () => player.jump(0), "back"),
    button("turnBack", "Previous turn", () => player.turn(-1), "back"),
    button("back", "Previous step", () => player.step(-1), "back"),
    parts.play,
    button("forth", "Next step", () => player.step(1), "forth"),
    button("turnForth", "Next turn", () => player.turn(1), "forth"),
    button("last", "Last", () => player.jump(player.last), "forth"),
    parts.speed, parts.counter, parts.link);
}

function views(film, parts, player) {
  if (player.perspectives.length < 2) return null;
  const names = { all: "Everyone" };
  film.players.forEach((one, index) => { names[index] = one.name; });
  parts.perspectives = player.perspectives.map((value) => h("button", {
    type: "button", value, "aria-pressed": String(value === "all"), onclick: () => player.look(value) },
    value === "all" ? null : sign(Number(value)), names[value]));
  return h("div", { class: "views", role: "group", "aria-label": "Seen by" },
    h("span", { class: "views-label", text: "Seen by" }), ...parts.perspectives);
}

function side(film, parts) {
  parts.chart = h("div", { class: "chart" });
  parts.moves = h("ol", { class: "moves", "aria-label": "Moves", tabindex: 0 });
  parts.table = h("div", { class: "board-table" });
  return h("div", { class: "side" },
    parts.chart,
    h("section", { class: "panel" }, h("h2", { text: "Moves" }), parts.moves),
    film.notation ? h("details", { class: "panel" }, h("summary", { text: "Notation" }),
      h("pre", { class: "notation", text: film.notation, tabindex: 0 })) : null,
    marksPanel(film),
    h("details", { class: "panel", open: false }, h("summary", { text: "The board as a table" }), parts.table),
    keyMap(parts));
}

function marksPanel(film) {
  const told = film.marks.filter((mark) => !isFrequent(film, mark));
  if (!told.length) return null;
  return h("section", { class: "panel" }, h("h2", { text: "Marks" }), h("ul", { class: "mark-list" },
    ...told.map((mark) => h("li", {}, h("a", { href: `#step=${mark.step}`, text: `${mark.step}` }), ` ${mark.text}`))));
}

function keyMap(parts) {
  parts.keysOn = h("input", { type: "checkbox" });
  return h("section", { class: "panel keys" },
    h("h2", { text: "Keyboard" }),
    h("label", {}, parts.keysOn, " Shortcuts on"),
    h("dl", {}, ...KEYS.flatMap(([, sign, text]) => [h("dt", {}, h("kbd", { text: sign })), h("dd", { text })])));
}
