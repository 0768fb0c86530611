// What a program wrote, for people: what would turn, hide or steer its lines is spelt out, by the
// rule of the site's own pages and of `scuffle logs`.

const HIDDEN = /(?![\n\t ])[\p{C}\p{Z}]/gu;

export function visible(text) {
  return text.replace(HIDDEN, spelt);
}

function spelt(one) {
  if (one === "\r") return "\\r";
  const code = one.codePointAt(0);
  const [mark, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${mark}${code.toString(16).padStart(digits, "0")}`;
}
