/** The most rows that any question is answered with. */
export const MOST_ROWS = 100_000
