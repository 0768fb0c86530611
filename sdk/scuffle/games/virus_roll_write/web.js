// Draws a view of Virus Roll & Write into an <svg>: the cards, then one score sheet a player.
//
// Diseases are told by colour and by shape: blue circle, red diamond, green triangle, yellow square;
// players by colour and by the page's signs: cross, ring, triangle, square. A solid box with a cross
// is crossed off; what the last step changed has a thick outline. Colours of players, paper and ink
// come from the page: --p0 … --p3, --board, --ink. To play by hand, a click takes a die, another
// click on it turns it with a wildcard, and a click on a card or box places it.

import {
  DISEASES, INK, PAPER, TINTS, at, card, clickable, die, element, laboratory, lineIcon, outline, pennant,
  shape, shorten, sign, tube, wildcards, words,
} from "./pieces.js";

const CONDITIONS = {
  A2: "equal", B2: "odd + even", C2: "left ≥ right", D2: "different",
  A3: "even: + 1", B3: "even: × 2", C3: "odd: + 2", D3: "odd: × 2",
};
const WIDTH = 352;
const GAP = 12;
const HEAD = 30;
const CARD = 74;
const NARROW = 560;
const DICE_ROW = 38; // what a square sheet has for dice that a finger can take, over the virus tube
const SIDES = ["left", "right"];

/** How it is played by hand. */
export const hint = "Click a die, then the card that it goes to. Another click on the die turns it with a wildcard.";

/** The renderer can draw a table from each player's chair: that sheet first, and large. */
export const chairs = true;

/**
 * Replaces what `svg` shows by the table of `view`.
 *
 * @param {SVGSVGElement} svg
 * @param {object} view what one player, or a spectator, may see
 * @param {object} [options]
 * @param {(action: object) => void} [options.onAction] called with the action clicked on
 * @param {object[]} [options.legal] the actions that can be clicked; `view.legal_actions` otherwise
 * @param {string[]} [options.labels] the players' names by seat
 * @param {object} [options.before] the view before, to mark the die placed since
 * @param {number} [options.chair] whose sheet comes first; `view.player_idx` otherwise
 */
export function draw(svg, view, options = {}) {
  const table = new Table(svg, view, options);
  const { across, places, height } = table.layout();
  const width = across * (WIDTH + GAP) - GAP;
  svg.setAttribute("viewBox", `-2 -2 ${width + 4} ${height + 4}`);
  svg.setAttribute("role", options.onAction ? "group" : "img");
  svg.setAttribute("aria-label", `${table.round()}; ${table.asked()}; points ${view.scores.join(", ")}`);
  svg.style.maxHeight = "none";
  svg.replaceChildren(
    at(0, 0, ...table.banner(width)),
    at(0, HEAD, ...table.trials()),
    across > 1 ? at(WIDTH + GAP, HEAD, ...table.others()) : at(0, HEAD + CARD + 6, ...table.others()),
    ...places.map(({ player, x, y, scale, square }) =>
      element("g", { transform: `translate(${x} ${y}) scale(${scale})` }, ...table.sheet(player, square))),
  );
}

class Table {
  constructor(svg, view, { onAction, legal, labels, before, chair }) {
    Object.assign(this, { svg, view, before });
    this.options = { onAction, legal, labels, before, chair };
    this.names = view.sheets.map((_, player) => labels?.[player] ?? `player ${player}`);
    this.act = onAction;
    this.legal = onAction ? (legal ?? view.legal_actions ?? []) : [];
    this.chair = chair === undefined ? view.player_idx : chair;
    this.taken = this.placings(svg.takenDie).length ? svg.takenDie : null;
  }

  layout() {
    const across = this.svg.clientWidth && this.svg.clientWidth < NARROW ? 1 : 2;
    const seats = this.view.sheets.map((_, player) => player);
    const first = this.chair ?? null;
    if (first !== null) seats.sort((a, b) => (b === first) - (a === first) || a - b);
    const square = across === 2 && seats.length === 2;
    const own = across === 1 && first !== null;
    const [row, tall] = [sheetHeight(square) + GAP, (across * (WIDTH + GAP) - GAP) / WIDTH];
    let y = HEAD + (across > 1 ? CARD : 2 * CARD + 6) + GAP;
    const places = [];
    if (first !== null && across === 2 && !square) {
      places.push({ player: seats.shift(), x: 0, y, scale: tall, square: false });
      y += sheetHeight(false) * tall + GAP;
    }
    if (own) {
      places.push({ player: seats.shift(), x: 0, y, scale: 1, square: true });
      y += sheetHeight(true) + GAP;
    }
    seats.forEach((player, index) => places.push({
      player, x: (index % across) * (WIDTH + GAP), y: y + Math.floor(index / across) * row, scale: 1, square }));
    return { across, places, height: y + Math.ceil(seats.length / across) * row - GAP };
  }

  round() {
    return `Round ${this.view.round} of ${this.view.rounds}`;
  }

  /** Whose choice it is, in words. */
  asked() {
    const { phase, pending, player_turn_idx: player, scores } = this.view;
    if (phase === "over") return `The end: ${Math.max(...scores)} points are the most`;
    if (phase === "roll") return "The dice are rolled";
    const what = { place: "places a die", extra: "crosses off any box" };
    what.bonus = `crosses off a ${DISEASES[pending[0]?.disease]} box`;
    return `${shorten(this.names[player], 20)} ${what[phase]}`;
  }

  banner(width) {
    const player = this.view.player_turn_idx;
    const colour = player < 0 ? INK : `var(--p${player})`;
    const waiting = this.view.pending.length > 1 ? `, ${this.view.pending.length - 1} more to come` : "";
    return [
      element("rect", { width, height: 24, rx: 5, fill: colour, opacity: 0.14 }),
      ...(player < 0 ? [] : [sign(player, 14, 12)]),
      words(player < 0 ? 8 : 26, 16.5, `${this.asked()}${waiting}`, { size: 12.5, weight: 600, anchor: "start" }),
      words(width - 8, 16.5, this.round(), { size: 11, anchor: "end" }),
    ];
  }

  trials() {
    return this.view.cards.trial.map((lying, disease) => at(disease * 89, 0,
      this.target(card(85, CARD, TINTS[disease]), (p) => p.target === "trial" && p.disease === disease),
      shape(disease, 13, 13, 0.9), words(23, 17, DISEASES[disease], { size: 11, weight: 650, anchor: "start" }),
      ...this.slots(lying, 2, 85, this.before?.cards.trial[disease]),
      words(42.5, 69, lying.length === 2 ? `${lying[0].value} + ${lying[1].value} = ${lying[0].value + lying[1].value}`
        : lying.length ? `${lying[0].value} + die` : "die", { size: 9, soft: true })));
  }

  others() {
    const { lab, contaminated } = this.view.cards;
    const labs = lab.map(({ card: name, slots }, index) => at(index * 89, 0, card(85, CARD, INK),
      words(8, 17, `Lab ${name}`, { size: 11, weight: 650, anchor: "start" }),
      ...this.slots(slots, slots.length, 85, this.before?.cards.lab[index]?.slots,
        (p, slot) => p.target === "lab" && p.card === name && p.slot === slot),
      words(42.5, 69, CONDITIONS[name], { size: 9, soft: true })));
    return [...labs, at(178, 0, ...this.contamination(contaminated))];
  }

  contamination(dice) {
    const size = dice.length > 14 ? 16 : 19;
    const [pitch, inRow] = [size + 3, Math.floor(162 / (size + 3))];
    const known = this.before?.cards.contaminated.length ?? dice.length;
    return [
      this.target(card(174, CARD, INK, "4 3"), (p) => p.target === "contaminated"),
      words(8, 17, "Contaminated", { size: 11, weight: 650, anchor: "start" }),
      ...dice.map((lying, i) => die(8 + (i % inRow) * pitch, 24 + Math.floor(i / inRow) * pitch, size, lying,
        { fresh: i >= known, names: this.names })),
    ];
  }

  slots(lying, count, width, before, fits) {
    return Array.from({ length: count }, (_, slot) => {
      const x = width / 2 + (slot - count / 2) * 34 + 3;
      const fresh = Boolean(this.before && lying[slot] && !before?.[slot]);
      const made = die(x, 27, 28, lying[slot], { fresh, names: this.names });
      return fits ? this.target(made, (params) => fits(params, slot)) : made;
    });
  }

  sheet(player, square) {
    const { view } = this;
    const own = view.sheets[player];
    const asked = view.player_turn_idx === player;
    const mine = view.events.filter((event) => event.player === player);
    const pitch = square ? 34 : 17.5;
    const tubeTop = square ? 33 + DICE_ROW : 33;
    const gridTop = tubeTop + 29;
    const below = gridTop + (square ? 2 * (3 * pitch + 26) : 3 * pitch + 18) + 2;
    return [
      element("rect", { width: WIDTH, height: sheetHeight(square), rx: 8, fill: PAPER, stroke: `var(--p${player})`,
        "stroke-width": asked ? 3 : 1, "stroke-opacity": asked ? 1 : 0.6 }),
      sign(player, 16, 17), words(28, 22, shorten(this.names[player], 20), { size: 14, weight: 650, anchor: "start" }),
      words(WIDTH - 9, 23, view.scores[player], { size: 18, weight: 700, anchor: "end" }),
      ...(view.priority_idx === player ? [pennant(WIDTH - 122, 6)] : []),
      ...view.dice[player].map((face, index) => this.dieInHand(player, face, index, square ? 30 : 21)),
      at(WIDTH - 9 - view.rounds * 22, tubeTop, ...tube(own.virus, view.rounds, mine)),
      ...own.boxes.map((crossed, d) => at(8 + (square ? d % 2 : d) * (pitch * 4 + (square ? 36 : 14.6)),
        gridTop + (square && d > 1 ? 3 * pitch + 26 : 0), ...this.grid(player, d, crossed, pitch, mine))),
      at(8, below, ...laboratory(own.lab, mine)),
      at(240, below, ...wildcards(own.wildcards, mine)),
    ];
  }

  dieInHand(player, face, index, size) {
    const turn = this.view.player_turn_idx === player && this.view.phase === "place";
    const isTaken = turn && this.taken?.die === face && this.view.dice[player].indexOf(face) === index;
    const shown = { player, value: isTaken ? this.taken.value : face };
    const made = die(8 + index * (size + 4), 33, size, shown, { fresh: isTaken, bare: true, names: this.names });
    const values = [...new Set(this.legal.filter(({ params }) => params.die === face).map(({ params }) => params.value))];
    if (!turn || !this.act || !values.length) return made;
    const next = values[(isTaken ? values.indexOf(shown.value) + 1 : 0) % values.length];
    return clickable(made, `take the ${face}${next === face ? "" : ` as a ${next}`}`, () => {
      this.svg.takenDie = { die: face, value: next };
      draw(this.svg, this.view, this.options);
    });
  }

  grid(player, disease, crossed, pitch, mine) {
    const { icons, sheets, player_turn_idx: turn, phase } = this.view;
    const full = mine.filter((event) => event.event === "line" && event.disease === disease).map(({ line }) => line);
    const boxes = Array.from({ length: 12 }, (_, index) => this.box(player, disease, index + 1, crossed, pitch, mine));
    const rows = icons.rows[disease].map((icon, row) =>
      lineIcon(icon, 4 * pitch + 6, (row + 0.5) * pitch, full.includes(`row ${row + 1}`), pitch));
    const columns = icons.columns[disease].map((icon, column) =>
      lineIcon(icon, (column + 0.5) * pitch, 3 * pitch + 7, full.includes(`column ${column + 1}`), pitch));
    const cured = sheets[player].cures.includes(disease);
    const closed = sheets.some(({ cures }) => cures.includes(disease));
    const owed = turn === player && phase === "bonus" && this.view.pending[0].disease === disease;
    return [
      ...(owed || (turn === player && phase === "extra") ? [outline(-3, -3, 4 * pitch + 5, 3 * pitch + 5)] : []),
      ...boxes, ...rows, ...columns,
      words(4 * pitch + 6, 3 * pitch + 11, cured ? "+5" : closed ? "–" : "", { size: cured ? 10 : 11, weight: 750 }),
    ];
  }

  box(player, disease, box, crossed, pitch, mine) {
    const done = crossed.includes(box);
    const fresh = mine.some((event) => event.event === "box" && event.disease === disease && event.box === box);
    const size = pitch - 2;
    const inset = size * 0.27;
    const made = at(((box - 1) % 4) * pitch, Math.floor((box - 1) / 4) * pitch,
      element("rect", { width: size, height: size, rx: 2.5, fill: TINTS[disease], "fill-opacity": done ? 1 : 0.1,
        stroke: fresh ? INK : TINTS[disease], "stroke-width": fresh ? 2.6 : 0.8 }),
      done ? element("path", { d: `M${inset} ${inset}L${size - inset} ${size - inset}M${size - inset} ${inset}L${inset} ${size - inset}`,
        stroke: PAPER, "stroke-width": pitch / 9, "stroke-linecap": "round" })
        : words(size / 2, size / 2 + pitch * 0.19, box, { size: pitch * 0.55 }));
    const asked = this.view.player_turn_idx === player;
    return asked ? this.target(made, (p) => p.disease === disease && p.box === box) : made;
  }

  placings(taken) {
    return this.legal.filter(({ params }) => params.die === taken?.die && params.value === taken?.value);
  }

  /** Make `node` clickable if a legal action fits: of the die taken, or of the choice awaited. */
  target(node, fits) {
    const pool = this.view.phase === "place" ? this.placings(this.taken) : this.legal;
    const action = this.act && pool.find(({ params }) => fits(params));
    if (!action) return node;
    const made = clickable(node, deed(action.params), () => this.act(action));
    made.setAttribute("data-action", JSON.stringify(action));
    (made.tagName === "rect" ? made : made.firstChild).setAttribute("stroke-dasharray", "3 2");
    return made;
  }
}

function sheetHeight(square) {
  return square ? 352 + DICE_ROW : 162;
}

/** What a click does, in words. */
function deed({ value, target, disease, card: lab, slot, box }) {
  if (box) return `cross off ${DISEASES[disease]} ${box}`;
  const places = { trial: `${DISEASES[disease]} trial card`, contaminated: "contaminated samples" };
  const side = lab in CONDITIONS && lab.endsWith("2") ? `, ${SIDES[slot]}` : "";
  return `place the ${value} on the ${places[target] ?? `laboratory card ${lab}${side}`}`;
}

/** Points by player, for the chart. */
export function series(view) {
  return { title: "Points", values: view.scores };
}

/** The sheets for readers: a row for each part of a sheet, a column for each player. */
export function table(view, labels) {
  const listed = (name, of) => [name, ...view.sheets.map((sheet, player) => String(of(sheet, player)))];
  const joined = (list) => list.join(" ") || "none";
  return {
    caption: `The sheets in round ${view.round}: boxes crossed off`,
    columns: ["Sheet", ...view.sheets.map((_, player) => labels[player])],
    rows: [
      ...DISEASES.map((name, d) => listed(name, (sheet) => joined(sheet.boxes[d]))),
      listed("laboratory", (sheet) => joined(sheet.lab)),
      listed("wildcards left", ({ wildcards: { circled, used } }) => circled - used),
      listed("virus tube", (sheet) => joined(sheet.virus)),
      listed("cured", (sheet) => joined(sheet.cures.map((d) => DISEASES[d]))),
      listed("dice", (_, player) => joined(view.dice[player])),
      listed("points", (_, player) => view.scores[player]),
    ],
  };
}
