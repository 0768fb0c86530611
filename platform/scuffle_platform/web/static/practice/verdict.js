// What became of one's own bot, in words.

const CAME = ["", "first", "second", "third", "fourth"];

/** {tone, text} of a result for the seat `own`. */
export function headline(result, own) {
  const { verdict, detail } = result.seats[own];
  if (result.stopped) return { tone: "bad", text: result.stopped };
  if (verdict !== "ok") {
    const line = result.lines[own] ? ` It happened in line ${result.lines[own]}.` : "";
    return { tone: "bad", text: `Your bot failed (${verdict}). ${detail}${line}` };
  }
  return { tone: "good", text: ended(result.film.outcome, own) };
}

function ended({ places, reason }, own) {
  const place = places[own];
  const shared = places.filter((other) => other === place).length > 1;
  const why = reason === "forfeit" ? "since the others failed" : `by ${reason.replaceAll("-", " ")}`;
  if (shared) return places.length === 2 ? `A draw, ${why}.` : `Your bot shared place ${place}, ${why}.`;
  if (place === 1) return `Your bot won, ${why}.`;
  return places.length === 2 ? `Your bot lost, ${why}.` : `Your bot came ${CAME[place]} of ${places.length}, ${why}.`;
}
