/** Characters of styles that are kept as a template, and that are read; longer ones are not shown. */
export const MAX_CSS_LENGTH = 200_000
