// Adds a Copy button to every code block in a `.code` frame or in the documentation.

import { copy } from "../player/dom.js";

for (const block of document.querySelectorAll(".code pre, .prose pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    button.textContent = (await copy(block.textContent)) ? "Copied" : "Select it and copy by hand";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  frameOf(block).append(button);
}

function frameOf(block) {
  if (block.parentElement.classList.contains("code")) return block.parentElement;
  const frame = document.createElement("div");
  frame.className = "code";
  block.replaceWith(frame);
  frame.append(block);
  return frame;
}
