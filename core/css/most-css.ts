/** Characters of styles that are kept as a template, and that are read; longer ones are not shown. */
export const MOST_CSS = 200_000
