// Keeps `#live` fresh: fetches this page, or the one of `data-from`, every `data-poll` seconds and puts
// its `#live` in place, until the page no longer asks for it. Rests while the tab is hidden. A page that now needs
// a script or a style that is not here yet (a match that has ended: the player; the first chart) is loaded anew.

const PATIENCE_S = 60;

async function refresh() {
  const live = document.getElementById("live");
  if (!live?.dataset.poll) return;
  let wait_s = Number(live.dataset.poll);
  try {
    if (!document.hidden) await replace(live);
  } catch {
    wait_s = Math.min(PATIENCE_S, wait_s * 4);
  }
  setTimeout(refresh, wait_s * 1000);
}

async function replace(live) {
  const answer = await fetch(live.dataset.from ?? location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (lacks(page)) return location.reload();
  const fresh = page.getElementById("live");
  if (fresh && fresh.innerHTML !== live.innerHTML && !live.contains(document.activeElement)) {
    live.replaceWith(document.adoptNode(fresh));
  } else if (fresh && !fresh.dataset.poll) {
    delete live.dataset.poll;
  }
}

function lacks(page) {
  const here = new Set(parts(document));
  return parts(page).some((part) => !here.has(part));
}

function parts(page) {
  return [...page.querySelectorAll("script[src], link[rel=stylesheet]")].map(
    (part) => part.getAttribute("src") ?? part.getAttribute("href"),
  );
}

const first = document.getElementById("live");
if (first?.dataset.poll) setTimeout(refresh, Number(first.dataset.poll) * 1000);
