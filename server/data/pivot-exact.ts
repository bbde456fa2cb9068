import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { column, type Table, type Value } from '#core/table/table.ts'
import { GROUPING } from '#server/sql/grouping.ts'
import { pivotAggregate } from './pivot-aggregates.ts'
import type { PivotForm } from './pivot-form.ts'
import type { Grid, Path } from './pivot-grid.ts'
import { type Labelled, withLines } from './pivot-totals.ts'

/** The answer to `pivotTotals`, and the labels of the dimensions it was asked by. */
export interface PivotTotals {
  readonly table: Table
  readonly dimensions: readonly string[]
}

/**
 * The question for the totals of a pivot table that sums: every grouping its lines stand for, made of the rows of the
 * dataset. The sum of means or of counts of distinct values is no total of theirs. Undefined where nothing is to be
 * totalled, where cells are put through another aggregate, or where more than the statement makes the answer.
 */
export function pivotTotals(query: QueryObject, form: PivotForm): QueryObject | undefined {
  const { isSum, fraction } = pivotAggregate(form.aggregate)
  const steps = (query.post_processing ?? []).filter((step) => step !== null)
  if (!isSum || steps.length > 0 || query.time_offsets?.length || query.is_timeseries) return undefined
  const labels = (query.columns ?? []).map(columnLabel)
  if ([...form.rows, ...form.columns].some((name) => !labels.includes(name))) return undefined
  const down = form.columnTotals || fraction !== null
  const along = form.rowTotals || fraction !== null
  // On its side the totals of columns are those of rows.
  const rows = (form.transpose ? along : down) ? beginnings(form.rows) : [form.rows]
  const columns = (form.transpose ? down : along) ? beginnings(form.columns) : [form.columns]
  const groupings = rows.flatMap((above) => columns.map((left) => [...above, ...left]))
  const grouping_sets = groupings.filter((names) => names.length < labels.length)
  return grouping_sets.length === 0 ? undefined : { ...query, grouping_sets, row_limit: 0, row_offset: 0, orderby: [] }
}

/** The first names, from none to all. */
function beginnings(names: readonly string[]): readonly (readonly string[])[] {
  return [...names, ''].map((_, count) => names.slice(0, count))
}

/** A metric over all rows of the dataset with these first levels; undefined where there are none. */
type Known = (metric: string, row: Path, column: Path) => Value | undefined

function knownOf(table: Table, { table: totals, dimensions }: PivotTotals, form: PivotForm): Known {
  const values = new Map<string, Value>()
  const inner = [...form.rows, ...form.columns]
  const outer = dimensions.filter((name) => !inner.includes(name))
  const learn = (from: Table, isSummed: (name: string, row: number) => boolean) => {
    for (let row = 0; row < from.rowCount; row++) {
      if (outer.some((name) => !isSummed(name, row))) continue
      const path = (levels: readonly string[]): Path =>
        levels.filter((name) => !isSummed(name, row)).map((name) => column(from, name)?.values[row] ?? null)
      const [above, left] = [path(form.rows), path(form.columns)]
      for (const metric of form.metrics) {
        values.set(JSON.stringify([metric, above, left]), column(from, metric)?.values[row] ?? null)
      }
    }
  }
  learn(table, () => false)
  const masks = column(totals, GROUPING)?.values
  // The last dimension is the lowest bit; without dimensions there is no mask.
  const bit = (name: string) => 2 ** (dimensions.length - 1 - dimensions.indexOf(name))
  learn(totals, (name, row) => !masks || Math.floor(Number(masks[row]) / bit(name)) % 2 === 1)
  return (metric, row, left) => values.get(JSON.stringify([metric, row, left]))
}

/** A column of a pivot table before its cells. */
export interface Heading extends Labelled {
  readonly metric: string
  /** The levels of its columns, without the metric. */
  readonly key: Path
}

interface Head extends Labelled {
  readonly metrics: readonly string[]
  readonly key: Path
}

/** What a pivot table is laid out of: the answer, its totals, and the labels of both sides in their order. */
export interface ExactPivot {
  readonly table: Table
  readonly totals: PivotTotals
  readonly headings: readonly Heading[]
  readonly rows: readonly Path[]
}

/** A pivot table that sums, every cell and line as the engine made it. Lines over several metrics add them up. */
export function exactPivot({ table, totals, headings, rows }: ExactPivot, form: PivotForm): Grid {
  const { of, fraction } = pivotAggregate(form.aggregate)
  const total = `Total (${form.aggregate})`
  const known = knownOf(table, totals, form)
  const value = (metrics: readonly string[], row: Path, key: Path): Value => {
    const found = metrics.flatMap((metric) => known(metric, row, key) ?? [])
    return found.length > 0 ? of(found) : null
  }
  const plain = headings
    .map(({ path, metric, key }): Head => ({ path, metrics: [metric], key }))
    .filter(({ metrics, key }) => rows.some((row) => value(metrics, row, key) !== null))
  const columns = form.rowTotals ? withLines(plain, total, headOver(form)) : plain
  const lines = rows.map((key) => ({ path: form.rows.length > 0 ? key : [total], key }))
  const isTall = form.columnTotals && form.rows.length > 0
  const down = isTall
    ? withLines(lines, total, ([first], path, shared) => ({ path, key: first?.key.slice(0, shared) ?? [] }))
    : lines
  const alongColumns = (fraction === 'Columns') !== form.metricsOnRows
  const cell = (head: Head, row: Path): Value => {
    const own = value(head.metrics, row, head.key)
    if (!fraction || own === null) return own
    if (fraction === 'Total') return shareOf(own, value(form.metrics, [], []))
    return shareOf(own, alongColumns ? value(head.metrics, [], head.key) : value(form.metrics, row, []))
  }
  return {
    columns: columns.map(({ path }) => path),
    rows: down.map(({ path }) => path),
    cells: columns.map((head) => down.map(({ key }) => cell(head, key))),
  }
}

/** The head over a group of others. The metric is the first of the levels they share, unless metrics are combined. */
function headOver({ combineMetrics }: PivotForm) {
  return (members: readonly Head[], path: Path, shared: number): Head => ({
    path,
    metrics: [...new Set(members.flatMap(({ metrics }) => metrics))],
    key: members[0]?.key.slice(0, combineMetrics ? shared : Math.max(0, shared - 1)) ?? [],
  })
}

function shareOf(part: Value, whole: Value): Value {
  return Number(whole) === 0 ? null : Number(part) / Number(whole)
}
