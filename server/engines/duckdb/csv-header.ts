import { isWrittenDate } from './csv-written-dates.ts'

/** The type that the text of a cell can be read as. */
export type CellType =
  | 'missing'
  | 'integer'
  | 'number'
  | 'iso-date'
  | 'timestamp'
  | 'zoned'
  | 'date'
  | 'written-date'
  | 'time'
  | 'boolean'
  | 'text'

/** Words that stand for a missing value in a column of numbers, dates or times, in lower case. */
export const MISSING_WORDS = ['', 'na', 'n/a', '#n/a', 'null', 'none', '\\n', '-', '?', '.', '..', ':'] as const

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$|^(nan|[+-]?inf(inity)?)$/i
const ISO_DATE = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?<time>[ T]\d{1,2}:\d{2}[:\d.]*)?(?<zone>Z|[+-]\d{2}.*)?$/
const DATE = /^\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})([ T]\d{1,2}:\d{2}.*)?$/
const TIME = /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$/
const missingWords: readonly string[] = MISSING_WORDS

/** Returns the type of a cell by its text alone. */
export function cellType(text: string): CellType {
  const value = text.trim()
  if (missingWords.includes(value.toLowerCase())) return 'missing'
  if (/^[+-]?\d+$/.test(value)) return 'integer'
  if (NUMBER.test(value)) return 'number'
  const iso = ISO_DATE.exec(value)?.groups
  if (iso) return iso['zone'] ? 'zoned' : iso['time'] ? 'timestamp' : 'iso-date'
  if (DATE.test(value)) return 'date'
  if (TIME.test(value)) return 'time'
  if (isWrittenDate(value)) return 'written-date'
  return /^(true|false|yes|no)$/i.test(value) ? 'boolean' : 'text'
}

const isDay = (type: CellType): boolean => type === 'iso-date' || type === 'timestamp'
const isNumber = (type: CellType): boolean => type === 'integer' || type === 'number'

/** Returns the common type of all values of a column: `text` if they differ, `missing` if there are no values. */
export function columnType(cells: readonly string[]): CellType {
  let found: CellType = 'missing'
  for (const cell of cells) {
    const type = cellType(cell)
    if (type === 'missing' || type === found) continue
    if (found === 'missing') found = type
    else if (isNumber(type) && isNumber(found)) found = 'number'
    else if (isDay(type) && isDay(found)) found = 'timestamp'
    else return 'text'
  }
  return found
}

/** An international phone number. */
const PHONE = /^\+\d{7,}$/

/** True if all values of a column are international phone numbers, which lose their sign as numbers. */
export function arePhoneNumbers(cells: readonly string[]): boolean {
  const present = cells.filter((cell) => cellType(cell) !== 'missing')
  return present.length > 0 && present.every((cell) => PHONE.test(cell.trim()))
}

export interface HeaderDetection {
  readonly hasHeader: boolean
  /** True if the file has no other plausible interpretation. */
  readonly isSure: boolean
}

const isYear = (text: string): boolean => /^(1[89]|20|21)\d\d$/.test(text.trim())

/** True if each number is one greater than the previous one. */
const isSequence = (texts: readonly string[]): boolean =>
  texts.every((text, at) => /^\d+$/.test(text.trim()) && (at === 0 || Number(text) === Number(texts[at - 1]) + 1))

/** Returns how numbers in the first record may name columns: as years, months, hours or positions. */
function labelsOf(first: readonly string[], rows: readonly (readonly string[])[], at: readonly number[]) {
  const labels = at.map((column) => first[column] ?? '')
  const below = (test: (texts: readonly string[]) => boolean) =>
    rows.every((row) => test(at.map((column) => row[column] ?? '')))
  if (labels.every(isYear)) return below((texts) => texts.every(isYear)) ? 'none' : 'years'
  if (!isSequence(labels) || below(isSequence)) return 'none'
  return labels.length > 2 ? 'sequence' : 'short-sequence'
}

function isEqual(type: CellType, below: CellType | undefined): boolean {
  if (below === undefined || type === 'text' || type === 'missing') return false
  return type === below || (isNumber(type) && isNumber(below))
}

/** Decides whether the first record of a file contains column names, by comparing it with the records below. */
export function detectHeader(first: readonly string[], rows: readonly (readonly string[])[]): HeaderDetection {
  const types = first.map(cellType)
  if (rows.length === 0) return { hasHeader: types.some((type) => type === 'text'), isSure: true }
  const below = first.map((_, column) => columnType(rows.map((row) => row[column] ?? '')))
  const isNamed = types.some((type, index) => type === 'text' && below[index] !== 'text' && below[index] !== 'missing')
  const equal = types.flatMap((type, index) => (isEqual(type, below[index]) ? [index] : []))
  // Numbers above words: a label, or a value in a mixed column.
  const unlike = types.flatMap((type, index) => (isNumber(type) && below[index] === 'text' ? [index] : []))
  if (equal.length === 0) return { hasHeader: true, isSure: isNamed || unlike.every((at) => isYear(first[at] ?? '')) }
  const labels = labelsOf(first, rows, equal)
  if (isNamed) return { hasHeader: true, isSure: labels !== 'none' }
  const isCornerEmpty = first[0]?.trim() === '' && rows.every((row) => row[0]?.trim() !== '')
  const hasText = types.includes('text')
  if (labels === 'none') return { hasHeader: false, isSure: true }
  if (isCornerEmpty) return { hasHeader: true, isSure: true }
  if (!hasText) return { hasHeader: false, isSure: labels !== 'years' }
  return { hasHeader: true, isSure: labels !== 'short-sequence' }
}

/** Returns column names that are unique ignoring case; columns without a name are numbered from 0. */
export function columnNames(cells: readonly string[]): readonly string[] {
  const used = new Set<string>()
  return cells.map((cell, at) => {
    const base = cell.trim() || `column${at}`
    let name = base
    for (let count = 1; used.has(name.toLowerCase()); count++) name = `${base}_${count}`
    used.add(name.toLowerCase())
    return name
  })
}
