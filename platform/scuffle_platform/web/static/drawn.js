// Draws every element with `data-draw` (a game's web.js) and `data-view` (a view) in place of its text.
// While a drawing cannot be made, the text stays.

for (const frame of document.querySelectorAll("[data-draw]")) {
  import(frame.dataset.draw)
    .then((renderer) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", frame.dataset.label);
      renderer.draw(svg, JSON.parse(frame.dataset.view), { labels: [] });
      frame.replaceChildren(svg);
    })
    .catch((error) => console.warn("not drawn:", error));
}
