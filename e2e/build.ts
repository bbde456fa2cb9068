import { ensureBuilt } from '#testing/built-product.ts'

/** End-to-end tests run on the production build; another process may be building it at the same time. */
export default ensureBuilt
