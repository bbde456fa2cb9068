import type { Grouping } from './grouping.ts'
import type { Expr, OrderBy, Select, SelectedExpression } from './tree.ts'

const ALIAS = 'groupings'
const column = (at: number): string => `c${at}__`
const orderColumn = (at: number): string => `o${at}__`

/** A condition that no row matches. */
const never: Expr = {
  kind: 'compare',
  op: '=',
  left: { kind: 'literal', value: 1 },
  right: { kind: 'literal', value: 0 },
}
const NULL_EXPRESSION: Expr = { kind: 'literal', value: null }

/**
 * Returns the statement for an engine without grouping sets: a UNION of one SELECT per set, then ordered and limited.
 * Inner columns are named by position, because engines may treat labels that differ only in case as equal.
 */
export function separateGroupings(
  select: Select,
  grouping: Grouping,
  dimensions: readonly SelectedExpression[],
): Select {
  const { requested, marker, having } = grouping
  const own = select.having.filter((each) => !having.includes(each))
  const isTyped = requested.some((set) => set.length === dimensions.length)
  const finest = dimensions.map(({ expr }) => expr)
  const branch = (set: readonly Expr[]): Select => ({
    columns: [
      ...select.columns.map(({ expr }, index) => ({
        expr: expr === marker.expr ? maskOf(set, dimensions) : expressionForSet(expr, set, dimensions),
        label: column(index),
      })),
      ...select.orderBy.flatMap(({ by }, index) =>
        'label' in by ? [] : [{ expr: expressionForSet(by, set, dimensions), label: orderColumn(index) }],
      ),
      // The aggregate makes a grand total one row, whatever else is selected.
      { expr: { kind: 'aggregate', name: 'COUNT', of: '*' }, label: 'rows__' },
    ],
    from: select.from,
    where: select.where,
    groupBy: set,
    having: own,
    orderBy: [],
    limit: null,
    offset: 0,
  })
  // The first SELECT determines the column types; it knows them if it has all dimensions.
  const typing = isTyped ? [] : [{ ...branch(finest), where: [...select.where, never] }]
  const all = requested.toSorted((a, b) => b.length - a.length).map(branch)
  return {
    columns: select.columns.map(({ label }, index) => ({ expr: inUnion(column(index)), label })),
    from: { kind: 'union', all: [...typing, ...all], alias: ALIAS },
    where: [],
    groupBy: [],
    having: [],
    orderBy: select.orderBy.map(
      (key, index): OrderBy => ('label' in key.by ? key : { ...key, by: inUnion(orderColumn(index)) }),
    ),
    limit: select.limit,
    offset: select.offset,
  }
}

function inUnion(name: string): Expr {
  return { kind: 'column', of: ALIAS, name }
}

/** Returns an expression for the rows of a set: a dimension that is aggregated over is null. */
function expressionForSet(expr: Expr, set: readonly Expr[], dimensions: readonly SelectedExpression[]): Expr {
  const text = JSON.stringify(expr)
  const same = (other: Expr): boolean => JSON.stringify(other) === text
  return !set.some(same) && dimensions.some((each) => same(each.expr)) ? NULL_EXPRESSION : expr
}

/** Returns the bit mask of the dimensions that the rows of a set are aggregated over, the last dimension being 1. */
function maskOf(set: readonly Expr[], dimensions: readonly SelectedExpression[]): Expr {
  const bits = dimensions.map(({ expr }) => (set.includes(expr) ? 0 : 1))
  return { kind: 'literal', value: bits.reduce((mask: number, bit) => mask * 2 + bit, 0) }
}
