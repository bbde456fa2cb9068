import type { FormData } from '#core/form/form-data.ts'
import { asColumn, asMetric, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import type { EntryHead } from '#core/query/result.ts'
import { column, type Table, type Value } from '#core/table/table.ts'

/** The answer a chart of old is given: its rows, and what is said of them. */
export interface Answered {
  readonly table: Table
  /** The answer to the question for totals, where the shape has one. */
  readonly totals?: Table | undefined
  /** The answers to the questions beside it, where the shape has some. */
  readonly beside?: readonly Table[]
  /** The time range it was asked for, epoch milliseconds; absent where that has no beginning or no end. */
  readonly range?: readonly [number, number] | undefined
  /** Label to the parts it was joined from. */
  readonly labels: Readonly<Record<string, readonly string[]>>
  /** The chart whose lines it holds, where the question names one. */
  readonly chart?: EntryHead['saved_chart']
}

/** How charts of old of some types ask, and the shape in which they read the answer. */
export interface LegacyShape {
  readonly types: readonly string[]
  /** Their question; absent: that of the chart type, or what every chart asks. */
  query?(form: FormData): QueryObject
  /** What it asks for beside its question, to total what no sum of rows gives; undefined where it needs nothing. */
  totals?(query: QueryObject, form: FormData): QueryObject | undefined
  /** What it asks about other times, `now` in epoch milliseconds. */
  others?(query: QueryObject, form: FormData, now: number): readonly QueryObject[]
  /** Their `data`; only asked for where there are rows. */
  data(answered: Answered, form: FormData): unknown
  /** Their `data` out of the answers to all questions of the kind, where they are made of several. */
  dataOfAll?(answered: readonly Answered[], form: FormData): unknown
}

/** What stands for a dimension without a value. */
const NO_VALUE = '<NULL>'

/** The labels of the columns a key of the form names. */
export function columnLabels(form: FormData, key: string): readonly string[] {
  return listOf<unknown>(form[key]).flatMap((each) => {
    const known = asColumn(each)
    return known === undefined ? [] : [columnLabel(known)]
  })
}

/** The columns that keys of the form name, each once. */
export function columnsNamed(form: FormData, ...keys: readonly string[]): readonly QueryColumn[] {
  const named = keys.flatMap((key) => [form[key]].flat()).flatMap((each) => asColumn(each) ?? [])
  return uniqueBy(named, columnLabel)
}

/** The labels of the metrics that keys of the form name, in the order of the keys. */
export function metricLabels(form: FormData, ...keys: readonly string[]): readonly string[] {
  return keys
    .flatMap((key) => listOf<unknown>(form[key]))
    .flatMap((each) => {
      const known = asMetric(each)
      return known === undefined ? [] : [metricLabel(known)]
    })
}

/** The cells of a column; none where the answer lacks it. */
export function cells(table: Table, name: string | undefined): readonly Value[] {
  return (name === undefined ? undefined : column(table, name)?.values) ?? []
}

/** A dimension as text. */
export function spoken(value: Value | undefined): string {
  return value === null || value === undefined ? NO_VALUE : String(value)
}

/** Rows that are alike in some columns: their cells there, and which rows. */
export interface Group {
  readonly path: readonly Value[]
  readonly rows: number[]
}

/** The rows of a table. */
export function rowsOf(table: Table): number[] {
  return Array.from({ length: table.rowCount }, (_, row) => row)
}

/** These rows by their cells in these columns, in the order of the first of each group. */
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

/** Ascending: numbers by size, texts by their characters. */
function ascending(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [spoken(a), spoken(b)]
  return left < right ? -1 : Number(left > right)
}

/** Ascending level by level. */
export function alongPath(a: readonly Value[], b: readonly Value[]): number {
  for (const [level, left] of a.entries()) {
    const order = ascending(left, b[level] ?? null)
    if (order !== 0) return order
  }
  return 0
}

/** The sum of what are numbers. */
export function total(values: readonly Value[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0)
}
