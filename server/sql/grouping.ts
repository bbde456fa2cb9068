import { GROUPING } from '#core/query/grouping.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Expr, SelectedExpression } from './tree.ts'

/** The grouping sets of a query, and the marker column that identifies the set of a row. */
export interface Grouping {
  /** The requested sets, each by the expressions of its dimensions. */
  readonly requested: readonly (readonly Expr[])[]
  /** The same, plus a set of all dimensions if some dimension is in none. */
  readonly sets: readonly (readonly Expr[])[]
  readonly marker: SelectedExpression
  /** Removes the rows of a set that was only added to include all dimensions. */
  readonly having: readonly Expr[]
}

/**
 * Returns the distinct requested grouping sets; undefined if there are none, or no dimensions. The marker is a bit mask
 * of the dimensions a row is aggregated over, the last dimension being 1; it is 0 for rows with all dimensions.
 */
export function groupingOf(
  { grouping_sets: requested = [] }: QueryObject,
  dimensions: readonly SelectedExpression[],
): Grouping | undefined {
  if (requested.length === 0 || dimensions.length === 0) return undefined
  const unknown = requested.flat().filter((label) => !dimensions.some((each) => each.label === label))
  if (unknown.length > 0) {
    throw new ApiError('grouping-sets-unknown', {
      args: [[...new Set(unknown)].map((label) => `"${label}"`).join(', ')],
    })
  }
  const distinct = new Map(
    requested.map((labels) => {
      const members = dimensions.filter(({ label }) => labels.includes(label))
      return [members.map(({ label }) => label).join('\0'), members.map(({ expr }) => expr)] as const
    }),
  )
  const mask: Expr = { kind: 'grouping', of: dimensions.map(({ expr }) => expr) }
  const marker = { expr: mask, label: GROUPING }
  const isWhole = dimensions.every(({ label }) => requested.some((labels) => labels.includes(label)))
  const sets = [...distinct.values()]
  if (isWhole) return { requested: sets, sets, marker, having: [] }
  const finest: Expr = { kind: 'compare', op: '<>', left: mask, right: { kind: 'bind', value: 0 } }
  return { requested: sets, sets: [...sets, dimensions.map(({ expr }) => expr)], marker, having: [finest] }
}
