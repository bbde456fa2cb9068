import { isNonFinite } from '#core/table/exact-number.ts'
import { type Column, NUMERIC, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

const DAY = 86_400_000
/** What spreadsheets take for a formula, also after blanks and quotes. East Asian locales read full-width signs too. */
const FORMULA = /^[\s'"]*[=+\-@|%＝＋－＠]/u
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** A table as CSV: UTF-8, commas, one heading line, nothing for null. Texts that a spreadsheet would run get a quote mark. */
export function printCsv(table: Table, headings: Readonly<Record<string, string>>): string {
  const columns = table.columns.map(cellsOf)
  const lines = [table.columns.map(({ name }) => field(headings[name] ?? name)).join(',')]
  for (let row = 0; row < table.rowCount; row++) lines.push(columns.map((cells) => cells[row]).join(','))
  return `${lines.join('\n')}\n`
}

function cellsOf(column: Column): string[] {
  if (column.type === TEMPORAL) {
    const print = timePrinter(column.values)
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
  const dates = values.every((value) => value === null || (typeof value === 'number' && value % DAY === 0))
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
