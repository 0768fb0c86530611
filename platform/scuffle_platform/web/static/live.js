// Follows a match while it is played: by its stream of events, or, where no stream is to be had, by
// asking for all frames now and then. The player shows either; at the end it gets the whole film.

const ASK_AGAIN_S = 3;
const HIDDEN_S = 30; // a stream takes a place on the server, which a tab that nobody sees gives back

export class Live {
  /**
   * @param {HTMLElement} root with `data-events`, `data-film`, `data-frames`
   * @param {(film: object, frames: Function) => object} mount makes the player
   * @param {(address: string) => Promise<any>} json
   * @param {(text: string) => void} say
   */
  constructor(root, mount, json, say) {
    Object.assign(this, { root, mount, json, say });
    this.player = null;
    this.source = null;
    this.eyes = null;
    this.attempt = null;
    this.fresh = false; // a stream that has told nothing yet
    this.again = null; // frames that a new stream tells of steps which were seen before
    this.timer = null;
    this.over = new Promise((done) => { this.done = done; });
    document.addEventListener("visibilitychange", () => this.rest());
  }

  /** Resolves with the player once there is something to see. */
  start() {
    return new Promise((ready) => {
      this.ready = ready;
      this.open();
    });
  }

  /** The player's frames through other eyes: those events from their beginning. */
  frames(perspective) {
    if (this.ended) return this.json(this.address(perspective));
    if (this.eyes === perspective) return this.player.frames;
    this.eyes = perspective;
    if (this.timer) return this.json(this.address(perspective));
    return new Promise((shown) => {
      this.shown = shown;
      this.open();
    });
  }

  address(perspective) {
    return this.root.dataset.frames.replace(/all(?=\.json)/, perspective);
  }

  open() {
    this.source?.close();
    this.fresh = true;
    const source = new EventSource(this.root.dataset.events + (this.eyes ? `?as=${this.eyes}` : ""));
    this.source = source;
    const on = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
    on("start", (event) => this.begin(event));
    on("step", (event) => this.take(event));
    on("state", (event) => this.say(event.sentence));
    on("end", (event) => this.end(event.failed));
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED && source === this.source) this.poll();
    };
  }

  /** Let go of the stream some time after the tab was hidden, and begin again when it is seen. */
  rest() {
    clearTimeout(this.resting);
    if (this.ended || this.timer) return;
    if (document.hidden) this.resting = setTimeout(() => this.source.close(), HIDDEN_S * 1000);
    else if (this.source.readyState === EventSource.CLOSED) this.open();
  }

  begin({ attempt, film, frame }) {
    this.eyes ??= film.perspectives[0];
    const same = this.fresh && attempt === this.attempt;
    if (!same) this.say(attempt === 1 ? "Live: you see each step as it is taken." : `Live: attempt ${attempt}, from the start.`);
    Object.assign(this, { attempt, fresh: false, again: null });
    if (!this.player) return this.seat(film, [frame]);
    if (same) this.again = [frame];
    else this.player.begin(film, frame);
    this.caughtUp();
  }

  take(event) {
    if (!this.player) return;
    if (this.again) {
      this.again.push(event.frame);
      return this.caughtUp();
    }
    this.player.take(event);
    for (const seat of event.failed) this.say(`${this.failure(seat)} The others play on.`);
  }

  failure({ player, verdict, step }) {
    return `${this.player.names[player]} failed at step ${step}: ${verdict}.`;
  }

  /** Once a new stream has told all that was seen before, the viewer goes on where they are. */
  caughtUp() {
    if (this.again && this.again.length <= this.player.last) return;
    this.shown?.(this.again ?? this.player.frames);
    this.shown = this.again = null;
  }

  /** Without a stream: everything anew, every few seconds. */
  async poll() {
    this.say("Live: this page asks for new steps every few seconds.");
    this.timer = setTimeout(() => this.poll(), ASK_AGAIN_S * 1000);
    if (document.hidden && this.player) return;
    try {
      const film = await this.json(this.root.dataset.film);
      if (!film.playing) return this.end();
      this.eyes ??= film.perspectives[0];
      this.showAll(film, await this.json(this.address(this.eyes)));
    } catch (error) {
      // A site that does not answer may answer the next time; one that says no has no match to show.
      if (this.player && !(error instanceof TypeError)) this.end();
    }
  }

  showAll(film, frames) {
    if (this.player) {
      this.player.film = film;
      this.player.frames = frames;
      return this.player.renew();
    }
    this.seat(film, frames);
  }

  /** Make the player, which asks for its first frames while it is made. */
  seat(film, frames) {
    const first = (perspective) => !this.player && perspective === this.eyes;
    this.player = this.mount(film, (perspective) => (first(perspective) ? frames : this.frames(perspective)));
    this.player.ready.then(() => this.ready(this.player));
  }

  /** The match is recorded; `failed` are those whose failure ended it. */
  end(failed = []) {
    this.ended = true;
    this.source.close();
    clearTimeout(this.timer);
    this.done(this.player ? failed.map((seat) => this.failure(seat)).join(" ") : "");
  }
}
