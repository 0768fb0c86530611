// The keyboard: a visible map of it, which can be switched off.

import { h } from "./dom.js";
import { remember, remembered } from "./memory.js";

const STORE = "scuffle-player-keys";

export const KEYS = [
  [["ArrowLeft"], "←", "previous step", (player) => player.step(-1)],
  [["ArrowRight"], "→", "next step", (player) => player.step(1)],
  [["PageUp", "ArrowUp"], "↑", "previous turn", (player) => player.turn(-1)],
  [["PageDown", "ArrowDown"], "↓", "next turn", (player) => player.turn(1)],
  [["Home"], "Home", "first", (player) => player.jump(0)],
  [["End"], "End", "last", (player) => player.jump(player.last)],
  [[" "], "Space", "play or pause", (player) => player.toggle()],
  [["+", "="], "+", "faster", (player) => player.faster(1)],
  [["-"], "−", "slower", (player) => player.faster(-1)],
  [["v"], "V", "next view", (player) => player.lookNext()],
];

const OWN_KEYS = "input:not([type=checkbox]), select, textarea, summary, [contenteditable]";

/** The switch of the key map; it is remembered. */
export function keySwitch() {
  const box = h("input", { type: "checkbox", onchange: () => remember(STORE, box.checked) });
  box.checked = remembered(STORE, true);
  return box;
}

export function listenToKeys(player) {
  document.addEventListener("keydown", (event) => {
    // A page may show one match after another: keys are for the player that stands there.
    if (!player.root.isConnected || !player.parts.keysOn.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.closest?.(OWN_KEYS)) return;
    if (event.key === " " && target.closest?.("button, a")) return;
    const entry = KEYS.find(([keys]) => keys.includes(event.key));
    if (!entry) return;
    event.preventDefault();
    entry[3](player);
  });
}
