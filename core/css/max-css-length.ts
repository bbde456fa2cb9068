/** Maximum length of CSS in characters, for templates and for parsing; longer CSS is not applied. */
export const MAX_CSS_LENGTH = 200_000
