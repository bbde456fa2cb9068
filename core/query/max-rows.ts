/** Maximum number of rows in any result. */
export const MAX_ROWS = 100_000
