/** @typedef {import('./counts.mjs').Result} Result */

/**
 * How many tests of different names there are at least: who takes tests away has to say so here. Raised as tests are
 * added, to the hundred or the ten below.
 * @type {Readonly<Record<'tests' | 'walks', number>>}
 */
const FLOORS = { tests: 5200, walks: 160 }

/**
 * @param {'tests' | 'walks'} what
 * @param {readonly Result[]} results
 * @param {number} [least]
 * @returns {Result[]} one that failed when passed tests are missing; none otherwise
 */
export function belowFloor(what, results, least = FLOORS[what]) {
  const names = new Set(results.filter(({ status }) => status === 'passed').map(({ title }) => title))
  if (names.size >= least) return []
  const message = `${names.size} ${what} of different names have passed, there were ${least} at least`
  return [{ title: `no ${what} are missing`, status: 'failed', seconds: 0, message }]
}
