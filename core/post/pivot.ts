import { STRING, type Value } from '#core/table/table.ts'
import { type Aggregate, aggregateColumn, readAggregates, sourceOf } from './aggregates.ts'
import { flattenHeaders } from './flatten.ts'
import { cellAt, type Frame, type FrameColumn, requireColumn, rowsBetween } from './frame.ts'
import { type Grouping, groupRows, rankNumbers, rowsByGroup } from './grouping.ts'
import { NULL_TEXT, headerPartFormatter } from './header-text.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

/** The options of a pivot. */
export interface PivotOptions {
  readonly index: readonly string[]
  readonly columns: readonly string[]
  readonly aggregates: readonly Aggregate[]
  readonly metricFill: number | null
  /** Replaces a missing pivot value; null omits those rows. */
  readonly columnFill: string | null
  readonly dropMissing: boolean
  readonly combine: boolean
  readonly margins: string | null
  readonly resetIndex: boolean
}

/**
 * Pivots rows: one row per combination of `index` (ascending), one column per metric (by name) and existing combination
 * of `columns` (ascending). Combinations without data are missing, or `metric_fill_value`. `drop_missing_columns` omits
 * columns and rows without any value and rows with a missing index. Headers contain the name of the source column, then
 * the pivot values. Older payloads set `reset_index` to make the index the first columns.
 */
export const pivot: Operation<PivotOptions> = {
  name: 'pivot',
  parse: (options) =>
    readOptions(options, (reader) => {
      const index = reader.texts('index') ?? []
      if (index.length === 0) reader.fail('Pivot operation requires at least one index')
      const aggregates = readAggregates(reader)
      if (!reader.has('aggregates')) reader.fail('Pivot operation must include at least one aggregate')
      return {
        index,
        columns: reader.texts('columns') ?? [],
        aggregates,
        metricFill: reader.has('metric_fill_value') ? reader.number('metric_fill_value', 0) : null,
        columnFill: options['column_fill_value'] === null ? null : (reader.text('column_fill_value') ?? NULL_TEXT),
        dropMissing: reader.flag('drop_missing_columns', true),
        combine: reader.flag('combine_value_with_metric', false),
        margins: reader.flag('marginal_distributions', false)
          ? (reader.text('marginal_distribution_name') ?? 'All')
          : null,
        resetIndex: reader.flag('reset_index', false),
      }
    }),
  run(frame, options, budget) {
    const sides = sidesOf(frame, options)
    const metrics = new Map(options.aggregates.map((each) => [each.column, each]))
    budget.work(frame.rowCount * metrics.size)
    const names = [...metrics.keys()].toSorted(compareText)
    const pivotedMetrics = names.map((name) => madeOf(frame, metrics.get(name) as Aggregate, sides, options))
    const visibleGroups = options.dropMissing ? groupsWithValues(pivotedMetrics, sides) : allGroups(sides)
    const margin = options.margins === null ? 0 : 1
    const width = (visibleGroups.columns.length + margin) * pivotedMetrics.length + sides.index.length
    budget.frame(visibleGroups.rows.length + margin, width)
    const columns = pivotedMetrics.flatMap((each) => spreadOut(each, sides, visibleGroups, options))
    const remaining = options.dropMissing ? columns.filter((column) => !isEmpty(column)) : columns
    const dimensions: readonly (string | null)[] = options.columns
    const spread: Frame = {
      index: indexOf(sides, visibleGroups, options),
      columns: options.combine ? orderByPivotValues(remaining) : remaining,
      levels: options.combine ? [...dimensions, null] : [null, ...dimensions],
      rowCount: visibleGroups.rows.length + (options.margins === null ? 0 : 1),
    }
    return options.resetIndex ? flattenHeaders(spread, { resetIndex: true, dropLevels: [] }) : spread
  },
}

/** The position of each row of the long table: its row group, column group and cell, numbered in this order. */
interface PivotPositions {
  readonly rows: Grouping
  readonly columns: Grouping
  readonly index: readonly FrameColumn[]
  /** The header parts of each column group. */
  readonly parts: readonly (readonly string[])[]
  readonly cell: Int32Array
  /** Row group and column group of each cell, as one number. */
  readonly cells: Float64Array
}

/** The displayed row and column groups, ascending. */
interface VisibleGroups {
  readonly rows: readonly number[]
  readonly columns: readonly number[]
}

/** One metric: its values by cell and its margins. */
interface PivotedMetric {
  readonly metric: string
  readonly cells: FrameColumn
  readonly rows: FrameColumn | undefined
  readonly columns: FrameColumn | undefined
  readonly all: FrameColumn | undefined
}

function sidesOf(frame: Frame, options: PivotOptions): PivotPositions {
  const index = options.index.map((name) => requireColumn(frame, name))
  const pivots = options.columns.map((name) => fillColumn(requireColumn(frame, name), options.columnFill))
  const columns = groupRows(pivots, frame.rowCount, { dropNull: true })
  const rows = groupRows(index, frame.rowCount, { dropNull: options.dropMissing })
  const printers = pivots.map((each, at) => headerPartFormatter(columns.keys[at] ?? [], each))
  const parts = Array.from({ length: columns.count }, (_, group) =>
    printers.map((print, at) => print(columns.keys[at]?.[group] ?? null)),
  )
  return { rows, columns, index, parts, ...cellsOf(rows, columns, frame.rowCount) }
}

function fillColumn(column: FrameColumn, fill: string | null): FrameColumn {
  const values = column.values
  if (fill === null || values instanceof Float64Array || !values.includes(null)) return column
  return { ...column, values: values.map((value) => value ?? fill) }
}

function cellsOf(rows: Grouping, columns: Grouping, rowCount: number): Pick<PivotPositions, 'cell' | 'cells'> {
  const joint = new Float64Array(rowCount)
  for (let row = 0; row < rowCount; row++) {
    const r = rows.group[row] as number
    const c = columns.group[row] as number
    joint[row] = r < 0 || c < 0 ? -1 : r * columns.count + c
  }
  const { ranks, sorted } = rankNumbers(joint, rows.count * columns.count)
  return { cell: ranks, cells: sorted }
}

function madeOf(frame: Frame, aggregate: Aggregate, sides: PivotPositions, { margins }: PivotOptions): PivotedMetric {
  const source = sourceOf(frame, aggregate)
  const over = (group: Int32Array, count: number) => aggregateColumn(source, aggregate, rowsByGroup(group, count))
  const shown = (group: Int32Array) => group.map((each, row) => ((sides.cell[row] as number) < 0 ? -1 : each))
  const cells = over(sides.cell, sides.cells.length)
  const { rows, columns } = sides
  if (margins === null) return { metric: aggregate.column, cells, rows: undefined, columns: undefined, all: undefined }
  return {
    metric: aggregate.column,
    cells,
    rows: sides.parts.length > 0 && columns.keys.length > 0 ? over(shown(rows.group), rows.count) : undefined,
    columns: over(shown(columns.group), columns.count),
    all: over(
      sides.cell.map((cell) => Math.min(cell, 0)),
      1,
    ),
  }
}

function allGroups({ rows, columns }: PivotPositions): VisibleGroups {
  return { rows: rowsBetween(0, rows.count), columns: rowsBetween(0, columns.count) }
}

/** Returns the groups with at least one cell that has a value in some metric. */
function groupsWithValues(pivotedMetrics: readonly PivotedMetric[], { cells, columns }: PivotPositions): VisibleGroups {
  const rows = new Set<number>()
  const cols = new Set<number>()
  for (const [at, cell] of cells.entries()) {
    if (pivotedMetrics.every((each) => cellAt(each.cells, at) === null)) continue
    rows.add(Math.floor(cell / columns.count))
    cols.add(cell % columns.count)
  }
  return { rows: [...rows].toSorted((a, b) => a - b), columns: [...cols].toSorted((a, b) => a - b) }
}

/** Returns the columns of one metric: one for each combination of pivot values, then the margin. */
function spreadOut(
  pivotedMetrics: PivotedMetric,
  sides: PivotPositions,
  visibleGroups: VisibleGroups,
  { metricFill, margins }: PivotOptions,
): FrameColumn[] {
  const rowCount = visibleGroups.rows.length + (margins === null ? 0 : 1)
  const rowAt = new Int32Array(sides.rows.count).fill(-1)
  for (const [index, group] of visibleGroups.rows.entries()) rowAt[group] = index
  const width = sides.columns.count
  const spread: (Float64Array | Value[])[] = []
  for (const group of visibleGroups.columns) spread[group] = empty(pivotedMetrics.cells, rowCount, metricFill)
  for (const [index, cell] of sides.cells.entries()) {
    setCell(spread[cell % width], rowAt[Math.floor(cell / width)] as number, cellAt(pivotedMetrics.cells, index))
  }
  const named = visibleGroups.columns.map((group): FrameColumn => {
    const values = spread[group] ?? []
    if (pivotedMetrics.columns) setCell(values, rowCount - 1, cellAt(pivotedMetrics.columns, group))
    return { header: [pivotedMetrics.metric, ...(sides.parts[group] ?? [])], type: pivotedMetrics.cells.type, values }
  })
  if (!pivotedMetrics.rows || !pivotedMetrics.all) return named
  const last = empty(pivotedMetrics.cells, rowCount, null)
  for (const [index, group] of visibleGroups.rows.entries()) setCell(last, index, cellAt(pivotedMetrics.rows, group))
  setCell(last, rowCount - 1, cellAt(pivotedMetrics.all, 0))
  const blanks = sides.columns.keys.slice(1).map(() => '')
  return [
    ...named,
    { header: [pivotedMetrics.metric, margins, ...blanks], type: pivotedMetrics.cells.type, values: last },
  ]
}

function empty(like: FrameColumn, rowCount: number, fill: number | null): Float64Array | Value[] {
  if (like.type === STRING) return Array.from({ length: rowCount }, () => fill)
  return new Float64Array(rowCount).fill(fill ?? Number.NaN)
}

function setCell(values: Float64Array | Value[] | undefined, row: number, value: Value): void {
  if (values && row >= 0 && value !== null) (values as Value[])[row] = value
}

function isEmpty(column: FrameColumn): boolean {
  return rowsBetween(0, column.values.length).every((row) => cellAt(column, row) === null)
}

function indexOf(
  { index, rows }: PivotPositions,
  visibleGroups: VisibleGroups,
  { margins }: PivotOptions,
): FrameColumn[] {
  return index.map(({ header, type }, at): FrameColumn => {
    const values = visibleGroups.rows.map((group) => rows.keys[at]?.[group] ?? null)
    if (margins === null) return { header, type, values }
    return { header, type: STRING, values: [...values, at === 0 ? margins : ''] }
  })
}

/** Orders columns by pivot values before metrics, so that columns of one combination are adjacent. */
function orderByPivotValues(columns: readonly FrameColumn[]): FrameColumn[] {
  const groups = new Map<string, FrameColumn[]>()
  for (const column of columns) {
    const [metric = null, ...parts] = column.header
    const key = JSON.stringify(parts)
    groups.set(key, [...(groups.get(key) ?? []), { ...column, header: [...parts, metric] }])
  }
  return [...groups.values()].flat()
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
