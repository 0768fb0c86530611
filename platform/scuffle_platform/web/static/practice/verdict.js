// What became of one's own bot, in words.

const CAME = ["", "first", "second", "third", "fourth"];

/** {tone, text} of a result for the seat `own`; `reasons` says the games' words for people. */
export function headline(result, own, reasons) {
  const { verdict, detail } = result.seats[own];
  if (result.stopped) return { tone: "bad", text: result.stopped };
  if (verdict !== "ok") {
    const line = result.lines[own] ? ` It happened in line ${result.lines[own]}.` : "";
    return { tone: "bad", text: `Your bot failed (${verdict}). ${detail}${line}` };
  }
  const { places, reason } = result.film.outcome;
  const why = reason === "forfeit" ? "since the others failed" : (reasons[reason] ?? reason.replaceAll("-", " "));
  return { tone: places[own] === 1 ? "good" : "", text: `${came(places, own)}, ${why}.` };
}

function came(places, own) {
  const place = places[own];
  const shared = places.filter((other) => other === place).length > 1;
  if (shared) return places.length === 2 ? "A draw" : `Your bot shared place ${place}`;
  if (place === 1) return "Your bot won";
  return places.length === 2 ? "Your bot lost" : `Your bot came ${CAME[place]} of ${places.length}`;
}
