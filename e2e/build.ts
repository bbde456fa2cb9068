import { ensureBuilt } from '#testing/built.ts'

/** Walks run on the product as it is built for use; others may be about to build it too. */
export default ensureBuilt
