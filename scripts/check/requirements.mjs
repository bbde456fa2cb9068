/**
 * @typedef {{ total: number, passed: number, missing: string[] }} Area
 * @typedef {import('./counts.mjs').Result} Result
 */

const DEFINED = /^- \*\*([A-Z]-[A-Z]+-\d+)\*\*/gm
const NAMED = /\b[A-Z]-[A-Z]+-\d+\b/g

/**
 * A requirement is proven when tests carry its ID and all of those passed.
 * @param {readonly Result[]} results
 * @returns {Set<string>}
 */
function provenBy(results) {
  /** @param {(status: string) => boolean} wanted */
  const idsWhere = (wanted) =>
    new Set(results.filter(({ status }) => wanted(status)).flatMap(({ title }) => title.match(NAMED) ?? []))
  const failed = idsWhere((status) => status === 'failed')
  return new Set([...idsWhere((status) => status === 'passed')].filter((id) => !failed.has(id)))
}

/**
 * @param {string} text docs/requirements.md
 * @param {readonly Result[]} results of the last test runs
 * @returns {Record<string, Area>} by the letter of the area
 */
export function countAreas(text, results) {
  const proven = provenBy(results)
  /** @type {Record<string, Area>} */
  const areas = {}
  for (const [, id = ''] of text.matchAll(DEFINED)) {
    const area = (areas[id.charAt(0)] ??= { total: 0, passed: 0, missing: [] })
    area.total++
    if (proven.has(id)) area.passed++
    else area.missing.push(id)
  }
  return areas
}

/**
 * @param {Record<string, Area>} areas
 * @returns {string}
 */
export function printAreas(areas) {
  const lines = Object.entries(areas).map(([letter, { total, passed, missing }]) => {
    const open = missing.length > 0 ? `  missing ${missing.join(' ')}` : ''
    return `${letter}  ${String(total).padStart(3)} total  ${String(passed).padStart(3)} proven${open}`
  })
  const sum = (/** @type {'total' | 'passed'} */ key) => Object.values(areas).reduce((all, area) => all + area[key], 0)
  return [...lines, `   ${String(sum('total')).padStart(3)} total  ${String(sum('passed')).padStart(3)} proven`].join(
    '\n',
  )
}
