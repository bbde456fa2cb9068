/** Most rows of a page; more are not asked for at a time, whatever a form or an address says. */
export const MAX_PER_PAGE = 1000

/** Lengths that pages are offered in. */
export const PAGE_LENGTHS = [10, 20, 50, 100, 200] as const
