/**
 * Test files that only `npm run test:all` runs, with the reason for each. A file that is the only proof of a
 * requirement stays in `npm test`: the count of requirements at the end of a run fails otherwise.
 * @type {Readonly<Record<string, string>>}
 */
export const EXTENDED = {}

/**
 * Returns the files of the extended set that a runner must leave out; none in `npm run test:all`.
 * @param {RegExp} pattern of the runner's own files
 * @returns {string[]} relative to the root
 */
export const excludedFiles = (pattern) =>
  process.env['FACET_TEST_SET'] === 'all' ? [] : Object.keys(EXTENDED).filter((file) => pattern.test(file))
