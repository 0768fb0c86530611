// The pieces that a table of Virus Roll & Write is drawn from: dice, cards, icons, rows of a sheet.

const NS = "http://www.w3.org/2000/svg";
export const INK = "var(--ink, currentColor)";
export const PAPER = "var(--board, #fff)";
export const DISEASES = ["blue", "red", "green", "yellow"];
export const TINTS = [
  "light-dark(#2868b8, #6aa5f0)", "light-dark(#bb3036, #f08489)",
  "light-dark(#2c7d3c, #6cc47e)", "light-dark(#96700a, #e3bd4d)",
];
const SHAPES = ["M0-5A5 5 0 1 0 .01-5Z", "M0-6.2L6.2 0 0 6.2-6.2 0Z", "M0-5.8L6 4.8H-6Z", "M-5-5H5V5H-5Z"];
const SIGNS = ["M-4-4L4 4M4-4L-4 4", "M0-4.5A4.5 4.5 0 1 0 .01-4.5", "M0-4.5L5 4H-5Z", "M-4-4H4V4H-4Z"];
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const STAR = "M0-5L1.3-1.7 4.8-1.5 2.1.7 3 4.1 0 2.2-3 4.1-2.1.7-4.8-1.5-1.3-1.7Z";

export function clickable(node, label, act) {
  for (const [name, value] of Object.entries({ role: "button", tabindex: 0, cursor: "pointer", "aria-label": label })) {
    node.setAttribute(name, value);
  }
  node.addEventListener("click", act);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
  return node;
}

export function card(width, height, stroke, dashes = "none") {
  return element("rect", { width, height, rx: 6, fill: PAPER, stroke, "stroke-opacity": 0.75, "stroke-dasharray": dashes });
}

/** A die, or the empty slot for one; on a card it bears its player's sign. */
export function die(x, y, size, lying, { fresh = false, bare = false, names = [] } = {}) {
  const face = { width: size, height: size, rx: size / 5, stroke: INK, "stroke-opacity": 0.4, "stroke-width": 0.8 };
  if (!lying) return at(x, y, element("rect", { ...face, fill: PAPER, "stroke-dasharray": "2 2" }));
  const colour = `var(--p${lying.player})`;
  const third = size / 3.6;
  const pips = PIPS[lying.value].map((spot) => element("circle", { r: size / 11, fill: INK,
    cx: size / 2 + ((spot % 3) - 1) * third, cy: size / 2 + (Math.floor(spot / 3) - 1) * third }));
  const owner = bare ? [] : [element("g", { transform: `translate(${size} 1) scale(.8)` },
    element("circle", { r: 6.5, fill: PAPER }), sign(lying.player, 0, 0))];
  return at(x, y, element("title", {}, `${lying.value} of ${names[lying.player] ?? `player ${lying.player}`}`),
    element("rect", { ...face, fill: PAPER }),
    element("rect", { ...face, fill: colour, "fill-opacity": 0.12, stroke: fresh ? INK : colour, "stroke-opacity": 1,
      "stroke-width": fresh ? 2.6 : 1.4 }), ...pips, ...owner);
}

export function lineIcon(disease, x, y, fresh, pitch) {
  const ring = fresh ? [element("circle", { cx: x, cy: y, r: 8.5, fill: "none", stroke: INK, "stroke-width": 2 })] : [];
  return element("g", {}, element("title", {}, `a full line gives a ${DISEASES[disease]} box`),
    shape(disease, x, y, pitch > 20 ? 0.95 : 0.8), ...ring);
}

/** Even boxes are square and give an extra cross-off, odd ones are round and give a wildcard. */
export function laboratory(crossed, mine) {
  const boxes = Array.from({ length: 11 }, (_, index) => {
    const box = index + 2;
    const done = crossed.includes(box);
    const fresh = mine.some((event) => event.event === "laboratory" && event.box === box);
    const gives = box % 2 ? "a wildcard" : "an extra cross-off";
    return at(23 + index * 18.6, 0, element("title", {}, `laboratory ${box} gives ${gives}`),
      element("rect", { width: 17, height: 17, rx: box % 2 ? 8.5 : 2.5, fill: INK, "fill-opacity": done ? 0.85 : 0.05,
        stroke: INK, "stroke-width": fresh ? 2.8 : 0.8 }),
      done ? element("path", { d: "M5 5L12 12M12 5L5 12", stroke: PAPER, "stroke-width": 2, "stroke-linecap": "round" })
        : words(8.5, 12, box, { size: 10 }));
  });
  return [words(0, 12, "lab", { size: 10, anchor: "start", soft: true }), ...boxes];
}

export function wildcards({ circled, used }, mine) {
  const won = mine.filter((event) => event.event === "wildcard").length;
  return Array.from({ length: 6 }, (_, index) => {
    const fresh = index < circled && index >= circled - won;
    return at(index * 17.5, 1, element("title", {}, index < used ? "a wildcard, spent" : index < circled ? "a wildcard" : "no wildcard yet"),
      element("circle", { cx: 8, cy: 8, r: 7, fill: INK, "fill-opacity": index < circled && index >= used ? 0.12 : 0, stroke: INK,
        "stroke-width": fresh ? 2.6 : 0.8, ...(index < circled ? {} : { "stroke-dasharray": "2 2", "stroke-opacity": 0.6 }) }),
      ...(index < circled ? [element("path", { d: STAR, transform: "translate(8 8.4)", fill: INK, opacity: index < used ? 0.35 : 1 })] : []),
      ...(index < used ? [element("path", { d: "M2 14L14 2", stroke: INK, "stroke-width": 1.6 })] : []));
  });
}


export function tube(virus, rounds, mine) {
  const fresh = mine.some((event) => event.event === "virus");
  const cells = Array.from({ length: rounds }, (_, index) => at(index * 22, 0,
    element("title", {}, `contamination of round ${index + 1}`),
    element("rect", { width: 20, height: 20, rx: 10, fill: INK, "fill-opacity": index < virus.length ? 0.09 : 0, stroke: INK,
      "stroke-width": fresh && index === virus.length - 1 ? 2.6 : 0.7, ...(index < virus.length ? {} : { "stroke-dasharray": "2 2", "stroke-opacity": 0.6 }) }),
    words(10, 14, index < virus.length ? `${virus[index] ? "−" : ""}${virus[index]}` : "", { size: 10 })));
  return [words(-5, 14, "virus", { size: 10, anchor: "end", soft: true }), ...cells];
}

export function pennant(x, y) {
  return at(x, y, element("title", {}, "holds the priority card: starts the next round"),
    element("rect", { width: 72, height: 20, rx: 10, fill: INK, "fill-opacity": 0.1 }),
    element("path", { d: "M9 16V4L19 7.5L9 11", fill: INK, stroke: INK, "stroke-width": 1.4, "stroke-linejoin": "round" }),
    words(44, 14, "starts next", { size: 8.5 }));
}

export function outline(x, y, width, height) {
  return element("rect", { x, y, width, height, rx: 5, fill: "none", stroke: INK, "stroke-width": 1.4, "stroke-dasharray": "4 3" });
}

export const shape = (disease, x, y, scale) =>
  element("path", { d: SHAPES[disease], transform: `translate(${x} ${y}) scale(${scale})`, fill: TINTS[disease] });
export const sign = (player, x, y) => element("path", { d: SIGNS[player], transform: `translate(${x} ${y})`, fill: "none",
  stroke: `var(--p${player})`, "stroke-width": 2.4, "stroke-linecap": "round", "stroke-linejoin": "round" });
export const shorten = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);
export const at = (x, y, ...children) => element("g", { transform: `translate(${x} ${y})` }, ...children);

export function words(x, y, text, { size = 11, weight = 400, anchor = "middle", soft = false } = {}) {
  return element("text", { x, y, "font-size": size, "font-weight": weight, "text-anchor": anchor, fill: INK,
    opacity: soft ? 0.8 : 1 }, String(text));
}

export function element(name, attributes, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
