// Draws a view of a Virus War game into an <svg>.
//
// Crosses are player 0 and noughts player 1. A killed nought is filled in and a killed cross ringed,
// each in the colour of the player who killed it and owns it now; a zombie that is cut off from its
// owner's live marks is faint. Colours come from the page: --p0, --p1, --board, --ink.

const NS = "http://www.w3.org/2000/svg";
const CELL = 20;
const MARGIN = 14;
const FOOT = 26;
const FREE = -1;
const HIDDEN = -2;
const INK = "var(--ink, currentColor)";
const COLOURS = ["var(--p0, #b3400e)", "var(--p1, #1d5fa8)"];

/**
 * Replaces what `svg` shows by the board of `view`.
 *
 * @param {SVGSVGElement} svg
 * @param {object} view what one player, or a spectator, may see
 * @param {object} [options]
 * @param {(action: object) => void} [options.onAction] called with the action clicked on
 * @param {object[]} [options.legal] the actions that can be clicked; `view.legal_actions` otherwise
 * @param {string[]} [options.labels] the players' names by seat
 * @param {object} [options.settings] the game's settings, to mark where the players started
 * @param {object} [options.before] the view before, to mark every cell that changed since
 */
export function draw(svg, view, { onAction, legal, labels, settings, before } = {}) {
  const names = [0, 1].map((player) => labels?.[player] ?? `player ${player}`);
  const actions = onAction ? (legal ?? view.legal_actions ?? []) : [];
  const canPass = actions.find((action) => action.action === "pass");
  const height = MARGIN + view.rows * CELL + (canPass ? FOOT : 4);
  svg.setAttribute("viewBox", `0 0 ${MARGIN + view.cols * CELL + 4} ${height}`);
  svg.setAttribute("role", onAction ? "group" : "img");
  svg.setAttribute("aria-label", summary(view, names));
  svg.replaceChildren(
    ...ground(view),
    ...starts(view, settings),
    ...coordinates(view),
    ...cells(view, names),
    ...highlights(view, before),
    ...actions.map((action) => target(view, action, onAction)),
  );
}

/** What the chart beside a replay shows: how many cells each player could take next. */
export function series(view) {
  return { title: "Cells available", values: [0, 1].map((player) => available(view, player)) };
}

const WORDS = { [HIDDEN]: "hidden", [FREE]: "free" };

/** The board in words, for those who do not see the drawing. */
export function table(view, labels) {
  const names = [0, 1].map((player) => labels?.[player] ?? `player ${player}`);
  const word = (value) => WORDS[value] ?? `${value < 2 ? "live" : "zombie"}, ${names[value % 2]}`;
  return {
    caption: summary(view, names),
    columns: ["Row", ...view.board[0].map((_, col) => cellName(0, col).slice(0, 1))],
    rows: view.board.map((values, row) => [String(row + 1), ...values.map(word)]),
  };
}

function element(name, attributes, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const left = (col) => MARGIN + col * CELL;
const top = (row) => MARGIN + row * CELL;
const cellName = (row, col) => String.fromCharCode(97 + col) + (row + 1);

function summary(view, names) {
  const count = (value) => view.board.flat().filter((found) => found === value).length;
  const sides = [0, 1].map((p) => `${names[p]} ${count(p)} live, ${count(2 + p)} zombies`);
  const hidden = count(HIDDEN);
  return [`Turn ${view.turn}`, ...sides, ...(hidden ? [`${hidden} cells hidden`] : [])].join("; ");
}

function ground(view) {
  const [width, height] = [view.cols * CELL, view.rows * CELL];
  const lines = [];
  for (let col = 0; col <= view.cols; col++) lines.push(`M${left(col)} ${MARGIN}v${height}`);
  for (let row = 0; row <= view.rows; row++) lines.push(`M${MARGIN} ${top(row)}h${width}`);
  return [
    element("rect", { x: MARGIN, y: MARGIN, width, height, rx: 1, fill: "var(--board, #fff)" }),
    element("path", { d: hatching(view), stroke: INK, "stroke-width": 0.9, opacity: 0.28 }),
    element("path", { d: lines.join(""), stroke: INK, "stroke-width": 0.4, opacity: 0.45 }),
  ];
}

function hatching(view) {
  const strokes = [];
  eachCell(view, (row, col, value) => {
    if (value !== HIDDEN) return;
    const [x, y, half] = [left(col), top(row), CELL / 2];
    strokes.push(`M${x} ${y + half}l${half} ${-half}M${x} ${y + CELL}l${CELL} ${-CELL}`);
    strokes.push(`M${x + half} ${y + CELL}l${half} ${-half}`);
  });
  return strokes.join("");
}

function eachCell(view, visit) {
  view.board.forEach((values, row) => values.forEach((value, col) => visit(row, col, value)));
}

/** Where the players start: a wedge in the corner of a start cell, a bar along a start edge. */
function starts(view, settings) {
  if (!settings) return [];
  if (settings.opening === "edges") {
    const height = view.rows * CELL;
    return [left(0) - 1.6, left(view.cols) + 0.2].map((x, player) =>
      element("rect", { x, y: MARGIN, width: 1.4, height, fill: COLOURS[player] }),
    );
  }
  const corners = [[0, 0], [view.rows - 1, view.cols - 1]];
  return (settings.start_cells ?? corners).map(([row, col], player) =>
    element("path", { d: `M${left(col)} ${top(row)}h6l-6 6z`, fill: COLOURS[player] }),
  );
}

function coordinates(view) {
  const style = { "font-size": 7, "font-family": "inherit", fill: INK, opacity: 0.75 };
  const label = (text, x, y) =>
    element("text", { ...style, x, y, "text-anchor": "middle", "aria-hidden": "true" }, text);
  const above = view.board[0].map((_, col) =>
    label(String.fromCharCode(97 + col), left(col) + CELL / 2, MARGIN - 4),
  );
  const beside = view.board.map((_, row) => label(String(row + 1), MARGIN / 2 - 0.5, top(row) + 12.5));
  return [...above, ...beside];
}

function cells(view, names) {
  const drawn = [];
  const connected = [0, 1].map((player) => connectedZombies(view, player));
  eachCell(view, (row, col, value) => {
    if (value < 0) return;
    const inert = value > 1 && connected[value - 2] && !connected[value - 2].has(row * view.cols + col);
    drawn.push(mark(row, col, value, inert, names));
  });
  return drawn;
}

function mark(row, col, value, inert, names) {
  const owner = value % 2;
  const colour = COLOURS[owner];
  const [x, y] = [left(col) + CELL / 2, top(row) + CELL / 2];
  const line = { stroke: colour, "stroke-width": 2.6, "stroke-linecap": "round", fill: "none" };
  const cross = (r, width) =>
    element("path", { ...line, "stroke-width": width, d: crossPath(x, y, r) });
  const shapes = [
    () => [cross(5, 2.6)],
    () => [element("circle", { ...line, cx: x, cy: y, r: 5.4 })],
    () => [element("circle", { cx: x, cy: y, r: 6.6, fill: colour })],
    () => [
      element("circle", { ...line, "stroke-width": 1.8, cx: x, cy: y, r: 7.2 }),
      cross(3.4, 2),
    ],
  ];
  const wash = { x: left(col) + 0.4, y: top(row) + 0.4, width: CELL - 0.8, height: CELL - 0.8 };
  const kind = value < 2 ? "live" : inert ? "zombie, cut off" : "zombie";
  return element(
    "g",
    { opacity: inert ? 0.4 : 1 },
    element("title", {}, `${cellName(row, col)}: ${kind} of ${names[owner]}`),
    element("rect", { ...wash, fill: colour, opacity: value < 2 ? 0.1 : 0.24 }),
    ...shapes[value](),
  );
}

function crossPath(x, y, r) {
  return `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
}

/** The zombies connected to a live mark of their owner, or null where fog may hide a connection. */
function connectedZombies(view, player) {
  const seesAll = view.player_idx === player || !view.board.some((row) => row.includes(HIDDEN));
  return seesAll ? region(view, player) : null;
}

/** The keys (row * cols + col) of a player's live marks and the zombies connected to them. */
function region(view, player) {
  const found = new Set();
  const todo = [];
  const reach = (row, col) => {
    found.add(row * view.cols + col);
    todo.push([row, col]);
  };
  eachCell(view, (row, col, value) => value === player && reach(row, col));
  while (todo.length) {
    for (const [row, col] of neighbours(view, ...todo.pop())) {
      if (view.board[row][col] === 2 + player && !found.has(row * view.cols + col)) reach(row, col);
    }
  }
  return found;
}

function neighbours(view, row, col) {
  const steps = [-1, 0, 1];
  return steps
    .flatMap((down) => steps.map((right) => [row + down, col + right]))
    .filter(([r, c]) => r >= 0 && c >= 0 && r < view.rows && c < view.cols);
}

function available(view, player) {
  const own = region(view, player);
  let count = 0;
  eachCell(view, (row, col, value) => {
    if (value !== FREE && value !== 1 - player) return;
    if (neighbours(view, row, col).some(([r, c]) => own.has(r * view.cols + c))) count += 1;
  });
  return count;
}

function highlights(view, before) {
  const changed = (view.last_turn ?? [])
    .filter((action) => action.action !== "pass")
    .map(({ params }) => [params.row, params.col]);
  if (before) {
    changed.length = 0;
    eachCell(view, (row, col, value) => {
      if (value !== before.board[row][col]) changed.push([row, col]);
    });
  }
  return changed.map(([row, col]) => outline(row, col, { stroke: INK, "stroke-width": 1.4 }));
}

function outline(row, col, style) {
  const place = { x: left(col) + 1.2, y: top(row) + 1.2, width: CELL - 2.4, height: CELL - 2.4 };
  return element("rect", { ...place, rx: 3, fill: "none", ...style });
}

/** What can be clicked: a cell, or the bar under the board for a pass. */
function target(view, action, onAction) {
  const shape = action.action === "pass" ? passBar(view) : cellTarget(view, action);
  shape.setAttribute("data-action", JSON.stringify(action));
  shape.setAttribute("role", "button");
  shape.setAttribute("tabindex", "0");
  shape.setAttribute("cursor", "pointer");
  shape.addEventListener("click", () => onAction(action));
  shape.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onAction(action);
  });
  return shape;
}

function cellTarget(view, { action, params: { row, col } }) {
  const colour = COLOURS[view.player_turn_idx] ?? INK;
  const dashes = action === "kill" ? "none" : "2 2.4";
  const style = { stroke: colour, "stroke-width": 1.6, "stroke-dasharray": dashes };
  const shape = outline(row, col, { ...style, "pointer-events": "all" });
  shape.setAttribute("aria-label", `${action} ${cellName(row, col)}`);
  return shape;
}

function passBar(view) {
  const [y, width] = [top(view.rows) + 6, 64];
  const x = left(0) + (view.cols * CELL - width) / 2;
  return element(
    "g",
    { "aria-label": "pass the whole turn" },
    element("rect", { x, y, width, height: 16, rx: 4, fill: "var(--board, #fff)", stroke: INK }),
    element("text", { x: x + width / 2, y: y + 11, "font-size": 8, "text-anchor": "middle", fill: INK }, "Pass the turn"),
  );
}
