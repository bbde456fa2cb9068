import type { Grouping } from './grouping.ts'
import type { Expr, OrderBy, Select, Selected } from './tree.ts'

const ALIAS = 'groupings'
const column = (at: number): string => `c${at}__`
const orderColumn = (at: number): string => `o${at}__`

/** What no row fulfils. */
const never: Expr = {
  kind: 'compare',
  op: '=',
  left: { kind: 'literal', value: 1 },
  right: { kind: 'literal', value: 0 },
}
const nothing: Expr = { kind: 'literal', value: null }

/**
 * The statement for an engine without grouping sets: each grouping by itself, one below the other, then ordered and cut as
 * one. Within, columns are named by position, since engines may take labels that differ in case alone for one.
 */
export function separateGroupings(select: Select, grouping: Grouping, dimensions: readonly Selected[]): Select {
  const { asked, marker, having } = grouping
  const own = select.having.filter((each) => !having.includes(each))
  const isTyped = asked.some((set) => set.length === dimensions.length)
  const finest = dimensions.map(({ expr }) => expr)
  const branch = (set: readonly Expr[]): Select => ({
    columns: [
      ...select.columns.map(({ expr }, at) => ({
        expr: expr === marker.expr ? maskOf(set, dimensions) : within(expr, set, dimensions),
        label: column(at),
      })),
      ...select.orderBy.flatMap(({ by }, at) =>
        'label' in by ? [] : [{ expr: within(by, set, dimensions), label: orderColumn(at) }],
      ),
      // Of all rows together there is one, whatever else is asked of them.
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
  // The first says of what type each column is, and knows it where it has all dimensions.
  const typing = isTyped ? [] : [{ ...branch(finest), where: [...select.where, never] }]
  const all = asked.toSorted((a, b) => b.length - a.length).map(branch)
  return {
    columns: select.columns.map(({ label }, at) => ({ expr: inUnion(column(at)), label })),
    from: { kind: 'union', all: [...typing, ...all], alias: ALIAS },
    where: [],
    groupBy: [],
    having: [],
    orderBy: select.orderBy.map(
      (key, at): OrderBy => ('label' in key.by ? key : { ...key, by: inUnion(orderColumn(at)) }),
    ),
    limit: select.limit,
    offset: select.offset,
  }
}

function inUnion(name: string): Expr {
  return { kind: 'column', of: ALIAS, name }
}

/** An expression in the rows of a grouping: a dimension it is summed over has no value there. */
function within(expr: Expr, set: readonly Expr[], dimensions: readonly Selected[]): Expr {
  const text = JSON.stringify(expr)
  const same = (other: Expr): boolean => JSON.stringify(other) === text
  return !set.some(same) && dimensions.some((each) => same(each.expr)) ? nothing : expr
}

/** The bits of the dimensions that the rows of a grouping are summed over, the last dimension being 1. */
function maskOf(set: readonly Expr[], dimensions: readonly Selected[]): Expr {
  const bits = dimensions.map(({ expr }) => (set.includes(expr) ? 0 : 1))
  return { kind: 'literal', value: bits.reduce((mask: number, bit) => mask * 2 + bit, 0) }
}
