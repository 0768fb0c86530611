// Puts the replay player in place of the final position, and an owner's log beside it.

const root = document.getElementById("player");

async function json(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText || answer.status);
  return answer.json();
}

async function mount() {
  const { film, frames, player, renderer } = root.dataset;
  const [{ mountPlayer }, drawing, reel] = await Promise.all([import(player), import(renderer), json(film)]);
  return mountPlayer(root, {
    film: reel,
    renderer: drawing,
    frames: (perspective) => json(frames.replace(/all(?=\.json)/, perspective)),
  });
}

function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

async function follow(player, section) {
  const text = await (await fetch(section.dataset.log)).text();
  const entries = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const box = section.querySelector(".beside");
  let shown;
  const show = () => {
    const entry = entries.findLast((one) => one.step < Math.max(1, player.at)) ?? entries[0];
    if (!entry || entry === shown) return;
    shown = entry;
    box.replaceChildren(...describe(entry));
  };
  player.parts.scrub.addEventListener("input", show);
  new MutationObserver(show).observe(player.parts.counter, { childList: true, characterData: true, subtree: true });
  show();
}

function describe(entry) {
  const title = entry.request === 0 ? "Start" : `Request ${entry.request}`;
  const head = `${title} · ${(entry.cpu_us / 1000).toFixed(1)} ms CPU · ${(entry.wall_us / 1000).toFixed(1)} ms wall · ${Math.round(entry.bank_ms)} ms left`;
  const details = element("details", "");
  details.append(element("summary", "Sent and received", "small"), log(entry.sent), log(entry.received || "(nothing)"));
  return [element("p", head, "small quiet"), log(entry.stderr || "(nothing was written)"), details];
}

function log(text) {
  const made = element("pre", text, "log");
  made.tabIndex = 0;
  return made;
}

mount()
  .then((player) => {
    for (const section of document.querySelectorAll("[data-log]")) follow(player, section);
    return player.ready;
  })
  .then(() => root.setAttribute("data-ready", ""))
  .catch((error) => root.prepend(element("p", `The replay could not be shown: ${error.message}`, "note bad")));
