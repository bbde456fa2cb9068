import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIST = 'scripts/check/prose-faults.json'
const LONG = 30
const PAGES = ['README.md', 'CONTRIBUTING.md']
/** Pages that are generated or historical. */
const LEFT_OUT = /^docs\/(develop\/decisions|reference\/(openapi|errors|measures))/

/** Private words and phrases, and those that hide the subject. */
const RIDDLES = [
  /\b(?:whoever|whomever|conveyors?|parcels?|culprits?|leash|strangers?|of old)\b/gi,
  /\b(?:is|are|was) told\b/gi,
  /(?:^|[.;:] )(?:Who|What) (?:is|are|has|asks|comes|stands|goes)\b/gm,
  /\bstands? (?:in|on|beside|there)\b/gi,
]

/**
 * @param {string} text of a page of Markdown
 * @returns {string} its prose, without code, tables and links
 */
const proseOf = (text) =>
  text
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/^\|.*$/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')

/**
 * @param {string} text
 * @returns {{ riddles: string[], long: number }}
 */
export function readProse(text) {
  const prose = proseOf(text)
  const riddles = RIDDLES.flatMap((pattern) => Array.from(prose.matchAll(pattern), ([found]) => found.trim()))
  const sentences = prose.split(/(?<=[.!?:])\s+|\n\s*\n|\n\s*[-*#\d]/)
  return { riddles, long: sentences.filter((sentence) => sentence.trim().split(/\s+/).length > LONG).length }
}

/**
 * @param {string} root
 * @returns {string[]}
 */
const pagesOf = (root) => [
  ...PAGES.filter((page) => existsSync(join(root, page))),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file}`)
    .filter((file) => file.endsWith('.md') && !LEFT_OUT.test(file))
    .toSorted(),
]

/**
 * @param {string} root
 * @returns {Record<string, number>} riddles by page, where there are any
 */
const proseFaults = (root) =>
  Object.fromEntries(
    pagesOf(root)
      .map((page) => /** @type {const} */ ([page, readProse(readFileSync(join(root, page), 'utf8')).riddles.length]))
      .filter(([, count]) => count > 0),
  )

/**
 * Checks that no page has more private phrases than the list allows; the list may only shrink. Long sentences are only
 * reported.
 * @param {string} root
 * @param {Readonly<Record<string, number>>} [known]
 * @returns {{ ok: boolean, output: string, note?: string }}
 */
export function checkProse(root, known = JSON.parse(readFileSync(join(root, LIST), 'utf8'))) {
  const found = proseFaults(root)
  const lines = Object.entries(found)
    .filter(([page, count]) => count > (known[page] ?? 0))
    .map(([page, count]) => {
      const { riddles } = readProse(readFileSync(join(root, page), 'utf8'))
      return `${page} has ${count} private phrases, ${known[page] ?? 0} are known: ${[...new Set(riddles)].join(', ')}`
    })
  const fewer = Object.entries(known)
    .filter(([page, count]) => (found[page] ?? 0) < count)
    .map(([page]) => `${page}: ${found[page] ?? 0} private phrases are left, lower the number in ${LIST}`)
  const long = pagesOf(root).reduce((sum, page) => sum + readProse(readFileSync(join(root, page), 'utf8')).long, 0)
  const notes = [...fewer, ...(long > 0 ? [`${long} sentences of the pages have more than ${LONG} words`] : [])]
  return { ok: lines.length === 0, output: lines.join('\n'), ...(notes.length > 0 ? { note: notes.join('\n') } : {}) }
}
