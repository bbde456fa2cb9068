import { browserError } from '#core/rest/catalogue-error.ts'
import { isNonFinite } from '#core/table/exact-number.ts'
import { type Column, type GenericType, NUMERIC, type Table, type Value } from '#core/table/table.ts'

/** Cells of a frame column. In computed numbers NaN is missing; infinities are only removed at the end. */
export type Cells = readonly Value[] | Float64Array

/** A name with a part for each header level; null parts are omitted from the flat name. */
export type Header = readonly (string | null)[]

export interface FrameColumn {
  readonly header: Header
  readonly type: GenericType
  readonly values: Cells
  /** True if the header was joined from parts; separators within a part are escaped by a backslash. */
  readonly joined?: boolean
  /** Its timestamps are dates without a time. */
  readonly isDays?: true
}

/**
 * A table during post-processing. `index` are the columns that name the rows; without an index, rows are counted from
 * 0. `levels` names the parts of every header; a flat frame has one, null.
 */
export interface Frame {
  readonly index: readonly FrameColumn[]
  readonly columns: readonly FrameColumn[]
  readonly levels: readonly (string | null)[]
  readonly rowCount: number
}

/** Throws a `post-wrong` error with this message. */
export function throwPostError(message: string): never {
  throw browserError('post-wrong', { args: [message] })
}

export const MISSING_COLUMNS = 'Referenced columns not available in DataFrame.'

/** Returns the flat frame of a table. */
export function frameOf(table: Table): Frame {
  const columns = table.columns.map(({ name, ...column }) => ({ header: [name], ...column }))
  return { index: [], columns, levels: [null], rowCount: table.rowCount }
}

/** Returns a column of computed numbers. */
export function numeric(header: Header, values: Float64Array): FrameColumn {
  return { header, type: NUMERIC, values }
}

const numbersKnown = new WeakMap<object, Float64Array>()

/** Returns the cells as numbers; other values are NaN. The result must not be modified. */
export function numbersOf({ values }: Pick<FrameColumn, 'values'>): Float64Array {
  if (values instanceof Float64Array) return values
  const cached = numbersKnown.get(values)
  if (cached) return cached
  const numbers = new Float64Array(values.length)
  for (let row = 0; row < numbers.length; row++) numbers[row] = numberOf(values[row])
  numbersKnown.set(values, numbers)
  return numbers
}

function numberOf(value: Value | undefined): number {
  if (typeof value === 'number') return value
  // Operations treat non-finite numbers as missing.
  if (value === null || value === undefined || value === '' || isNonFinite(value)) return Number.NaN
  return Number(value)
}

/** Returns one cell; missing numbers are null. */
export function cellAt({ values }: Pick<FrameColumn, 'values'>, row: number): Value {
  const value = values[row]
  return value === undefined || (typeof value === 'number' && Number.isNaN(value)) ? null : value
}

/** Returns all columns whose first header part is `name`. Throws if there are none. */
export function columnsNamed(frame: Frame, name: string): readonly FrameColumn[] {
  const found = frame.columns.filter(({ header }) => header[0] === name)
  return found.length > 0 ? found : throwPostError(MISSING_COLUMNS)
}

/** Returns the column or index column with this name. Throws if there is none or more than one. */
export function requireColumn(frame: Frame, name: string): FrameColumn {
  const found = [...frame.index, ...frame.columns].filter(({ header }) => header[0] === name)
  return found.length === 1 && found[0] ? found[0] : throwPostError(MISSING_COLUMNS)
}

/** Returns the column with another name (the first part of its header). */
export function withName(column: FrameColumn, name: string): FrameColumn {
  return { ...column, header: [name, ...column.header.slice(1)] }
}

/** Returns the rows with these indexes, in this order. */
export function takeRows(frame: Frame, rows: ArrayLike<number>): Frame {
  const take = (column: FrameColumn): FrameColumn => ({ ...column, values: takeCells(column, rows) })
  return { ...frame, index: frame.index.map(take), columns: frame.columns.map(take), rowCount: rows.length }
}

function takeCells({ values }: FrameColumn, rows: ArrayLike<number>): Cells {
  if (values instanceof Float64Array) return Float64Array.from(rows, (row) => values[row] ?? Number.NaN)
  return Array.from(rows, (row) => values[row] ?? null)
}

/** Returns the row numbers from `from` to `to`. */
export function rowsBetween(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}

/** Returns a table column from a column of a flat frame; non-finite numbers become null. */
export function toTableColumn({ header, type, values, isDays }: FrameColumn, name = header[0] ?? ''): Column {
  if (!(values instanceof Float64Array)) return { name, type, values, ...(isDays ? { isDays } : {}) }
  const cells: Value[] = []
  for (const value of values) cells.push(Number.isFinite(value) ? value : null)
  return { name, type, values: cells }
}
