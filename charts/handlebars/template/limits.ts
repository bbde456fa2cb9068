/** Characters of a template that are read. */
export const MAX_TEMPLATE_LENGTH = 100_000

/** Parts of a template that are carried out, each turn of a loop anew; a helper counts for what it makes. */
export const MAX_STEPS = 300_000

/** Blocks within blocks. */
export const MAX_NESTING = 40

/** Characters a template may make. */
export const MAX_OUTPUT_LENGTH = 200_000

/** Characters of Markdown; reading it may take a time that grows with their square. */
export const MAX_MARKDOWN_LENGTH = 6_000

/** Elements within elements of what it makes; what is deeper is left out. */
export const MAX_DEPTH = 100

/** Elements and texts of what it makes. */
export const MAX_NODES = 20_000
