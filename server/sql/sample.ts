import { POINTS_PER_PIXEL, type Sample } from '#core/query/sample.ts'
import type { Dialect } from '#server/engines/engine.ts'
import type { Expr, From, Select, SelectedExpression } from './tree.ts'

/** The roles of the columns of a statement, by index. */
export interface Sampling {
  readonly labels: readonly string[]
  /** The x axis, a timestamp column. */
  readonly x: number
  readonly metrics: readonly number[]
  readonly dialect: Dialect
  /** Maximum rows. */
  readonly max: number
}

/** The label of the column with the total number of points. */
export const POINT_COUNT_LABEL = '__points'

const column = (name: string): Expr => ({ kind: 'column', name })
const number = (value: number): Expr => ({ kind: 'literal', value })
const windowCall = (name: 'COUNT' | 'MAX' | 'MIN', of: Expr | '*', by: readonly Expr[]): Expr => ({
  kind: 'window',
  of: { kind: 'aggregate', name, of },
  by,
})
const compare = (left: Expr, op: '=' | '<' | '>' | '<=' | '>=', right: Expr): Expr => ({
  kind: 'compare',
  op,
  left,
  right,
})
const compute = (left: Expr, op: '+' | '-' | '*' | '/', right: Expr): Expr => ({ kind: 'arithmetic', op, left, right })
const choice = (when: Expr, so: Expr, otherwise: Expr): Expr => ({ kind: 'case', when, so, otherwise })

/** The largest timestamp that a result can hold, in epoch milliseconds. */
const MAX_TIMESTAMP = 8.64e15

const AT = column('__at')
const FIRST = column('axis_first')
const LAST = column('axis_last')

/** Returns a number, or null if a result cannot hold it: engines sort NaN above all numbers. */
function finite(of: Expr): Expr {
  const within = [compare(of, '>=', number(-Number.MAX_VALUE)), compare(of, '<=', number(Number.MAX_VALUE))]
  return choice({ kind: 'all', of: within }, of, { kind: 'literal', value: null })
}

/** Returns the index, from 0, of the part that a position is in, among `width` equal parts from `first` to `last`. */
function partIndex(first: Expr, last: Expr, width: number): Expr {
  const share = compute(compute(AT, '-', first), '/', compute(last, '-', first))
  const of: Expr = { kind: 'template', template: 'FLOOR({col})', of: compute(share, '*', number(width)) }
  // The last position is in the last part; with a single position there is nothing to divide by.
  return choice(compare(AT, '<', last), of, number(width - 1))
}

/** Returns the index of the part; parts before, within and after a visible range are numbered separately. */
function partOf({ width, from, to }: Sample): Expr {
  const whole = partIndex(FIRST, LAST, width)
  if (from === undefined || to === undefined) return whole
  const within = compute(number(width), '+', partIndex(number(from), number(to), width))
  const after = compute(number(2 * width), '+', whole)
  return choice(compare(AT, '<', number(from)), whole, choice(compare(AT, '<=', number(to)), within, after))
}

/** Returns a SELECT of the added columns and of those retained from below. */
function level(
  below: From,
  retained: readonly string[],
  added: readonly SelectedExpression[],
  where: readonly Expr[] = [],
): Select {
  const columns = [...retained.map((label) => ({ expr: column(label), label })), ...added]
  return { columns, from: below, where, groupBy: [], having: [], orderBy: [], limit: null, offset: 0 }
}

const fromSelect = (select: Select, alias: string): From => ({ kind: 'select', select, alias })

/** Columns added to each row: its position, the number of points, and the number of points of its series. */
const KNOWN = ['__at', 'points', 'series_points']

/**
 * Returns the rows of a statement with a position on the axis, their columns under short names, plus the `KNOWN`
 * columns.
 */
function placedRows(rows: Select, { labels, x, dialect }: Sampling, names: readonly string[], series: readonly Expr[]) {
  const position: Expr = { kind: 'template', template: dialect.epochMs, of: column(labels[x] ?? '') }
  const named = labels.map((label, index) => ({ expr: column(label), label: names[index] ?? '' }))
  const all = fromSelect({ ...rows, orderBy: [], limit: null, offset: 0 }, 'sample0')
  const placed = level(all, [], [...named, { expr: position, label: '__at' }])
  const counted = [
    { expr: windowCall('MIN', AT, []), label: 'axis_first' },
    { expr: windowCall('MAX', AT, []), label: 'axis_last' },
    { expr: windowCall('COUNT', '*', []), label: 'points' },
    { expr: windowCall('COUNT', '*', series), label: 'series_points' },
  ]
  const isThere = [compare(AT, '>=', number(-MAX_TIMESTAMP)), compare(AT, '<=', number(MAX_TIMESTAMP))]
  return level(fromSelect(placed, 'sample1'), [...names, '__at'], counted, isThere)
}

/**
 * Returns rows with their `part` and the positions of the visible points of their series in it: `first`, `last`, and
 * the positions of the extremes of each metric.
 */
function seenRows(parted: Select, retained: readonly string[], by: readonly Expr[], metrics: readonly Expr[]) {
  const extremes = metrics.flatMap((of, index) => [
    { of, label: `least${index}`, expr: windowCall('MIN', finite(of), by) },
    { of, label: `greatest${index}`, expr: windowCall('MAX', finite(of), by) },
  ])
  const ends = level(
    fromSelect(parted, 'sample3'),
    [...retained, 'part'],
    [
      { expr: windowCall('MIN', AT, by), label: 'first' },
      { expr: windowCall('MAX', AT, by), label: 'last' },
      ...extremes.map(({ label, expr }) => ({ label, expr })),
    ],
  )
  const positions = extremes.map(({ of, label }) => {
    const there = choice(compare(of, '=', column(label)), AT, { kind: 'literal', value: null })
    return { expr: windowCall('MIN', there, by), label: `at_${label}` }
  })
  const select = level(fromSelect(ends, 'sample4'), [...retained, 'first', 'last'], positions)
  return { select, positions: ['first', 'last', ...positions.map(({ label }) => label)] }
}

/**
 * Returns the visually relevant rows of a statement. Of each series and each part of the x axis these are the first,
 * the last and, for each metric, the minimum and the maximum (the earliest of equal ones). Short series are complete.
 * Rows are sorted by the x axis; the last column is the total number of points. Rows without a position on the axis are
 * left out. Each row of the statement must have a distinct series and position.
 */
export function sampledSelect(rows: Select, sample: Sample, sampling: Sampling): Select {
  const { labels, x, metrics, max } = sampling
  const names = labels.map((_, index) => `__c${index}`)
  const series = names.filter((_, index) => index !== x && !metrics.includes(index)).map(column)
  const retained = [...names, ...KNOWN]
  const placed = placedRows(rows, sampling, names, series)
  const parted = level(fromSelect(placed, 'sample2'), retained, [{ expr: partOf(sample), label: 'part' }])
  const values = metrics.map((index) => column(`__c${index}`))
  const seen = seenRows(parted, retained, [...series, column('part')], values)
  const isShort = compare(column('series_points'), '<=', number(POINTS_PER_PIXEL * sample.width))
  const answered = [
    ...labels.map((label, index) => ({ expr: column(names[index] ?? ''), label })),
    { expr: column('points'), label: POINT_COUNT_LABEL },
  ]
  return {
    ...level(fromSelect(seen.select, 'sample5'), [], answered),
    where: [{ kind: 'any', of: [isShort, ...seen.positions.map((label) => compare(AT, '=', column(label)))] }],
    orderBy: [AT, ...series].map((by) => ({ by, ascending: true })),
    limit: max,
  }
}
