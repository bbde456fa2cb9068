import { ownValue } from '#core/rest/json.ts'
import { isNonFinite } from '#core/table/exact-number.ts'
import { type Column, NUMERIC, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

const DAY = 86_400_000
/**
 * Texts that spreadsheets read as a formula, also after white space and quotes. In East Asian locales this includes
 * full-width characters.
 */
const FORMULA = /^[\s'"]*[=+\-@|%＝＋－＠]/u
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/**
 * Prints a table as CSV: UTF-8, commas, one header line, null as empty. Texts that a spreadsheet would execute are
 * prefixed with an apostrophe.
 */
export function printCsv(table: Table, headings: Readonly<Record<string, string>>): string {
  const columns = table.columns.map((column) => cellsOf(column))
  const lines = [table.columns.map(({ name }) => field(ownValue(headings, name) ?? name)).join(',')]
  for (let row = 0; row < table.rowCount; row++) lines.push(columns.map((cells) => cells[row]).join(','))
  return `${lines.join('\n')}\n`
}

/** Returns a header line. */
export function csvHeadings(names: readonly string[]): string {
  return `${names.map(field).join(',')}\n`
}

/**
 * Returns the rows of a chunk as CSV lines. Times are printed by the type of their column, independent of the values in
 * this chunk.
 */
export function csvRows(table: Table): string {
  const columns = table.columns.map((column) => cellsOf(column, printTime(column.isDays === true)))
  return Array.from({ length: table.rowCount }, (_, row) => `${columns.map((cells) => cells[row]).join(',')}\n`).join(
    '',
  )
}

function cellsOf(column: Column, print = csvTimeFormatter(column.values)): string[] {
  if (column.type === TEMPORAL) {
    return column.values.map((value) => (typeof value === 'number' ? print(value) : field(String(value ?? ''))))
  }
  return column.values.map((value) => {
    const text = String(value ?? '')
    if (typeof value === 'number' || typeof value === 'boolean') return text
    return column.type === NUMERIC && isNonFinite(value) ? text : field(text)
  })
}

/** Returns the formatter for the timestamps of a column. If all are midnights, they are formatted as dates. */
export function csvTimeFormatter(values: readonly Value[]): (epochMs: number) => string {
  return printTime(values.every((value) => value === null || (typeof value === 'number' && value % DAY === 0)))
}

function printTime(dates: boolean): (epochMs: number) => string {
  return (value) => {
    const wholeMs = Math.floor(value)
    const text = new Date(wholeMs).toISOString()
    if (dates) return text.slice(0, 10)
    const micros = Math.round((value - wholeMs) * 1000)
    const digits = micros === 0 ? '' : String(micros).padStart(3, '0')
    return text.replace('T', ' ').replace(digits === '' ? /(\.000)?Z$/ : 'Z', digits)
  }
}

/** Returns the text of a cell without the escape that keeps spreadsheets from running it as a formula. */
export function unescapeCell(cell: string): string {
  const text = cell.slice(1)
  return cell.startsWith("'") && FORMULA.test(text) && !NUMBER.test(text) ? text.replaceAll('\\|', '|') : cell
}

function field(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text.replaceAll('|', '\\|')}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
