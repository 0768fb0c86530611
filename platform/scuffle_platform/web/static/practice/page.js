// The Practice page: the editor, a match against house bots in this browser, what came of it.

import { Engine } from "./engine.js";
import { Log } from "./log.js";
import { headline } from "./verdict.js";

const form = document.getElementById("practice");
const field = form.elements.code;
const status = document.getElementById("status");
const heard = document.getElementById("heard");
const plain = document.getElementById("plain");
const keep = `scuffle.practice.${form.elements.game.value}`;
const PLAIN = "scuffle.practice.plain";
let editor = null;

const copied = keepDraft();
await chooseEditor();
if (copied !== null) write(copied);
copyStarters();
if (form.dataset.home) offerPlay(new Engine({ worker: form.dataset.worker, home: form.dataset.home, files: JSON.parse(form.dataset.files) }));
document.documentElement.dataset.practice = "ready";

/**
 * What is written survives leaving the page. Gives what was asked for in its place, else null:
 * it is written over the draft, so that undo brings that back.
 */
function keepDraft() {
  const draft = localStorage.getItem(keep);
  const asked = form.hasAttribute("data-copied") ? field.value : null;
  field.value = draft ?? field.value;
  field.addEventListener("input", () => localStorage.setItem(keep, field.value));
  // Once: whoever loads the page again wants what was made of it.
  if (asked !== null) history.replaceState(null, "", `?game=${form.elements.game.value}`);
  return asked;
}

async function chooseEditor() {
  plain.closest("label").hidden = false;
  plain.checked = localStorage.getItem(PLAIN) === "yes";
  plain.addEventListener("change", async () => {
    localStorage.setItem(PLAIN, plain.checked ? "yes" : "no");
    await useEditor();
  });
  await useEditor();
}

async function useEditor() {
  editor?.close();
  editor = null;
  document.getElementById("keys").hidden = plain.checked;
  if (plain.checked) return;
  const { openEditor } = await import(form.dataset.editor);
  editor = openEditor(field, "Your bot");
}

function write(text) {
  if (editor) return editor.set(text);
  field.value = text;
  field.dispatchEvent(new Event("input"));
}

/** A starter comes without leaving the page, so that undo brings back what was there. */
function copyStarters() {
  const chooser = document.getElementById("starters");
  chooser.addEventListener("submit", async (event) => {
    const { copy } = chooser.elements;
    const chosen = copy.selectedOptions[0];
    const here = "text" in chosen.dataset || "source" in chosen.dataset;
    if (!here) return;
    event.preventDefault();
    const text = chosen.dataset.text ?? (await fetched(chosen.dataset.source));
    if (text === null) return say("bad", `${chosen.value} could not be fetched.`);
    write(text);
    say("", `${chosen.value || "The starter bot"} is in the editor.`);
  });
}

async function fetched(address) {
  const response = await fetch(address);
  return response.ok ? response.text() : null;
}

function offerPlay(engine) {
  const play = document.getElementById("play");
  const stop = document.getElementById("stop");
  play.disabled = false;
  play.addEventListener("click", async () => {
    play.disabled = true;
    try {
      await playOnce(engine, stop);
    } catch (error) {
      say("bad", `Python in this browser failed: ${error.message} Try the bot in a cage instead.`);
    }
    stop.hidden = true;
    play.disabled = false;
  });
  stop.addEventListener("click", () => engine.stop("You stopped the match."));
}

function say(tone, text) {
  status.className = tone ? `note ${tone}` : "note";
  status.textContent = text;
}

async function playOnce(engine, stop) {
  document.getElementById("result").hidden = true;
  say("", "Fetching Python …");
  await engine.ready((share) => say("", share < 1 ? `Fetching Python, once: ${Math.round(100 * share)} %` : "Starting Python …"));
  const asked = wanted();
  const log = new Log();
  stop.hidden = false;
  say("", "Playing …");
  const result = await engine.play(asked, (event) => {
    log.hear(event);
    heard.textContent = log.last();
  });
  heard.textContent = "";
  stop.hidden = true;
  await show(engine, asked, result, log);
}

function wanted() {
  const { game, against, seat, format, seed, code } = form.elements;
  const { players, settings } = JSON.parse(format.selectedOptions[0].dataset.format);
  const own = Math.min(Number(seat.value), players - 1);
  const seats = Array.from({ length: players }, (_, player) =>
    player === own ? { name: "your bot", source: code.value } : { name: against.value, house: against.value });
  return { game: game.value, settings, seed: seed.value || "1", seats };
}

async function show(engine, asked, result, log) {
  const place = document.getElementById("result");
  if (result.refused) {
    place.hidden = true;
    const line = /line (\d+)/.exec(result.refused);
    if (line) editor?.goTo(Number(line[1]));
    return say("bad", result.refused);
  }
  const own = asked.seats.findIndex((seat) => "source" in seat);
  const { tone, text } = headline(result, own, JSON.parse(form.dataset.reasons));
  say(tone, text);
  if (result.lines[own]) editor?.goTo(result.lines[own]);
  place.hidden = false;
  const stage = document.createElement("div");
  document.getElementById("stage").replaceChildren(stage);
  const [{ mountPlayer }, renderer] = await Promise.all([import(form.dataset.player), import(form.dataset.renderer)]);
  const player = mountPlayer(stage, { film: result.film, renderer, frames: (perspective) => engine.frames(perspective), mine: own });
  await player.ready;
  log.follow(player, document.getElementById("log"));
  if (result.stopped || result.seats[own].verdict !== "ok") player.jump(player.last);
  stage.dataset.ready = "";
}
