// The replay player: one ES module for the site, the SDK's HTML file and notebooks.
//
//   mountPlayer(element, {
//     film,      // film.json of one match, see scuffle.film: game, players, steps, marks, …
//     renderer,  // the game's web.js: draw(svg, view, {…}), and perhaps series and table
//     frames,    // async (perspective) => [{view, sentence, label}], perspective "all", "0", …
//     mine,      // the seat of the viewer's own bot, if it has one here
//     page,      // where links to a step lead, if not to the page that the player stands in
//   }) -> Player
//
// Frame 0 is the start; frame n is what stands after n steps. Nothing is hidden or computed
// here: each perspective's frames come ready from the engine. The address `#step=12` names a frame,
// `#step=12&as=1` also whose eyes it is seen through. While a match is played, `begin` and `take`
// bring its frames as they come, and `end` its whole film.

import { listenToKeys } from "./keys.js";
import { layOut, renewNotes, SPEEDS } from "./layout.js";
import { Panels } from "./panels.js";
import { Timeline } from "./timeline.js";

const STEP_MS = 700;
const RENEW_MS = 250; // between two drawings of all moves, which grow with a match being played

export function mountPlayer(root, options) {
  return new Player(root, options);
}

export class Player {
  constructor(root, { film, renderer, frames, mine = null, page = null }) {
    this.root = root;
    this.film = film;
    this.renderer = renderer;
    this.loadFrames = frames;
    this.mine = mine;
    this.page = page;
    this.perspective = film.perspectives[0];
    this.frames = [];
    this.at = 0;
    this.drawn = 0;
    this.speed = 1;
    this.timer = null;
    this.due = null;
    this.renewed = 0;
    this.resized = new ResizeObserver(() => this.fit());
    this.lay();
    listenToKeys(this);
    addEventListener("hashchange", () => this.followAddress());
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
    this.ready = this.look(this.named().perspective).then(() => this.followAddress());
  }

  /** Build all elements for the film as it now is. */
  lay() {
    this.parts = layOut(this.root, this.film, this);
    this.panels = new Panels(this);
    this.timeline = new Timeline(this);
    this.width = 0;
    this.resized.disconnect();
    this.resized.observe(this.parts.board);
  }

  get last() {
    return Math.max(0, this.frames.length - 1);
  }

  /** Who the match may be seen by: where nothing was hidden, by whoever's chair is drawn first. */
  get perspectives() {
    if (this.film.perspectives.length > 1 || !this.renderer.chairs) return this.film.perspectives;
    return [this.film.perspectives[0], ...this.film.players.map((_, player) => String(player))];
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
    let frames;
    try {
      const cut = this.film.perspectives.includes(perspective) ? perspective : this.film.perspectives[0];
      frames = await this.loadFrames(cut);
    } catch (error) {
      this.parts.sentence.textContent = `This view could not be loaded: ${error.message}`;
      return;
    }
    this.frames = frames;
    this.perspective = perspective;
    this.markPerspective();
    this.renew();
  }

  markPerspective() {
    for (const button of this.parts.perspectives) {
      button.setAttribute("aria-pressed", String(button.value === this.perspective));
    }
  }

  lookNext() {
    const values = this.parts.perspectives.map((button) => button.value);
    if (values.length) this.look(values[(values.indexOf(this.perspective) + 1) % values.length]);
  }

  /** Draw what depends on how long the match is; while it is played, whoever saw its end goes along. */
  renew() {
    const along = this.film.playing && this.at >= this.drawn && !this.timer;
    this.drawn = this.last;
    if (this.film.playing) renewNotes(this.parts, this.film);
    this.panels.refresh();
    this.timeline.refresh();
    this.show(along ? this.last : this.at);
  }

  /** Begin a match that is being played, or its next attempt, with nothing but the start. */
  begin(film, frame) {
    this.film = { ...film, steps: [], marks: [], playing: true };
    this.frames = [frame];
    this.at = this.drawn = 0;
    this.lay();
    this.markPerspective();
    this.renew();
  }

  /** Take in a step of a match that is being played; it is shown with the next picture. */
  take({ frame, taken, failed, marks }) {
    this.film.steps.push(taken);
    for (const { player, verdict, step } of failed) this.film.verdicts[player] = { verdict, step };
    this.film.marks.push(...marks);
    this.frames.push(frame);
    this.due ??= setTimeout(() => requestAnimationFrame(() => {
      this.due = null;
      this.renewed = performance.now();
      this.renew();
    }), RENEW_MS - (performance.now() - this.renewed));
  }

  /** The match has ended: show the whole of its film, at the step where the viewer is. */
  async end(film) {
    this.film = film;
    const focused = this.root.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
    this.lay();
    await this.look(this.perspective);
    if (focused) this.root.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Show frame `step`. */
  show(step) {
    this.at = Math.min(Math.max(0, step), this.last);
    const frame = this.frames[this.at];
    if (!frame) return;
    this.draw();
    this.parts.sentence.textContent = frame.sentence;
    this.parts.cost.textContent = this.cost();
    this.parts.link.setAttribute("href", this.linked(this.address()));
    for (const button of this.parts.back) button.disabled = this.at === 0;
    for (const button of this.parts.forth) button.disabled = this.at === this.last;
    this.timeline.follow();
    this.panels.follow();
  }

  /** What the step shown cost its bot. */
  cost() {
    const step = this.film.steps[this.at - 1];
    if (!step?.wall_ms) return "";
    const ms = (value) => `${value.toFixed(value < 1 ? 2 : 1)} ms`;
    return `${ms(step.cpu_ms)} CPU · ${ms(step.wall_ms)} wall`;
  }

  /** The address of what is shown now. */
  address() {
    const eyes = this.perspective === this.film.perspectives[0] ? "" : `&as=${this.perspective}`;
    return `#step=${this.at}${eyes}`;
  }

  /** The address by which others see `#step=…`. */
  linked(address) {
    return this.page ? new URL(address, this.page).href : address;
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

  /** What the address names: a step, if any, and whose eyes. */
  named() {
    const step = /step=(\d+)/.exec(location.hash);
    const eyes = /as=(\d)/.exec(location.hash)?.[1];
    return { step: step ? Number(step[1]) : null,
             perspective: this.perspectives.includes(eyes) ? eyes : this.perspective };
  }

  async followAddress() {
    const { step, perspective } = this.named();
    if (perspective !== this.perspective) await this.look(perspective);
    if (step === null) this.show(this.at);
    else this.jump(step);
  }
}
