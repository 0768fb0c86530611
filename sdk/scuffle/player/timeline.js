// The scrub bar and the marks above it, each told by shape and place as well as by colour.
//
// A kill is a tick, in the upper half if player 0 did it and in the lower half if player 1; a tag is
// a flag, a fault a cross, the end a bar; what else a game marks is a dot.

import { h, s } from "./dom.js";

const HEIGHT = 14;
const SHAPES = {
  tag: "M0 14V1 L7 4 L0 7",
  fault: "M-4 3 L4 11 M4 3 L-4 11",
  end: "M0 0V14 M-3 0H3 M-3 14H3",
};
const DOT = "M0 4 a3 3 0 1 0 .01 0";

/** Build the scrub bar into `parts`. */
export function scrubBar(parts, player) {
  parts.scrub = h("input", { type: "range", min: 0, max: 0, value: 0, class: "scrub", "aria-label": "Step",
                             oninput: () => player.jump(Number(parts.scrub.value)) });
  parts.marks = s("svg", { class: "marks", "aria-hidden": "true" });
  parts.counter = h("output", { class: "counter" });
  return h("div", { class: "timeline" }, parts.marks, parts.scrub);
}

export class Timeline {
  constructor(player) {
    this.player = player;
  }

  /** Draw again what depends on the length of the match. */
  refresh() {
    const { parts, last, film } = this.player;
    parts.scrub.max = String(last);
    parts.marks.replaceChildren(...film.marks.filter((mark) => mark.step <= last)
      .map((mark) => s("svg", { x: `${(100 * mark.step) / Math.max(1, last)}%`, overflow: "visible" },
        s("path", { class: `mark mark-${mark.kind} of-${mark.player}`, d: shape(mark) }, s("title", { text: mark.text })))));
  }

  /** Follow the player to its frame. */
  follow() {
    const { at, last, frames, parts } = this.player;
    parts.scrub.value = String(at);
    parts.scrub.setAttribute("aria-valuetext", `step ${at} of ${last}: ${frames[at].sentence}`);
    parts.counter.textContent = `${at} / ${last}`;
  }
}

function shape({ kind, player }) {
  if (kind === "kill") return player === 0 ? "M0 0V6" : `M0 ${HEIGHT - 6}V${HEIGHT}`;
  return SHAPES[kind] ?? DOT;
}
