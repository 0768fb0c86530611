// While the box still holds a sample, choosing a language puts that language's sample into it.

const box = document.querySelector("textarea[name=code]");
const language = document.querySelector("select[name=language]");
const samples = [...language.options].map((option) => option.dataset.starter.trim());

language.addEventListener("change", () => {
  if (samples.includes(box.value.trim())) box.value = language.selectedOptions[0].dataset.starter;
});
