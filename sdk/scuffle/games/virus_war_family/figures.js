// A Virus War view in figures: who holds how many cells, and the board as a table of words.

const WORDS = { "-2": "hidden", "-1": "free" };

/** How many cells each player holds, live marks and zombies together, as far as is seen. */
export function series(view) {
  const held = [0, 0];
  for (const value of view.board.flat()) if (value >= 0) held[value % 2] += 1;
  return { title: "Cells held", values: held };
}

/** The board for readers: a column letter, a row number, and a word for each cell. */
export function table(view, labels) {
  const word = (value) => WORDS[value] ?? `${labels[value % 2]}${value > 1 ? " zombie" : ""}`;
  return {
    caption: `The board in turn ${view.turn}`,
    columns: ["Row", ...view.board[0].map((_, col) => String.fromCharCode(97 + col))],
    rows: view.board.map((values, row) => [String(row + 1), ...values.map(word)]),
  };
}
