import { inspect } from 'node:util'

/**
 * Returns the text of a thrown value on one line; mutated code may throw values that cannot be converted to text.
 * @param {unknown} thrown
 * @returns {string}
 */
export function errorText(thrown) {
  try {
    return inspect(thrown, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).split('\n')[0] ?? ''
  } catch {
    return 'an error without a text'
  }
}
