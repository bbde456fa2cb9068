import { BIN_COLUMNS, type ValueBins } from '#core/query/value-bins.ts'
import { BOOLEAN, type GenericType, NUMERIC, TEMPORAL } from '#core/table/table.ts'
import type { Dialect } from '#server/engines/engine.ts'
import type { Expr, From, Select, SelectedExpression } from './tree.ts'

/** The parameters of binning. */
export interface Binning {
  readonly type: GenericType
  readonly dialect: Dialect
  /** Maximum rows of the result. */
  readonly max: number
}

const column = (name: string): Expr => ({ kind: 'column', name })
const literal = (value: number | null): Expr => ({ kind: 'literal', value })
const compare = (left: Expr, op: '<' | '>=' | '<=', right: Expr): Expr => ({ kind: 'compare', op, left, right })
const compute = (left: Expr, op: '+' | '-' | '*' | '/', right: Expr): Expr => ({ kind: 'arithmetic', op, left, right })
const choice = (when: Expr, so: Expr, otherwise: Expr): Expr => ({ kind: 'case', when, so, otherwise })
const fromSelect = (select: Select, alias: string): From => ({ kind: 'select', select, alias })

const VALUE = column('__value')
const LOW = column(BIN_COLUMNS.low)
const HIGH = column(BIN_COLUMNS.high)
const ESTIMATE = column('__estimate')

/** Returns a SELECT of these columns of the source below. */
function level(
  from: From,
  names: readonly string[],
  added: readonly SelectedExpression[],
  where: readonly Expr[] = [],
): Select {
  const columns = [...names.map((label) => ({ expr: column(label), label })), ...added]
  return { columns, from, where, groupBy: [], having: [], orderBy: [], limit: null, offset: 0 }
}

/** True if the engine can bin values of a type. */
export function isBinnable(type: GenericType): boolean {
  return type === NUMERIC || type === TEMPORAL || type === BOOLEAN
}

/** Returns the value as a double; times as epoch milliseconds. */
function asDouble(of: Expr, { type, dialect }: Binning): Expr {
  if (type === TEMPORAL) return { kind: 'template', template: dialect.epochMs, of }
  if (type !== BOOLEAN || !dialect.hasBooleans)
    return { kind: 'template', template: 'CAST({col} AS DOUBLE PRECISION)', of }
  const number = choice(of, literal(1), choice({ kind: 'not', of }, literal(0), literal(null)))
  return { kind: 'template', template: 'CAST({col} AS DOUBLE PRECISION)', of: number }
}

/** Engines sort NaN above all numbers. */
const isFinite: readonly Expr[] = [
  compare(VALUE, '>=', literal(-Number.MAX_VALUE)),
  compare(VALUE, '<=', literal(Number.MAX_VALUE)),
]

function selectExtreme(name: 'MIN' | 'MAX', label: string): SelectedExpression {
  return { expr: { kind: 'window', of: { kind: 'aggregate', name, of: VALUE }, by: [] }, label }
}

/** Returns the bin by the share of the range; rounding can put a value near an edge into the adjacent bin. */
function estimate(bins: number): Expr {
  const share = compute(compute(VALUE, '-', LOW), '/', compute(HIGH, '-', LOW))
  const floor: Expr = { kind: 'template', template: 'FLOOR({col})', of: compute(share, '*', literal(bins)) }
  const inRange = choice(compare(VALUE, '<', HIGH), floor, literal(bins - 1))
  return choice(compare(LOW, '<', HIGH), inRange, literal(Math.floor(bins / 2)))
}

/** Corrects the bin by its edges, computed like in `binEdge`. */
function binByEdges(bins: number): Expr {
  const step = compute(compute(HIGH, '-', LOW), '/', literal(bins))
  const edge = (at: Expr): Expr => compute(LOW, '+', compute(at, '*', step))
  const next = compute(ESTIMATE, '+', literal(1))
  const isLower: Expr = {
    kind: 'all',
    of: [compare(ESTIMATE, '>=', literal(1)), compare(VALUE, '<', edge(ESTIMATE))],
  }
  const isHigher: Expr = {
    kind: 'all',
    of: [compare(ESTIMATE, '<', literal(bins - 1)), compare(VALUE, '>=', edge(next))],
  }
  const corrected = choice(isLower, compute(ESTIMATE, '-', literal(1)), choice(isHigher, next, ESTIMATE))
  return choice(compare(LOW, '<', HIGH), corrected, ESTIMATE)
}

/**
 * Returns the statement that counts the rows of another in bins: one row per group and non-empty bin. It reads all
 * rows, regardless of the limit of the other. Rows without a finite value are left out.
 */
export function binnedSelect(rows: Select, { column: counted, by, bins }: ValueBins, binning: Binning): Select {
  const names = by.map((_, index) => `__c${index}`)
  const all = fromSelect({ ...rows, orderBy: [], limit: null, offset: 0 }, 'b0')
  const groups = by.map((label, index) => ({ expr: column(label), label: names[index] ?? '' }))
  const valued = level(all, [], [...groups, { expr: asDouble(column(counted), binning), label: '__value' }])
  const range = [selectExtreme('MIN', BIN_COLUMNS.low), selectExtreme('MAX', BIN_COLUMNS.high)]
  const ranged = level(fromSelect(valued, 'b1'), [...names, '__value'], range, isFinite)
  const retained = [...names, BIN_COLUMNS.low, BIN_COLUMNS.high]
  const estimated = level(
    fromSelect(ranged, 'b2'),
    [...retained, '__value'],
    [{ expr: estimate(bins), label: '__estimate' }],
  )
  const placed = level(fromSelect(estimated, 'b3'), retained, [{ expr: binByEdges(bins), label: BIN_COLUMNS.bin }])
  const keys = [...retained, BIN_COLUMNS.bin].map(column)
  const columns = [
    ...by.map((label, index) => ({ expr: column(names[index] ?? ''), label })),
    ...[BIN_COLUMNS.bin, BIN_COLUMNS.low, BIN_COLUMNS.high].map((label) => ({ expr: column(label), label })),
    { expr: { kind: 'aggregate', name: 'COUNT', of: '*' } as const, label: BIN_COLUMNS.rows },
  ]
  return {
    ...level(fromSelect(placed, 'b4'), [], columns),
    groupBy: keys,
    orderBy: [...names.map(column), column(BIN_COLUMNS.bin)].map((key) => ({ by: key, ascending: true })),
    limit: binning.max,
  }
}
