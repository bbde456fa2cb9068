/**
 * @typedef {import('./counts.mjs').Result} Result
 * @typedef {import('./counts.mjs').Reach} Reach
 * @typedef {{ total: number, passed: number, missing: string[] }} Area
 * @typedef {{ areas: Record<string, Area>, weak: string[], crowded: string[] }} Counted
 *   weak: requirements that only tests of another kind name; crowded: titles that name too many
 */

/**
 * Requirements whose feature is not built yet: the list may only shrink.
 * @type {readonly string[]}
 */
const UNPROVEN = []

const DEFINED = /^- \*\*((?:[A-Z]-[A-Z]+|I)-\d+)\*\*(?: \[[^\]]* (\w+)\])?/gm
const NAMED = /\b(?:[A-Z]-[A-Z]+|I)-\d+\b/g

/** Maximum requirements per title; a step of a browser test names one. */
export const MAX_TITLE_REQUIREMENTS = 3

/**
 * Which tests prove a requirement, by the check it asks for.
 * @type {Readonly<Record<string, readonly Reach[]>>}
 */
const PROOFS = {
  ui: ['browser', 'document'],
  api: ['browser', 'http'],
  unit: ['browser', 'document', 'http', 'code'],
}

/**
 * @param {string} title
 * @returns {string[]}
 */
export const idsIn = (title) => [...new Set(title.match(NAMED) ?? [])]

/**
 * @param {Result} result
 * @param {string} title a title that may name requirements
 */
const isCrowded = ({ reach }, title) => idsIn(title).length > (reach === 'browser' ? 1 : MAX_TITLE_REQUIREMENTS)

/**
 * @param {readonly Result[]} results
 * @param {(result: Result) => boolean} wanted
 * @returns {Set<string>}
 */
function columnsIn(results, wanted) {
  const titles = results
    .filter(wanted)
    .flatMap((result) => (result.named ?? [result.title]).filter((title) => !isCrowded(result, title)))
  return new Set(titles.flatMap(idsIn))
}

/**
 * A requirement is proven if tests of the required type carry its ID and all tests with the ID passed.
 * @param {string} text docs/reference/requirements.md
 * @param {readonly Result[]} results of the last test runs
 * @returns {Counted} areas by their letter
 */
export function countAreas(text, results) {
  // The title of a failed browser test counts too: its steps may not have been reached.
  const failed = new Set(
    results
      .filter(({ status }) => status === 'failed')
      .flatMap(({ title, named = [] }) => [title, ...named].flatMap(idsIn)),
  )
  const named = columnsIn(results, ({ status }) => status === 'passed')
  /** @type {Map<string, Set<string>>} */
  const proven = new Map()
  for (const [check, reaches] of Object.entries(PROOFS))
    proven.set(
      check,
      columnsIn(results, ({ status, reach }) => status === 'passed' && reaches.includes(reach ?? 'code')),
    )
  /** @type {Record<string, Area>} */
  const areas = {}
  /** @type {string[]} */
  const weak = []
  for (const [, id = '', check = 'unit'] of text.matchAll(DEFINED)) {
    const area = (areas[id.charAt(0)] ??= { total: 0, passed: 0, missing: [] })
    area.total++
    if (proven.get(check)?.has(id) && !failed.has(id)) area.passed++
    else area.missing.push(id)
    if (named.has(id) && !proven.get(check)?.has(id)) weak.push(id)
  }
  const crowded = results.flatMap((result) =>
    (result.named ?? [result.title]).filter((title) => isCrowded(result, title)),
  )
  return { areas, weak, crowded }
}

/**
 * @param {Counted} counted
 * @returns {string}
 */
export function printAreas({ areas, weak, crowded }) {
  const lines = Object.entries(areas).map(([letter, { total, passed, missing }]) => {
    const open = missing.length > 0 ? `  missing ${missing.join(' ')}` : ''
    return `${letter}  ${String(total).padStart(3)} total  ${String(passed).padStart(3)} proven${open}`
  })
  const sum = (/** @type {'total' | 'passed'} */ key) => Object.values(areas).reduce((all, area) => all + area[key], 0)
  const notes = [
    ...(weak.length > 0 ? [`named only by tests of another kind: ${weak.join(' ')}`] : []),
    ...crowded.map((title) => `names too many, and proves none: ${title}`),
  ]
  return [
    ...lines,
    ...notes,
    `   ${String(sum('total')).padStart(3)} total  ${String(sum('passed')).padStart(3)} proven`,
  ].join('\n')
}

/**
 * Compares the proven requirements with the required ones.
 * @param {Counted} counted
 * @param {readonly string[]} [unproven]
 * @returns {Result[]} a failed result if a requirement lost its proof, or if the list names a proven one
 */
export function lostProofs({ areas }, unproven = UNPROVEN) {
  const missing = Object.values(areas).flatMap((area) => area.missing)
  const lost = missing.filter((id) => !unproven.includes(id))
  const proven = unproven.filter((id) => !missing.includes(id))
  const message = [
    ...(lost.length > 0 ? [`No passed test of the right kind proves ${lost.join(' ')}`] : []),
    ...(proven.length > 0
      ? [`Proven now: remove from UNPROVEN in scripts/check/requirements.mjs: ${proven.join(' ')}`]
      : []),
  ].join('\n')
  return message === '' ? [] : [{ title: 'requirements keep their proof', status: 'failed', seconds: 0, message }]
}
