/** The maximum length of a template, in characters. */
export const MAX_TEMPLATE_LENGTH = 100_000

/** The maximum number of evaluated template parts. Each loop iteration counts, and helpers count for their output. */
export const MAX_STEPS = 300_000

/** The maximum depth of nested blocks. */
export const MAX_NESTING = 40

/** The maximum length of the output, in characters. */
export const MAX_OUTPUT_LENGTH = 200_000

/** The maximum length of Markdown, in characters; parsing time may grow with its square. */
export const MAX_MARKDOWN_LENGTH = 6_000

/** The maximum depth of output elements; deeper ones are left out. */
export const MAX_DEPTH = 100

/** The maximum number of output elements and texts. */
export const MAX_NODES = 20_000
