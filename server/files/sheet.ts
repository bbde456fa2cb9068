import { type GenericType, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import { excelFormat } from './excel-format.ts'

const DAY = 86_400_000
/** Spreadsheets count days from here on without mistakes. */
const FIRST_DAY = Date.UTC(1900, 2, 1)
const LONGEST_TEXT = 32_767

/** A column of a sheet: what stands above it, its generic type and the d3 format of its numbers. */
export interface SheetColumn {
  readonly heading: string
  readonly type: GenericType
  readonly format: string | null
}

/** A cell as the writer of spreadsheets takes it. Texts say that they are texts: none is ever a formula. */
export interface SheetCell {
  readonly value: string | number | boolean | Date
  readonly type: StringConstructor | NumberConstructor | BooleanConstructor | DateConstructor
  readonly format?: string
  readonly fontWeight?: 'bold'
}

type Row = readonly (SheetCell | null)[]

/** The rows of a sheet from cells by column, the headings first. */
export function sheetRows(columns: readonly SheetColumn[], cells: readonly (readonly Value[])[]): Row[] {
  const printers = columns.map((column, index) => printerOf(column, cells[index] ?? []))
  const rows: Row[] = [columns.map(({ heading }) => ({ ...text(heading), fontWeight: 'bold' as const }))]
  const count = cells[0]?.length ?? 0
  for (let row = 0; row < count; row++) {
    rows.push(printers.map((print, index) => print(cells[index]?.[row] ?? null)))
  }
  return rows
}

/** A column of midnights is a column of dates. */
function printerOf(column: SheetColumn, values: readonly Value[]): (value: Value) => SheetCell | null {
  return cellPrinter(
    column,
    values.every((value) => value === null || (typeof value === 'number' && value % DAY === 0)),
  )
}

/** Returns what makes the cells of a column; `isDays` prints its times as dates. */
export function cellPrinter({ type, format }: SheetColumn, isDays: boolean): (value: Value) => SheetCell | null {
  if (type === TEMPORAL) return timePrinter(isDays)
  const shown = type === NUMERIC ? excelFormat(format) : undefined
  return (value) => {
    if (value === null) return null
    if (typeof value === 'boolean') return { value, type: Boolean }
    if (typeof value === 'number') return { value, type: Number, ...(shown ? { format: shown } : {}) }
    return text(value)
  }
}

function timePrinter(dates: boolean): (value: Value) => SheetCell | null {
  const format = dates ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss'
  return (value) => {
    if (value === null) return null
    if (typeof value !== 'number') return text(String(value))
    if (value >= FIRST_DAY) return { value: new Date(value), type: Date, format }
    const iso = new Date(value).toISOString()
    return text(dates ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' '))
  }
}

/** Characters that XML cannot hold go. */
function text(value: string): SheetCell {
  // oxlint-disable-next-line no-control-regex -- these are the characters meant
  const legal = value.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  // The writer looks texts up in a plain object, and takes what all objects have for one it has written. The character
  // behind makes it another text, and is none that it writes.
  const own = legal in {} ? `${legal}\uFFFF` : legal
  return { value: own.slice(0, LONGEST_TEXT), type: String }
}
