import { idsIn } from '../check/requirements.mjs'

/** 95 % of a normal distribution lie within this many standard deviations. */
const Z = 1.959964

/**
 * Returns the 95 % Wilson interval of a proportion.
 * @param {number} hits
 * @param {number} tries
 * @returns {{ low: number, high: number }} proportions from 0 to 1; from 0 to 1 without tries
 */
export function wilsonInterval(hits, tries) {
  if (tries === 0) return { low: 0, high: 1 }
  const share = hits / tries
  const scale = 1 + Z ** 2 / tries
  const middle = (share + Z ** 2 / (2 * tries)) / scale
  const reach = (Z / scale) * Math.sqrt((share * (1 - share)) / tries + Z ** 2 / (4 * tries ** 2))
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/**
 * Returns the requirements whose tests ran through a mutant and passed.
 * @param {readonly { titles: readonly string[] }[]} survivors with the titles of the tests that ran through each
 * @returns {[string, number][]} with the number of surviving mutants, most first
 */
export function weakIds(survivors) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { titles } of survivors)
    for (const id of new Set(titles.flatMap(idsIn))) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b, 'en', { numeric: true }))
}

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`

/**
 * @param {number} noticed
 * @param {number} tried
 * @returns {string}
 */
export function printScore(noticed, tried) {
  const { low, high } = wilsonInterval(noticed, tried)
  const share = tried === 0 ? 'no score' : percent(noticed / tried)
  return `${noticed} of ${tried} noticed: ${share} (95 % interval ${percent(low)} to ${percent(high)})`
}

/**
 * @param {string} text of the sources
 * @returns {string} on one line, truncated if it is long
 */
function shortenSource(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

/**
 * @param {import('./mutants.mjs').Fault} fault
 * @returns {string}
 */
export const printFault = ({ file, line, operator, from, to }) =>
  `${file}:${line}  ${operator}  ${shortenSource(from)}  ->  ${shortenSource(to)}`
