// expect: crash
// modes: bubblewrap docker
// limits: start_ms=2000 bank_ms=2000 memory_mb=256 processes=64
// sentence: The bot exited with code 1 while an action was awaited. Its last words: TypeError: Cannot
// sentence: read properties of undefined (reading 'length') | at getAction (<bot>/.scuffle/main.js:<n>:<n>)
// sentence: | at main (<bot>/scuffle/shims/javascript_function.mjs:<n>:<n>)
// Throws in the middle of a match; its types are right.
interface Request {
  state: { board: { rows?: number[] } };
}

export function getAction({ state }: Request): { action: string } {
  const rows = state.board.rows as number[];
  return { action: `grow ${rows.length}` };
}
