/** The most rows that any question is answered with. */
export const MAX_ROWS = 100_000
