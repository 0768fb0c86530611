// While the box still holds a sample, choosing a game or a language puts that one's sample into it.

const box = document.querySelector("textarea[name=code]");
const language = document.querySelector("select[name=language]");
const game = document.querySelector("select[name=game]");
const samples = [language, game]
  .flatMap((chooser) => [...(chooser?.options ?? [])])
  .map((option) => option.dataset.starter.trim());

for (const chooser of [language, game]) chooser?.addEventListener("change", offer);

function offer() {
  // A game's own sample is in Python; those of the other languages play every game.
  const chosen = game && language.value === "python" ? game : language;
  if (samples.includes(box.value.trim())) box.value = chosen.selectedOptions[0].dataset.starter;
}
