// What the viewer chose, kept in the browser; a page without storage forgets, and nothing else
// depends on it.

export function remembered(name, usual) {
  try {
    const found = localStorage.getItem(name);
    return found === null ? usual : found === "on";
  } catch {
    return usual;
  }
}

export function remember(name, on) {
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // Forgotten, see above.
  }
}
