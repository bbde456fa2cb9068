import { isNonFinite } from '#core/table/exact-number.ts'
import { type Column, NUMERIC, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

const DAY = 86_400_000
/** What spreadsheets take for a formula, also after blanks and quotes. East Asian locales read full-width signs too. */
const FORMULA = /^[\s'"]*[=+\-@|%＝＋－＠]/u
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** A table as CSV: UTF-8, commas, one heading line, nothing for null. Texts that a spreadsheet would run get a quote mark. */
export function printCsv(table: Table, headings: Readonly<Record<string, string>>): string {
  const columns = table.columns.map((column) => cellsOf(column))
  const lines = [table.columns.map(({ name }) => field(headings[name] ?? name)).join(',')]
  for (let row = 0; row < table.rowCount; row++) lines.push(columns.map((cells) => cells[row]).join(','))
  return `${lines.join('\n')}\n`
}

/** A line of headings. */
export function csvHeadings(names: readonly string[]): string {
  return `${names.map(field).join(',')}\n`
}

/** The rows of a part of a table as lines of CSV. Times are printed by the type of their column, whatever this part holds. */
export function csvRows(table: Table): string {
  const columns = table.columns.map((column) => cellsOf(column, printTime(column.isDays === true)))
  return Array.from({ length: table.rowCount }, (_, row) => `${columns.map((cells) => cells[row]).join(',')}\n`).join(
    '',
  )
}

function cellsOf(column: Column, print = timePrinter(column.values)): string[] {
  if (column.type === TEMPORAL) {
    return column.values.map((value) => (typeof value === 'number' ? print(value) : field(String(value ?? ''))))
  }
  return column.values.map((value) => {
    const text = String(value ?? '')
    if (typeof value === 'number' || typeof value === 'boolean') return text
    return column.type === NUMERIC && isNonFinite(value) ? text : field(text)
  })
}

/** Prints the moments of a column. A column of midnights is a column of dates. */
export function timePrinter(values: readonly Value[]): (epochMs: number) => string {
  return printTime(values.every((value) => value === null || (typeof value === 'number' && value % DAY === 0)))
}

function printTime(dates: boolean): (epochMs: number) => string {
  return (value) => {
    const whole = Math.floor(value)
    const text = new Date(whole).toISOString()
    if (dates) return text.slice(0, 10)
    const micros = Math.round((value - whole) * 1000)
    const digits = micros === 0 ? '' : String(micros).padStart(3, '0')
    return text.replace('T', ' ').replace(digits === '' ? /(\.000)?Z$/ : 'Z', digits)
  }
}

function field(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text.replaceAll('|', '\\|')}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
