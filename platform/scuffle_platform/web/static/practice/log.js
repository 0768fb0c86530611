// What one's own bot wrote, request by request, shown beside the step of the replay.

import { visible } from "../visible.js";

export class Log {
  constructor() {
    this.entries = [];
    this.steps = 0;
  }

  /** Take one event of scuffle.practice. */
  hear(event) {
    const last = this.entries.at(-1);
    if (event.type === "step") this.steps += 1;
    else if (event.type === "asked") this.entries.push({ step: this.steps, left: event.left_ms, text: "", cpu: null });
    else if (event.type === "answered") last.cpu = event.cpu_ms;
    else if (event.type === "wrote") last.text += event.text;
  }

  /** How far the match has come, and what the bot wrote last, in one line. */
  last() {
    const text = this.entries.findLast((one) => one.text)?.text.trimEnd().split("\n").pop() ?? "";
    return `Step ${this.steps}${text && ` · ${text.slice(0, 100)}`}`;
  }

  /** Show, in `place`, the entry that belongs to the step that `player` shows. */
  follow(player, place) {
    let shown;
    const show = () => {
      const entry = this.entries.findLast((one) => one.step < player.at) ?? this.entries[0];
      const found = player.at === player.last ? this.entries.at(-1) : entry;
      if (!found || found === shown) return;
      shown = found;
      place.replaceChildren(...this.describe(found));
    };
    new MutationObserver(show).observe(player.parts.counter, { childList: true, characterData: true, subtree: true });
    show();
  }

  describe(entry) {
    const number = this.entries.indexOf(entry);
    const title = number ? `Request ${number}, before step ${entry.step + 1}` : "Start";
    const cpu = entry.cpu === null ? "no answer" : `${entry.cpu.toFixed(1)} ms`;
    const head = document.createElement("p");
    head.className = "small quiet";
    head.textContent = `${title} · ${cpu} · ${Math.round(entry.left)} ms were left`;
    const text = document.createElement("pre");
    text.className = "log";
    text.tabIndex = 0;
    text.setAttribute("role", "group");
    text.setAttribute("aria-label", "What your bot wrote");
    text.textContent = visible(entry.text) || "(nothing was written)";
    return [head, text];
  }
}
