import { inspect } from 'node:util'

/**
 * What was thrown, as one line; faults make code throw things that no function can write as text.
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
