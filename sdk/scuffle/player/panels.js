// What stands beside the board: the chart with its table, the moves, the board as a table.
//
// A game's web.js says what it has: `series(view)` -> {title, values per player},
// `table(view, labels)` -> {caption, columns, rows: [[header, cell, …], …]}.

import { copy, h, icon, s, sign } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 110;

export class Panels {
  constructor(player) {
    this.player = player;
    this.moveLinks = [];
    this.cursor = null;
  }

  /** Draw again what depends on the perspective. */
  refresh() {
    const { player } = this;
    const { chart } = player.parts;
    this.cursor = null;
    this.moves();
    chart.replaceChildren();
    if (!player.renderer.series || !player.frames.length) return;
    // Kept with its frame: while a match is played, the chart is drawn again with every few steps.
    const points = player.frames.map((frame) => (frame.point ??= player.renderer.series(frame.view)));
    chart.append(h("h2", { text: points[0].title }), this.plot(points), this.figures(points));
  }

  /** Follow the player to its frame. */
  follow() {
    const { at } = this.player;
    this.cursor?.setAttribute("x1", this.x(at));
    this.cursor?.setAttribute("x2", this.x(at));
    this.markMove(at);
    this.board();
  }

  /** The board as a table, made only while somebody reads it. */
  board() {
    const { parts, renderer, view, names } = this.player;
    if (!parts.tableOpen.open || !renderer.table || !view) return;
    parts.table.replaceChildren(tableOf(renderer.table(view, names)));
  }

  x(step) {
    return (step / Math.max(1, this.player.last)) * WIDTH;
  }

  plot(points) {
    const top = Math.max(1, ...points.flatMap((point) => point.values));
    const low = Math.min(0, ...points.flatMap((point) => point.values));
    const y = (value) => HEIGHT - 4 - ((value - low) / (top - low)) * (HEIGHT - 8);
    const lines = points[0].values.map((_, player) => s("polyline", {
      class: `line line-${player}`, "vector-effect": "non-scaling-stroke",
      points: points.map((point, step) => `${this.x(step).toFixed(1)},${y(point.values[player]).toFixed(1)}`).join(" "),
    }));
    const pointed = ({ offsetX, currentTarget }) =>
      this.player.jump(Math.round((offsetX / currentTarget.clientWidth) * this.player.last));
    this.cursor = s("line", { class: "cursor", y1: 0, y2: HEIGHT, "vector-effect": "non-scaling-stroke" });
    return s("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none",
                      role: "img", "aria-label": `${points[0].title} by step; the table below holds the figures`,
                      onclick: pointed },
      ...lines, this.cursor);
  }

  figures(points) {
    const { names } = this.player;
    const every = Math.max(1, Math.ceil(points.length / 12));
    const shown = points.map((point, step) => [step, ...point.values])
      .filter(([step]) => step % every === 0 || step === points.length - 1);
    return h("details", {}, h("summary", { text: "Figures" }),
      tableOf({ caption: points[0].title, columns: ["Step", ...names], rows: shown }));
  }

  moves() {
    const { film, parts } = this.player;
    const runs = [];
    film.steps.slice(0, this.player.last).forEach((step, index) => {
      if (!runs.length || runs.at(-1).player !== step.player) runs.push({ player: step.player, steps: [] });
      runs.at(-1).steps.push(index + 1);
    });
    parts.moves.replaceChildren(...runs.map((run) => h("li", {}, sign(run.player),
      h("span", { class: "hidden-words", text: run.player < 0 ? "chance" : film.players[run.player].name }),
      ...run.steps.map((step) => this.moveLink(step)), this.turnCopier(run))));
  }

  moveLink(step) {
    const { frames } = this.player;
    const link = h("a", { href: `#step=${step}`, text: frames[step].label, title: frames[step].sentence,
                          class: "move" });
    this.moveLinks[step] = link;
    return link;
  }

  /** Copies the link to where a turn begins. */
  turnCopier({ steps }) {
    const button = h("button", { type: "button", class: "turn-copy", title: "Copy the link to this turn",
                                 "aria-label": `Copy the link to step ${steps[0]}` }, icon("copy"));
    button.addEventListener("click", async () => {
      const done = await copy(new URL(this.player.linked(`#step=${steps[0]}`), location.href).href);
      button.replaceChildren(icon(done ? "done" : "failed"));
      setTimeout(() => button.replaceChildren(icon("copy")), 2000);
    });
    return button;
  }

  markMove(at) {
    this.current?.removeAttribute("aria-current");
    this.current = this.moveLinks[at];
    this.current?.setAttribute("aria-current", "step");
    const list = this.player.parts.moves;
    const row = this.current?.parentElement;
    if (row) list.scrollTop = row.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
  }
}

function tableOf({ caption, columns, rows }) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", {},
      h("caption", { text: caption }),
      h("thead", {}, h("tr", {}, ...columns.map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...rows.map(([head, ...cells]) => h("tr", {}, h("th", { scope: "row", text: head }),
        ...cells.map((text) => h("td", { text })))))));
}
