// The replay player: one ES module for the site, the SDK's HTML file and notebooks.
//
//   mountPlayer(element, {
//     film,      // film.json of one match, see scuffle.film: game, players, steps, marks, …
//     renderer,  // the game's web.js: draw(svg, view, {…}), and perhaps series and table
//     frames,    // async (perspective) => [{view, sentence, label}], perspective "all", "0", …
//   }) -> Player
//
// Frame 0 is the start; frame n is what stands after n steps. Nothing is hidden or computed
// here: each perspective's frames come ready from the engine. The address `#step=12` names a frame.

import { bindKeys } from "./keys.js";
import { layOut, SPEEDS } from "./layout.js";
import { Panels } from "./panels.js";

const STEP_MS = 700;

export function mountPlayer(root, options) {
  return new Player(root, options);
}

export class Player {
  constructor(root, { film, renderer, frames }) {
    this.film = film;
    this.renderer = renderer;
    this.loadFrames = frames;
    this.perspective = "all";
    this.frames = [];
    this.at = 0;
    this.speed = 1;
    this.timer = null;
    this.parts = layOut(root, film, this);
    this.panels = new Panels(this);
    bindKeys(this);
    addEventListener("hashchange", () => this.followAddress());
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
    this.width = 0;
    new ResizeObserver(() => this.fit()).observe(this.parts.board);
    this.ready = this.look("all").then(() => this.followAddress());
  }

  get last() {
    return Math.max(0, this.frames.length - 1);
  }

  /** Who the match may be seen by: where nothing was hidden, by whoever's chair is drawn first. */
  get perspectives() {
    if (this.film.perspectives.length > 1 || !this.renderer.chairs) return this.film.perspectives;
    return ["all", ...this.film.players.map((_, player) => String(player))];
  }

  get names() {
    return this.film.players.map((one) => one.name);
  }

  get view() {
    return this.frames[this.at]?.view;
  }

  /** Show the match as `perspective` saw it. */
  async look(perspective) {
    this.pause();
    try {
      const cut = this.film.perspectives.includes(perspective) ? perspective : "all";
      this.frames = await this.loadFrames(cut);
    } catch (error) {
      this.parts.sentence.textContent = `This view could not be loaded: ${error.message}`;
      return;
    }
    this.perspective = perspective;
    for (const button of this.parts.perspectives) {
      button.setAttribute("aria-pressed", String(button.value === perspective));
    }
    this.panels.refresh();
    this.show(this.at);
  }

  lookNext() {
    const values = this.parts.perspectives.map((button) => button.value);
    if (values.length) this.look(values[(values.indexOf(this.perspective) + 1) % values.length]);
  }

  /** Show frame `step`. */
  show(step) {
    this.at = Math.min(Math.max(0, step), this.last);
    const frame = this.frames[this.at];
    if (!frame) return;
    this.draw();
    this.parts.sentence.textContent = frame.sentence;
    this.parts.scrub.value = String(this.at);
    this.parts.scrub.setAttribute("aria-valuetext", `step ${this.at} of ${this.last}: ${frame.sentence}`);
    this.parts.counter.textContent = `${this.at} / ${this.last}`;
    this.parts.link.setAttribute("href", `#step=${this.at}`);
    for (const button of this.parts.back) button.disabled = this.at === 0;
    for (const button of this.parts.forth) button.disabled = this.at === this.last;
    this.panels.follow();
  }

  draw() {
    const before = this.frames[this.at - 1]?.view;
    const chair = this.perspective === "all" ? null : Number(this.perspective);
    this.renderer.draw(this.parts.board, this.view, { labels: this.names, settings: this.film.settings, before, chair });
  }

  /** Draw again at another width: a renderer may place things by it, and a phone can be turned. */
  fit() {
    const width = this.parts.board.clientWidth;
    if (width === this.width) return;
    this.width = width;
    if (this.view) this.draw();
  }

  step(by) {
    this.pause();
    this.show(this.at + by);
  }

  /** Go to the next (`by` 1) or previous (-1) change of turn. */
  turn(by) {
    this.pause();
    let step = this.at;
    const mover = (n) => this.film.steps[n - 1]?.player;
    if (by < 0) step -= 1;
    else step += 1;
    while (step > 0 && step < this.last && mover(step) === mover(step + 1)) step += by;
    this.show(step);
  }

  jump(step) {
    this.pause();
    this.show(step);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.last) this.show(0);
    this.parts.play.setAttribute("aria-pressed", "true");
    this.parts.play.textContent = "Pause";
    this.timer = setInterval(() => this.tick(), STEP_MS / this.speed);
  }

  tick() {
    this.show(this.at + 1);
    if (this.at === this.last) this.pause();
  }

  pause() {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.parts.play.setAttribute("aria-pressed", "false");
    this.parts.play.textContent = "Play";
  }

  setSpeed(speed) {
    this.speed = speed;
    this.parts.speed.value = String(speed);
    if (this.timer) {
      this.pause();
      this.toggle();
    }
  }

  faster(by) {
    const at = Math.min(Math.max(0, SPEEDS.indexOf(this.speed) + by), SPEEDS.length - 1);
    this.setSpeed(SPEEDS[at]);
  }

  followAddress() {
    const match = /step=(\d+)/.exec(location.hash);
    if (match) this.jump(Number(match[1]));
    else this.show(this.at);
  }
}
