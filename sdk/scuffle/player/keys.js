// The keyboard: a visible map of it, which can be switched off.

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

export function bindKeys(player) {
  const box = player.parts.keysOn;
  box.checked = remembered();
  box.addEventListener("change", () => remember(box.checked));
  document.addEventListener("keydown", (event) => {
    if (!box.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.closest?.(OWN_KEYS)) return;
    if (event.key === " " && target.closest?.("button, a")) return;
    const entry = KEYS.find(([keys]) => keys.includes(event.key));
    if (!entry) return;
    event.preventDefault();
    entry[3](player);
  });
}

function remembered() {
  try {
    return localStorage.getItem(STORE) !== "off";
  } catch {
    return true;
  }
}

function remember(on) {
  try {
    localStorage.setItem(STORE, on ? "on" : "off");
  } catch {
    // A page without storage forgets; nothing else depends on it.
  }
}
