import { ApiError } from '#core/rest/api-error.ts'
import { isNonFinite } from '#core/table/exact-number.ts'
import { type Column, type GenericType, NUMERIC, type Table, type Value } from '#core/table/table.ts'

/** Cells of a frame column. In numbers computed here NaN is missing; infinities may stand until the end. */
export type Cells = readonly Value[] | Float64Array

/** A name with a part for each header level; null parts are left out of the flat name. */
export type Header = readonly (string | null)[]

/** One column of a frame. */
export interface FrameColumn {
  readonly header: Header
  readonly type: GenericType
  readonly values: Cells
  /** Whether the header was joined from parts, with a backslash before separators that stood within a part. */
  readonly joined?: boolean
  /** Its moments are days without a time. */
  readonly isDays?: true
}

/**
 * A table while it is worked on. `index` are the columns that name the rows; without any, rows are counted from 0.
 * `levels` names the parts of every header; a flat frame has one, null.
 */
export interface Frame {
  readonly index: readonly FrameColumn[]
  readonly columns: readonly FrameColumn[]
  readonly levels: readonly (string | null)[]
  readonly rowCount: number
}

/** Throws what makes a step impossible. */
export function refuse(message: string): never {
  throw new ApiError('post-wrong', { args: [message] })
}

export const MISSING_COLUMNS = 'Referenced columns not available in DataFrame.'

/** The flat frame of a table. */
export function frameOf(table: Table): Frame {
  const columns = table.columns.map(({ name, ...column }) => ({ header: [name], ...column }))
  return { index: [], columns, levels: [null], rowCount: table.rowCount }
}

/** A column of numbers made here. */
export function numeric(header: Header, values: Float64Array): FrameColumn {
  return { header, type: NUMERIC, values }
}

const numbersKnown = new WeakMap<object, Float64Array>()

/** The cells as numbers; what is no number is NaN. The result must not be written to. */
export function numbersOf({ values }: Pick<FrameColumn, 'values'>): Float64Array {
  if (values instanceof Float64Array) return values
  const known = numbersKnown.get(values)
  if (known) return known
  const numbers = new Float64Array(values.length)
  for (let row = 0; row < numbers.length; row++) numbers[row] = numberOf(values[row])
  numbersKnown.set(values, numbers)
  return numbers
}

function numberOf(value: Value | undefined): number {
  if (typeof value === 'number') return value
  // Steps count what is no finite number as missing.
  if (value === null || value === undefined || value === '' || isNonFinite(value)) return Number.NaN
  return Number(value)
}

/** One cell; missing numbers are null. */
export function cellAt({ values }: Pick<FrameColumn, 'values'>, row: number): Value {
  const value = values[row]
  return value === undefined || (typeof value === 'number' && Number.isNaN(value)) ? null : value
}

/** All columns whose first header part is `name`. None: a fault. */
export function columnsNamed(frame: Frame, name: string): readonly FrameColumn[] {
  const found = frame.columns.filter(({ header }) => header[0] === name)
  return found.length > 0 ? found : refuse(MISSING_COLUMNS)
}

/** The one column or index column of this name; none or several: a fault. */
export function oneNamed(frame: Frame, name: string): FrameColumn {
  const found = [...frame.index, ...frame.columns].filter(({ header }) => header[0] === name)
  return found.length === 1 && found[0] ? found[0] : refuse(MISSING_COLUMNS)
}

/** The column under another name: the first part of its header. */
export function withName(column: FrameColumn, name: string): FrameColumn {
  return { ...column, header: [name, ...column.header.slice(1)] }
}

/** The rows at these places, in this order. */
export function takeRows(frame: Frame, rows: ArrayLike<number>): Frame {
  const take = (column: FrameColumn): FrameColumn => ({ ...column, values: takeCells(column, rows) })
  return { ...frame, index: frame.index.map(take), columns: frame.columns.map(take), rowCount: rows.length }
}

function takeCells({ values }: FrameColumn, rows: ArrayLike<number>): Cells {
  if (values instanceof Float64Array) return Float64Array.from(rows, (row) => values[row] ?? Number.NaN)
  return Array.from(rows, (row) => values[row] ?? null)
}

/** Runs of row numbers. */
export function rowsBetween(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}

/** A column of a table from one of a flat frame: numbers that are not finite are null. */
export function plainColumn({ header, type, values, isDays }: FrameColumn, name = header[0] ?? ''): Column {
  if (!(values instanceof Float64Array)) return { name, type, values, ...(isDays ? { isDays } : {}) }
  const cells: Value[] = []
  for (const value of values) cells.push(Number.isFinite(value) ? value : null)
  return { name, type, values: cells }
}
