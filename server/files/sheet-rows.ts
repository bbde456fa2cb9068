import { type GenericType, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import { excelFormat } from './excel-format.ts'

const DAY = 86_400_000
/** Spreadsheet dates are correct from this day on. */
const FIRST_DAY = Date.UTC(1900, 2, 1)
const MAX_CELL_TEXT_LENGTH = 32_767

/** A column of a sheet: its heading, its generic type and the d3 format of its numbers. */
export interface SheetColumn {
  readonly heading: string
  readonly type: GenericType
  readonly format: string | null
}

/** A cell for the spreadsheet writer. Texts have an explicit text type, so none becomes a formula. */
export interface SheetCell {
  readonly value: string | number | boolean | Date
  readonly type: StringConstructor | NumberConstructor | BooleanConstructor | DateConstructor
  readonly format?: string
  readonly fontWeight?: 'bold'
}

type Row = readonly (SheetCell | null)[]

/** Returns the rows of a sheet from cells by column, headings first. */
export function sheetRows(columns: readonly SheetColumn[], cells: readonly (readonly Value[])[]): Row[] {
  const printers = columns.map((column, index) => printerOf(column, cells[index] ?? []))
  const rows: Row[] = [columns.map(({ heading }) => ({ ...text(heading), fontWeight: 'bold' as const }))]
  const count = cells[0]?.length ?? 0
  for (let row = 0; row < count; row++) {
    rows.push(printers.map((print, index) => print(cells[index]?.[row] ?? null)))
  }
  return rows
}

/** A column in which all times are midnights is a date column. */
function printerOf(column: SheetColumn, values: readonly Value[]): (value: Value) => SheetCell | null {
  return cellFormatter(
    column,
    values.every((value) => value === null || (typeof value === 'number' && value % DAY === 0)),
  )
}

/** Returns a function that creates the cells of a column; `isDays` prints its times as dates. */
export function cellFormatter({ type, format }: SheetColumn, isDays: boolean): (value: Value) => SheetCell | null {
  if (type === TEMPORAL) return timeFormatter(isDays)
  const shown = type === NUMERIC ? excelFormat(format) : undefined
  return (value) => {
    if (value === null) return null
    if (typeof value === 'boolean') return { value, type: Boolean }
    if (typeof value === 'number') return { value, type: Number, ...(shown ? { format: shown } : {}) }
    return text(value)
  }
}

function timeFormatter(dates: boolean): (value: Value) => SheetCell | null {
  const format = dates ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss'
  return (value) => {
    if (value === null) return null
    if (typeof value !== 'number') return text(String(value))
    if (value >= FIRST_DAY) return { value: new Date(value), type: Date, format }
    const iso = new Date(value).toISOString()
    return text(dates ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' '))
  }
}

/** Characters that are invalid in XML are removed. */
function text(value: string): SheetCell {
  // oxlint-disable-next-line no-control-regex -- these are the characters meant
  const legal = value.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  // The writer looks up texts in a plain object, and would mistake inherited properties for texts it has written. The
  // appended character makes the text different and is not written.
  const own = legal in {} ? `${legal}\uFFFF` : legal
  return { value: own.slice(0, MAX_CELL_TEXT_LENGTH), type: String }
}
