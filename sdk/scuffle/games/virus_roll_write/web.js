// Virus Roll & Write as SVG: the cards on top, then one score sheet a player.
//
//   draw(svg, view, {labels, legal, onAction})   series(view)   table(view, labels)
//
// Colours of diseases are told by a letter too, crossed-off boxes by a cross, players by the page's
// --p0 … --p3 and their number. A click first takes a die, then a place for it.

const DISEASES = ["blue", "red", "green", "yellow"];
const TINTS = ["#2f74c0", "#c8403f", "#3b8f4a", "#b8860b"];
const SHEET = { width: 300, height: 316 };
const CARDS = 92;
const NS = "http://www.w3.org/2000/svg";

export function series(view) {
  return { title: "Points", values: view.scores };
}

export function table(view, labels) {
  const rows = DISEASES.map((name, d) => [name, ...view.sheets.map((s) => s.boxes[d].join(" ") || "none")]);
  rows.push(["laboratory", ...view.sheets.map((s) => s.lab.join(" ") || "none")]);
  rows.push(["wildcards left", ...view.sheets.map((s) => s.wildcards.circled - s.wildcards.used)]);
  rows.push(["virus tube", ...view.sheets.map((s) => s.virus.join(" ") || "empty")]);
  rows.push(["cured first", ...view.sheets.map((s) => s.cures.map((d) => DISEASES[d]).join(" ") || "none")]);
  rows.push(["dice", ...view.dice.map((dice) => dice.join(" ") || "none")]);
  rows.push(["points", ...view.scores]);
  return { caption: "The sheets: boxes crossed off", columns: ["", ...view.sheets.map((_, p) => named(labels, p))], rows };
}

export function draw(svg, view, { labels = [], legal = [], onAction = null } = {}) {
  const across = svg.clientWidth && svg.clientWidth < 520 ? 1 : 2;
  const down = Math.ceil(view.sheets.length / across);
  const width = across * (SHEET.width + 12) - 12;
  const top = across === 1 ? 2 * CARDS : CARDS;
  svg.setAttribute("viewBox", `0 0 ${width} ${top + down * (SHEET.height + 12)}`);
  svg.style.maxHeight = "none";
  const pick = new Pick(svg, view, { labels, legal, onAction });
  svg.replaceChildren(
    group(0, 0, ...cards(view, pick, across)),
    ...view.sheets.map((sheet, player) => group(
      (player % across) * (SHEET.width + 12), top + Math.floor(player / across) * (SHEET.height + 12),
      ...scoreSheet(view, player, labels, pick))));
}

/** What a click does: a die is taken first (and turned with a wildcard), then a place for it. */
class Pick {
  constructor(svg, view, options) {
    Object.assign(this, { svg, view, ...options });
    const kept = svg.scuffleDie;
    this.die = kept && this.places(kept).length ? kept : null;
  }

  places(die) {
    return this.legal.filter(({ params }) => params.die === die.die && params.value === die.value);
  }

  take(die) {
    this.svg.scuffleDie = die;
    draw(this.svg, this.view, this);
  }

  /** Make `node` clickable if some legal action fits. */
  offer(node, fits) {
    const pool = this.view.phase === "place" ? (this.die ? this.places(this.die) : []) : this.legal;
    const action = this.onAction && pool.find(({ params }) => fits(params));
    if (!action) return node;
    this.svg.scuffleDie = null;
    this.svg.scuffleDie = this.die;
    return clickable(node, JSON.stringify(action), () => this.onAction(action));
  }

  offerDie(node, face) {
    if (!this.onAction || !this.legal.some(({ params }) => params.die === face)) return node;
    const values = [...new Set(this.legal.filter(({ params }) => params.die === face).map(({ params }) => params.value))];
    const now = this.die?.die === face ? values.indexOf(this.die.value) : -1;
    const value = values[(now + 1) % values.length];
    return clickable(node, "", () => this.take({ die: face, value }));
  }
}

function clickable(node, action, act) {
  node.setAttribute("class", `${node.getAttribute("class") ?? ""} clickable`.trim());
  node.setAttribute("tabindex", "0");
  node.setAttribute("role", "button");
  if (action) node.setAttribute("data-action", action);
  node.addEventListener("click", act);
  node.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && act());
  return node;
}

function cards(view, pick, across) {
  const trial = view.cards.trial.map((dice, d) => group(d * 74, 0, ...trialCard(dice, d, pick)));
  const lab = view.cards.lab.map((card, i) => group(i * 74, 0, ...labCard(card, pick)));
  const bad = group(152, 0, ...contaminated(view.cards.contaminated, pick));
  const [x, y] = across === 1 ? [0, CARDS] : [308, 0];
  return [...trial, group(x, y, ...lab, bad)];
}

function trialCard(dice, d, pick) {
  return [
    pick.offer(frame(68, 72, TINTS[d]), (p) => p.target === "trial" && p.disease === d),
    text(34, 16, DISEASES[d], { size: 11, weight: 650 }),
    ...[0, 1].map((slot) => die(10 + slot * 26, 28, dice[slot])),
  ];
}

function labCard({ card, slots }, pick) {
  const words = { A: "equal", B: "odd + even", C: "left ≥ right", D: "different" };
  const single = { A: "even: +1", B: "even: ×2", C: "odd: +2", D: "odd: ×2" };
  const left = slots.length === 1 ? 22 : 10;
  return [
    frame(68, 72, "var(--ink)"),
    text(34, 15, `lab ${card}`, { size: 11, weight: 650 }),
    text(34, 66, (slots.length === 1 ? single : words)[card[0]], { size: 9 }),
    ...slots.map((lying, slot) => pick.offer(die(left + slot * 26, 24, lying),
      (p) => p.target === "lab" && p.card === card && p.slot === slot)),
  ];
}

function contaminated(dice, pick) {
  return [
    pick.offer(frame(146, 72, "var(--ink)", "4 3"), (p) => p.target === "contaminated"),
    text(73, 15, "contaminated", { size: 11, weight: 650 }),
    ...dice.slice(0, 12).map((lying, i) => die(6 + (i % 6) * 23, 22 + Math.floor(i / 6) * 24, lying, 20)),
    ...(dice.length > 12 ? [text(73, 70, `and ${dice.length - 12} more`, { size: 8 })] : []),
  ];
}

function scoreSheet(view, player, labels, pick) {
  const own = view.sheets[player];
  const turn = view.player_turn_idx === player;
  const fresh = view.events.filter((event) => event.player === player);
  return [
    frame(SHEET.width, SHEET.height, `var(--p${player})`, null, turn ? 3 : 1),
    text(10, 20, `${player + 1}. ${shorten(named(labels, player))}`, { size: 14, weight: 650, anchor: "start", fill: `var(--p${player})` }),
    text(SHEET.width - 10, 20, `${view.scores[player]} points`, { size: 13, weight: 650, anchor: "end" }),
    ...view.dice[player].map((face, i) => dieToTake(face, i, player, view, pick)),
    text(SHEET.width - 10, 44, status(view, player), { size: 10, anchor: "end" }),
    ...own.boxes.map((boxes, d) => group(10 + (d % 2) * 146, 58 + Math.floor(d / 2) * 96,
      ...grid(view, player, boxes, d, fresh, pick))),
    group(10, 250, ...laboratory(own.lab, fresh)),
    group(10, 278, ...wildcards(own.wildcards)),
    group(160, 278, ...tube(own.virus, view.rounds)),
  ];
}

function dieToTake(face, i, player, view, pick) {
  const taken = player === view.player_turn_idx && pick.die?.die === face && view.dice[player].indexOf(face) === i;
  const shown = { player, value: taken ? pick.die.value : face };
  const node = die(10 + i * 26, 28, shown);
  if (taken) node.firstChild.setAttribute("stroke-width", "3");
  return player === view.player_turn_idx && view.phase === "place" ? pick.offerDie(node, face) : node;
}

function status(view, player) {
  const words = { place: "places a die", bonus: "takes a free box", extra: "takes any box" };
  const card = view.priority_idx === player ? "priority card" : "";
  const asked = view.player_turn_idx === player ? words[view.phase] : "";
  return [asked, card].filter(Boolean).join(" · ");
}

function grid(view, player, boxes, d, fresh, pick) {
  const own = view.sheets[player];
  const cured = own.cures.includes(d) ? " cured +5" : view.sheets.some((s) => s.cures.includes(d)) ? " closed" : "";
  const asked = view.player_turn_idx === player;
  const cells = Array.from({ length: 12 }, (_, i) => {
    const box = i + 1;
    const isNew = fresh.some((e) => e.event === "box" && e.disease === d && e.box === box);
    const cell = group((i % 4) * 26, Math.floor(i / 4) * 22,
      rect(24, 20, { fill: boxes.includes(box) ? TINTS[d] : "var(--board)", stroke: isNew ? "var(--ink)" : TINTS[d], "stroke-width": isNew ? 2.5 : 1 }),
      text(12, 14, box, { size: 10, fill: boxes.includes(box) ? "#fff" : "var(--ink)" }),
      ...(boxes.includes(box) ? [path("M3 3 21 17M21 3 3 17", "#fff")] : []));
    return asked ? pick.offer(cell, (p) => p.disease === d && p.box === box) : cell;
  });
  const rows = view.icons.rows[d].map((icon, r) => iconAt(114, 10 + r * 22, icon));
  const columns = view.icons.columns[d].map((icon, c) => iconAt(12 + c * 26, 74, icon));
  return [...cells, ...rows, ...columns, text(122, 78, cured ? (own.cures.includes(d) ? "+5" : "×") : "", { size: 10, weight: 650 })];
}

function iconAt(x, y, colour) {
  return group(0, 0, circle(x, y, 7, { fill: TINTS[colour] }),
    text(x, y + 3.5, DISEASES[colour][0].toUpperCase(), { size: 9, weight: 700, fill: "#fff" }));
}

function laboratory(crossed, fresh) {
  return Array.from({ length: 11 }, (_, i) => {
    const box = i + 2;
    const done = crossed.includes(box);
    const isNew = fresh.some((e) => e.event === "laboratory" && e.box === box);
    return group(i * 25.5, 0,
      rect(23, 20, { fill: done ? "var(--ink)" : "var(--board)", stroke: "var(--ink)", "stroke-width": isNew ? 2.5 : 1, rx: box % 2 ? 10 : 2 }),
      text(11.5, 14, box, { size: 10, fill: done ? "var(--board)" : "var(--ink)" }));
  });
}

function wildcards({ circled, used }) {
  return Array.from({ length: 6 }, (_, i) => group(i * 23, 0,
    circle(10, 10, 9, { fill: "none", stroke: "var(--ink)", "stroke-width": i < circled ? 2 : 0.6, "stroke-dasharray": i < circled ? "none" : "2 2" }),
    text(10, 14, i < circled ? "★" : "", { size: 11 }),
    ...(i < used ? [path("M2 2 18 18M18 2 2 18", "var(--ink)")] : [])));
}

function tube(virus, rounds) {
  const step = 130 / rounds;
  return Array.from({ length: rounds }, (_, i) => group(i * step, 0,
    rect(step - 2, 20, { fill: "none", stroke: "var(--ink)", "stroke-dasharray": "3 2" }),
    text((step - 2) / 2, 14, i < virus.length ? -virus[i] || 0 : "", { size: 9 })));
}

function die(x, y, lying, size = 22) {
  const stroke = lying ? `var(--p${lying.player})` : "var(--ink)";
  return group(x, y,
    rect(size, size, { rx: 4, fill: "var(--board)", stroke, "stroke-width": lying ? 2 : 0.8, "stroke-dasharray": lying ? "none" : "2 2" }),
    text(size / 2, size / 2 + 4.5, lying ? lying.value : "", { size: 13, weight: 650 }));
}

const named = (labels, player) => labels[player] ?? `Player ${player + 1}`;
const shorten = (name) => (name.length > 18 ? `${name.slice(0, 17)}…` : name);

function frame(width, height, stroke, dashes = null, thick = 1) {
  return rect(width, height, { rx: 6, fill: "var(--board)", stroke, "stroke-width": thick, ...(dashes ? { "stroke-dasharray": dashes } : {}) });
}

const group = (x, y, ...children) => node("g", { transform: `translate(${x} ${y})` }, ...children);
const rect = (width, height, more) => node("rect", { width, height, ...more });
const circle = (cx, cy, r, more) => node("circle", { cx, cy, r, ...more });
const path = (d, stroke) => node("path", { d, stroke, "stroke-width": 2, "stroke-linecap": "round", fill: "none" });

function text(x, y, words, { size = 11, weight = 400, anchor = "middle", fill = "var(--ink)" } = {}) {
  const made = node("text", { x, y, "font-size": size, "font-weight": weight, "text-anchor": anchor, fill });
  made.textContent = String(words);
  return made;
}

function node(name, attributes, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
