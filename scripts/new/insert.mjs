const PAIRS = /** @type {Readonly<Record<string, string>>} */ ({ '[': ']', '{': '}' })

/**
 * A line in a list.
 * @typedef {{ file: string, import?: { what: string, from: string }, entries: readonly Entry[] }} Addition
 * @typedef {{ opening: string, text: string, isSorted?: true } | { after: string, text: string }} Entry
 *   opening: the text that ends with the bracket of the list; isSorted: by what it says, else it comes last; after: the
 *   whole line it follows
 */

/**
 * @param {string} text
 * @param {{ what: string, from: string }} wanted
 * @returns {string} with the import, sorted by path
 */
function withImport(text, { what, from }) {
  const line = `import ${what} from '${from}'\n`
  const all = [...text.matchAll(/^import [^;]*? from '([^']+)'\n/gm)]
  // Imports of the same form are grouped: `#module/...`, or `./...`.
  const alike = all.filter(([, path = '']) => path.charAt(0) === from.charAt(0))
  const next = alike.find(([, path = '']) => path > from)
  const last = (alike.length > 0 ? alike : all).at(-1)
  const at = next?.index ?? (last ? last.index + last[0].length : 0)
  return text.slice(0, at) + line + text.slice(at)
}

/**
 * @param {string} text
 * @param {number} open the offset of the bracket
 * @returns {number} the offset of its closing bracket
 */
function closingBracketAt(text, open) {
  const bracket = text.charAt(open)
  const close = PAIRS[bracket]
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text.charAt(at) === bracket) depth++
    if (text.charAt(at) === close && --depth === 0) return at
  }
  return -1
}

/**
 * @param {string} text
 * @param {Entry} entry
 * @returns {string}
 */
function withEntry(text, entry) {
  if ('after' in entry) {
    if (!text.includes(entry.after)) throw new Error(`there is no line "${entry.after.trim()}"`)
    return text.replace(entry.after, () => entry.after + entry.text)
  }
  const found = text.indexOf(entry.opening)
  const open = found + entry.opening.length - 1
  const end = found < 0 ? -1 : closingBracketAt(text, open)
  if (end < 0) throw new Error(`there is no list "${entry.opening}"`)
  const lines = text.slice(open + 1, end).split('\n')
  const next = entry.isSorted ? lines.find((line) => line.trim() > entry.text.trim()) : undefined
  if (next !== undefined) return text.replace(`\n${next}\n`, () => `\n${entry.text},\n${next}\n`)
  const before = text.slice(0, end).trimEnd()
  return `${before}${/[,[{]$/.test(before) ? '' : ','}\n${entry.text},\n${text.slice(end)}`
}

/**
 * @param {string} text of a file
 * @param {Addition} addition
 * @returns {string}
 */
export function insertAddition(text, addition) {
  const listed = addition.entries.reduce(withEntry, text)
  return addition.import ? withImport(listed, addition.import) : listed
}
