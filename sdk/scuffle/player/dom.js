// Small builders for HTML and SVG elements.

/** An HTML element with properties (`class`, `text`, `on…`, attributes) and children. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element, likewise. */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const SHAPES = ["M3 3 L13 13 M13 3 L3 13", "M8 2 A6 6 0 1 0 8 14 A6 6 0 1 0 8 2",
                "M8 2.5 L14 13 L2 13 Z", "M3 3 H13 V13 H3 Z"];

/** A player's sign: a shape of its own as well as a colour; chance is a dot. */
export function sign(player) {
  const path = player < 0 ? "M8 7 a1 1 0 1 0 .01 0" : SHAPES[player % SHAPES.length];
  return s("svg", { class: `sign sign-${player < 0 ? "chance" : player}`, viewBox: "0 0 16 16",
                    "aria-hidden": "true" }, s("path", { d: path }));
}

const ICONS = {
  first: "M4 3v10 M13 3 L6 8 L13 13 Z",
  turnBack: "M8 3 L2 8 L8 13 Z M14 3 L8 8 L14 13 Z",
  back: "M11 3 L4 8 L11 13 Z",
  forth: "M5 3 L12 8 L5 13 Z",
  turnForth: "M2 3 L8 8 L2 13 Z M8 3 L14 8 L8 13 Z",
  last: "M12 3v10 M3 3 L10 8 L3 13 Z",
  copy: "M2.5 5.5h8v8h-8z M5.5 5.5v-3h8v8h-3",
  done: "M3 8.5 L6.5 12 L13 4",
  failed: "M4 4 L12 12 M12 4 L4 12",
};

/** The picture on a button; the button's label says it in words. */
export function icon(name) {
  return s("svg", { class: `icon icon-${name}`, viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** Copy `text`, also over plain http, where browsers offer no clipboard; says whether it worked. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = h("textarea", { "aria-hidden": "true" });
    Object.assign(box.style, { position: "fixed", opacity: "0" });
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}
