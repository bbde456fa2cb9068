import type { FormData } from '#core/form/form-data.ts'
import { asColumn, asMetric, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { column, type Table, type Value } from '#core/table/table.ts'

/** The result for a legacy chart: its rows and metadata. */
export interface LegacyResult {
  readonly table: Table
  /** The result of the query for totals, if the shape has one. */
  readonly totals?: Table | undefined
  /** The results of further queries, if the shape has any. */
  readonly otherTables?: readonly Table[]
  /** The queried time range in epoch milliseconds; absent if it has no start or no end. */
  readonly range?: readonly [number, number] | undefined
  /** Maps a label to the parts it was joined from. */
  readonly labels: Readonly<Record<string, readonly string[]>>
  /** The chart that supplies the lines, if the query names one. */
  readonly chart?: ResultMetadata['saved_chart']
}

/** The queries and the response format of some legacy chart types. */
export interface LegacyShape {
  readonly types: readonly string[]
  /** Returns their query. Default: the query of the chart type, or the base query. */
  query?(form: FormData): QueryObject
  /** Returns a further query for totals that cannot be summed from rows; undefined if none is needed. */
  totals?(query: QueryObject, form: FormData): QueryObject | undefined
  /** Returns queries for shifted times; `now` is in epoch milliseconds. */
  others?(query: QueryObject, form: FormData, now: number): readonly QueryObject[]
  /** Returns their `data`; only called if there are rows. */
  data(answered: LegacyResult, form: FormData): unknown
  /** Returns their `data` from the results of several queries, for types that combine them. */
  dataOfAll?(answered: readonly LegacyResult[], form: FormData): unknown
}

/** The text for a dimension without a value. */
const NO_VALUE = '<NULL>'

/** Returns the labels of the columns in a key of the form. */
export function columnLabels(form: FormData, key: string): readonly string[] {
  return listOf<unknown>(form[key]).flatMap((each) => {
    const known = asColumn(each)
    return known === undefined ? [] : [columnLabel(known)]
  })
}

/** Returns the columns in keys of the form, without duplicates. */
export function columnsInKeys(form: FormData, ...keys: readonly string[]): readonly QueryColumn[] {
  const named = keys.flatMap((key) => [form[key]].flat()).flatMap((each) => asColumn(each) ?? [])
  return uniqueBy(named, columnLabel)
}

/** Returns the labels of the metrics in keys of the form, in the order of the keys. */
export function metricLabels(form: FormData, ...keys: readonly string[]): readonly string[] {
  return keys
    .flatMap((key) => listOf<unknown>(form[key]))
    .flatMap((each) => {
      const known = asMetric(each)
      return known === undefined ? [] : [metricLabel(known)]
    })
}

/** Returns the cells of a column; empty if the result does not contain it. */
export function cells(table: Table, name: string | undefined): readonly Value[] {
  return (name === undefined ? undefined : column(table, name)?.values) ?? []
}

/** Returns a dimension value as text. */
export function legacyValueText(value: Value | undefined): string {
  return value === null || value === undefined ? NO_VALUE : String(value)
}

/** Rows with equal cells in some columns: these cells, and the row numbers. */
export interface Group {
  readonly path: readonly Value[]
  readonly rows: number[]
}

/** Returns the row numbers of a table. */
export function rowsOf(table: Table): number[] {
  return Array.from({ length: table.rowCount }, (_, row) => row)
}

/** Groups rows by their cells in these columns, in the order of the first row of each group. */
export function groupsOf(table: Table, names: readonly string[], rows: readonly number[] = rowsOf(table)): Group[] {
  const columns = names.map((name) => cells(table, name))
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const path = columns.map((values) => values[row] ?? null)
    const key = JSON.stringify(path)
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { path, rows: [row] })
  }
  return [...groups.values()]
}

/** Compares in ascending order: numbers by size, texts by code units. */
function compareAscending(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [legacyValueText(a), legacyValueText(b)]
  return left < right ? -1 : Number(left > right)
}

/** Compares paths in ascending order, level by level. */
export function comparePaths(a: readonly Value[], b: readonly Value[]): number {
  for (const [level, left] of a.entries()) {
    const order = compareAscending(left, b[level] ?? null)
    if (order !== 0) return order
  }
  return 0
}

/** Returns the sum of the numeric values. */
export function sumColumns(values: readonly Value[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0)
}
