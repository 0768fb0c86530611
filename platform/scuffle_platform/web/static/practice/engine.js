// The page's side of Python: it fetches the files once, keeps a worker, and holds the clock.

const GRACE_MS = 1000;

export class Engine {
  /**
   * @param worker address of the worker's module
   * @param home address of the folder of Pyodide's files
   * @param files [[name, address, bytes], …]; those that end in .whl are unpacked in this order
   */
  constructor({ worker, home, files }) {
    this.address = worker;
    this.home = new URL(home, location.href).href;
    this.files = files;
    this.bytes = null;
    this.worker = null;
    this.open = new Map(); // questions that wait for their answer, by number
    this.asked = 0;
  }

  /** Bring a worker to where it can play; `progress(share)` hears how much was fetched. */
  async ready(progress = () => {}) {
    this.bytes ??= await this.fetchAll(progress);
    if (!this.worker) await this.begin();
  }

  async fetchAll(progress) {
    const total = this.files.reduce((sum, [, , bytes]) => sum + bytes, 0);
    let got = 0;
    const one = async ([name, address]) => {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${name} could not be fetched (${response.status}).`);
      const chunks = [];
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        chunks.push(value);
        progress(Math.min(1, (got += value.length) / total));
      }
      return [name, await new Blob(chunks).arrayBuffer()];
    };
    return Object.fromEntries(await Promise.all(this.files.map(one)));
  }

  async begin() {
    const worker = new Worker(this.address, { type: "module" });
    worker.onmessage = ({ data }) => this.answered(data);
    worker.onerror = (event) => this.end(new Error(event.message || "The worker could not be started."));
    this.worker = worker;
    const wheels = Object.keys(this.bytes).filter((name) => name.endsWith(".whl"));
    try {
      await this.ask({ type: "begin", home: this.home, files: this.bytes, wheels });
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  /** One question to the worker; `hear(event)` gets what it tells meanwhile. */
  ask(question, hear = () => {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.asked;
      this.open.set(id, { resolve, reject, hear });
      this.worker.postMessage({ id, ...question });
    });
  }

  answered({ id, event, text, broken }) {
    const question = this.open.get(id);
    if (!question) return; // of a worker that has been ended
    if (event) return question.hear(JSON.parse(event));
    this.open.delete(id);
    if (broken === undefined) question.resolve(text);
    else question.reject(new Error(broken));
  }

  /**
   * Play one match. A bot that does not answer within its clock is stopped, with the worker.
   *
   * @param asked what scuffle.practice is asked
   * @param hear gets its events
   * @return {film, seats, lines} or {refused}; with `stopped`, a sentence, if it was ended
   */
  async play(asked, hear) {
    const match = { steps: [], timer: null };
    this.match = match;
    const text = JSON.stringify(asked);
    const follow = (event) => {
      // What a bot writes is no answer.
      if (event.type !== "wrote") clearTimeout(match.timer);
      if (event.type === "step") match.steps.push(event.step);
      if (event.type === "asked") this.startClock(match, event);
      hear(event);
    };
    try {
      return JSON.parse(await this.ask({ type: "play", asked: text }, follow));
    } catch (error) {
      if (!(error instanceof Stopped)) {
        this.end(error);
        throw error;
      }
      await this.ready();
      const player = asked.seats.findIndex((seat) => "source" in seat);
      const question = { type: "stopped", asked: text, steps: JSON.stringify(match.steps), player };
      return { ...JSON.parse(await this.ask(question)), stopped: error.message };
    } finally {
      clearTimeout(match.timer);
      this.match = null;
    }
  }

  startClock(match, { left_ms }) {
    const seconds = (left_ms / 1000).toFixed(1);
    const why = `Your bot did not answer within the ${seconds} s that its clock had left, so it was stopped. On the ladder that is a timeout.`;
    match.timer = setTimeout(() => this.stop(why), left_ms + GRACE_MS);
  }

  /** End the match that is being played, for the reason `why`. */
  stop(why) {
    if (this.match) this.end(new Stopped(why));
  }

  /** End the worker; whoever waits for an answer is told `why` there is none. */
  end(why) {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.open.values()) reject(why);
    this.open.clear();
  }

  async frames(perspective) {
    return JSON.parse(await this.ask({ type: "frames", perspective }));
  }
}

class Stopped extends Error {}
