// Draws every element with `data-draw` (a game's web.js) and `data-view` (a view) in place of its text.
// While a drawing cannot be made, the text stays.

for (const frame of document.querySelectorAll("[data-draw]")) {
  import(frame.dataset.draw)
    .then((renderer) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", frame.dataset.label);
      // A renderer may ask how wide it is drawn, so it draws in its place; a thumbnail shows the whole at large.
      if (!frame.matches(".thumbnail")) frame.append(svg);
      try {
        renderer.draw(svg, JSON.parse(frame.dataset.view), { labels: [] });
      } catch (error) {
        svg.remove();
        throw error;
      }
      frame.replaceChildren(svg);
    })
    .catch((error) => console.warn("not drawn:", error));
}
