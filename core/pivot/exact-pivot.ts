import { GROUPING } from '#core/query/grouping.ts'
import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { column, type Table, type Value } from '#core/table/table.ts'
import { pivotAggregate } from './aggregates.ts'
import type { PivotForm } from './form.ts'
import type { Line, LineGrid, Path } from './grid.ts'
import { totalColumnBuilder, hasTotalRows, namesOf, totalRow } from './lines.ts'
import { isByValue } from './line-order.ts'
import { withLines } from './totals.ts'

/** The result of `pivotTotals`, and the labels of the dimensions it was queried with. */
export interface PivotTotals {
  readonly table: Table
  readonly dimensions: readonly string[]
}

/**
 * Returns the query for the totals of a pivot table that sums: every grouping of its totals or sort order, computed
 * from the rows of the dataset. Sums of means or of distinct counts would be wrong totals. Undefined if no totals are
 * needed, if the cells use another aggregate, or if the result is not computed by the statement alone.
 */
export function pivotTotals(query: QueryObject, form: PivotForm): QueryObject | undefined {
  const { isSum, fraction } = pivotAggregate(form.aggregate)
  const steps = (query.post_processing ?? []).filter((step) => step !== null)
  if (!isSum || steps.length > 0 || query.time_offsets?.length || query.is_timeseries) return undefined
  const labels = (query.columns ?? []).map(columnLabel)
  if ([...form.rows, ...form.columns].some((name) => !labels.includes(name))) return undefined
  const isOrdered = [form.rowOrder, form.columnOrder].some((order) => order !== undefined && isByValue(order))
  const down = form.columnTotals || fraction !== null || isOrdered
  const along = form.rowTotals || fraction !== null || isOrdered
  // In a transposed table the totals of columns are those of rows.
  const rows = (form.transpose ? along : down) ? prefixesOf(form.rows) : [form.rows]
  const columns = (form.transpose ? down : along) ? prefixesOf(form.columns) : [form.columns]
  const groupings = rows.flatMap((above) => columns.map((left) => [...above, ...left]))
  const grouping_sets = groupings.filter((names) => names.length < labels.length)
  return grouping_sets.length === 0 ? undefined : { ...withoutLimits(query), grouping_sets }
}

/** Returns the query without the limits of rows and series, which do not apply to totals. */
export function withoutLimits(query: QueryObject): QueryObject {
  const series = query.series_limit ? { series_limit: 0 } : {}
  return { ...query, row_limit: 0, row_offset: 0, orderby: [], ...series }
}

/** Returns all prefixes of the names, from none to all. */
function prefixesOf(names: readonly string[]): readonly (readonly string[])[] {
  return [...names, ''].map((_, count) => names.slice(0, count))
}

/**
 * Returns a metric over all rows of the dataset with these path prefixes, several metrics summed; undefined if there
 * are no such rows. Paths are given as texts of `pathText`, because each is looked up for many cells.
 */
export type ExactTotal = (metrics: readonly string[], row: string, column: string) => Value | undefined

/** Returns a path as text; equal paths give equal texts. */
export function pathText(path: Path): string {
  return JSON.stringify(path)
}

/** Returns a lookup for the values in the result and the result of `pivotTotals`. */
export function totalsLookup(table: Table, { table: totals, dimensions }: PivotTotals, form: PivotForm): ExactTotal {
  const { of } = pivotAggregate(form.aggregate)
  const values = new Map(form.metrics.map((name) => [name, new Map<string, Map<string, Value>>()]))
  const inner = [...form.rows, ...form.columns]
  const outer = dimensions.filter((name) => !inner.includes(name))
  const learn = (from: Table, isSummed: (name: string, row: number) => boolean) => {
    const sides = [form.rows, form.columns].map((names) => names.map((name) => ({ name, of: column(from, name) })))
    const metrics = form.metrics.map((name) => ({ known: values.get(name), cells: column(from, name)?.values }))
    for (let row = 0; row < from.rowCount; row++) {
      if (outer.some((name) => !isSummed(name, row))) continue
      const [above = '', left = ''] = sides.map((levels) =>
        pathText(levels.flatMap((level) => (isSummed(level.name, row) ? [] : [level.of?.values[row] ?? null]))),
      )
      for (const { known, cells } of metrics) {
        const ofColumn = known?.get(left) ?? new Map<string, Value>()
        known?.set(left, ofColumn.set(above, cells?.[row] ?? null))
      }
    }
  }
  learn(table, () => false)
  const masks = column(totals, GROUPING)?.values
  // The last dimension is the lowest bit; without dimensions there is no mask.
  const bits = new Map(dimensions.map((name, index) => [name, 2 ** (dimensions.length - 1 - index)]))
  learn(totals, (name, row) => !masks || Math.floor(Number(masks[row]) / (bits.get(name) ?? 1)) % 2 === 1)
  const one = (metric: string | undefined, row: string, left: string) =>
    values
      .get(metric ?? '')
      ?.get(left)
      ?.get(row)
  return (metrics, row, left) => {
    if (metrics.length === 1) return one(metrics[0], row, left)
    const found = metrics.map((metric) => one(metric, row, left)).filter((value) => value !== undefined)
    return found.length > 1 ? of(found) : found[0]
  }
}

/** The ordered lines of both sides, and the lookup of their values. */
export interface ExactPivot {
  readonly known: ExactTotal
  readonly columns: readonly Line[]
  readonly rows: readonly Line[]
}

/**
 * Returns a pivot table that sums, with every cell and total as computed by the engine. Lines with several metrics sum
 * them.
 */
export function exactPivot({ known, columns, rows }: ExactPivot, form: PivotForm): LineGrid {
  const { fraction } = pivotAggregate(form.aggregate)
  const names = namesOf(form)
  const texts = rows.map(({ key }) => pathText(key))
  const filled = columns.filter(({ metrics, key }) => {
    const left = pathText(key)
    return texts.some((row) => known(metrics, row, left) !== undefined)
  })
  const wide = form.rowTotals ? withLines(filled, names.columns, totalColumnBuilder(form)) : filled
  const tall = hasTotalRows(form) ? withLines(rows, names.rows, totalRow) : rows
  const alongColumns = (fraction === 'Columns') !== form.metricsOnRows
  const none = pathText([])
  const cell = (head: Line, row: string, left: string): Value => {
    const own = known(head.metrics, row, left) ?? null
    if (!fraction || own === null) return own
    if (fraction === 'Total') return memoryShareOf(own, known(form.metrics, none, none))
    return memoryShareOf(own, alongColumns ? known(head.metrics, none, left) : known(form.metrics, row, none))
  }
  const lines = tall.map(({ key }) => pathText(key))
  const cells = wide.map((head) => {
    const left = pathText(head.key)
    return lines.map((row) => cell(head, row, left))
  })
  return { columns: wide, rows: tall, cells }
}

function memoryShareOf(part: Value, whole: Value | undefined): Value {
  return Number(whole ?? 0) === 0 ? null : Number(part) / Number(whole)
}
