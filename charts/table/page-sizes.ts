/** The maximum number of rows per page, regardless of the form or the URL. */
export const MAX_PER_PAGE = 1000

/** The page lengths on offer. */
export const PAGE_LENGTHS = [10, 20, 50, 100, 200] as const
