// Puts the replay player in place of the final position, or of the one so far, and an owner's log
// beside it. A match that is being played is followed; when it ends, the page's other parts are
// fetched anew.

import { Live } from "./live.js";
import { visible } from "./visible.js";

const root = document.getElementById("player");
const note = document.getElementById("live-note");

async function json(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText || answer.status);
  return answer.json();
}

const [{ mountPlayer }, renderer] = await Promise.all([import(root.dataset.player), import(root.dataset.renderer)]);

function mount(film, frames) {
  const mine = root.dataset.mine ? Number(root.dataset.mine) : null;
  const page = root.dataset.page && new URL(root.dataset.page, location.href).href;
  return mountPlayer(root, { film, renderer, frames, mine, page });
}

/** The film and the first frames come before the player does, so that it stands there drawn at once. */
async function watchReplay() {
  const [film, all] = await Promise.all([json(root.dataset.film), json(root.dataset.frames)]);
  const address = (perspective) => root.dataset.frames.replace(/all(?=\.json)/, perspective);
  return mount(film, (perspective) => (perspective === "all" ? all : json(address(perspective))));
}

async function watchLive() {
  const live = new Live(root, mount, json, (text) => { note.textContent = text; });
  live.over.then((failure) => finish(live.player, failure)).catch(() => location.reload());
  return live.start();
}

/** The match is recorded: show all that the page knows now, and leave the viewer where they are. */
async function finish(player, failure) {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  for (const id of ["match-head", "match-facts"]) {
    document.getElementById(id)?.replaceWith(document.adoptNode(page.getElementById(id)));
  }
  note.textContent = `${failure} The match has ended.`.trim();
  if (page.getElementById("player")) await player.end(await json(root.dataset.film));
  else location.reload();
  readLogs(player);
}

function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

function readLogs(player) {
  for (const section of document.querySelectorAll("[data-log]")) follow(player, section);
}

async function follow(player, section) {
  const text = await (await fetch(section.dataset.log)).text();
  const entries = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const box = section.querySelector(".beside");
  let shown;
  const show = () => {
    // A request that failed took no step: it is shown with the last one.
    const until = player.at === player.last ? Infinity : Math.max(1, player.at);
    const entry = entries.findLast((one) => one.step < until) ?? entries[0];
    if (!entry || entry === shown) return;
    shown = entry;
    box.replaceChildren(...describe(entry));
  };
  new MutationObserver(show).observe(player.parts.counter, { childList: true, characterData: true, subtree: true });
  show();
}

function ms(us) {
  return `${(us / 1000).toFixed(us < 1000 ? 2 : 1)} ms`;
}

function describe(entry) {
  const title = entry.request === 0 ? "Start" : `Request ${entry.request}`;
  const head = `${title} · ${ms(entry.cpu_us)} CPU · ${ms(entry.wall_us)} wall · ${Math.round(entry.bank_ms)} ms left`;
  const details = element("details", "");
  details.append(element("summary", "Sent and received", "small"), log(entry.sent), log(entry.received || "(nothing)"));
  return [element("p", head, "small quiet"), log(entry.stderr || "(nothing was written)"), details];
}

function log(text) {
  const made = element("pre", visible(text), "log");
  made.tabIndex = 0;
  return made;
}

(root.dataset.events ? watchLive() : watchReplay())
  .then((player) => {
    readLogs(player);
    return player.ready;
  })
  .then(() => root.setAttribute("data-ready", ""))
  .catch((error) => root.prepend(element("p", `The replay could not be shown: ${error.message}`, "note bad")));

// "Play on from here" leads to the step that is shown.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("#play-on");
  const scrub = root.querySelector(".scrub");
  if (link && scrub) link.search = `?step=${scrub.value}`;
});
