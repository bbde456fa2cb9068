import { GROUPING } from '#core/query/grouping.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Expr, Selected } from './tree.ts'

/** The groupings of a question, and the column that tells whose row one is. */
export interface Grouping {
  /** Those that are asked for, each by the expressions of its dimensions. */
  readonly asked: readonly (readonly Expr[])[]
  /** The same, with one of all dimensions where some are in none. */
  readonly sets: readonly (readonly Expr[])[]
  readonly marker: Selected
  /** What keeps rows of a grouping that is only there so that all dimensions are in some. */
  readonly having: readonly Expr[]
}

/**
 * The groupings asked for, each once; undefined where there are none, or nothing to group by. The marker is 0 where a row
 * has all dimensions; of those it is summed over it holds the bits, the last dimension being 1.
 */
export function groupingOf(
  { grouping_sets: asked = [] }: QueryObject,
  dimensions: readonly Selected[],
): Grouping | undefined {
  if (asked.length === 0 || dimensions.length === 0) return undefined
  const unknown = asked.flat().filter((label) => !dimensions.some((each) => each.label === label))
  if (unknown.length > 0) {
    throw new ApiError('grouping-sets-unknown', {
      args: [[...new Set(unknown)].map((label) => `"${label}"`).join(', ')],
    })
  }
  const distinct = new Map(
    asked.map((labels) => {
      const members = dimensions.filter(({ label }) => labels.includes(label))
      return [members.map(({ label }) => label).join('\0'), members.map(({ expr }) => expr)] as const
    }),
  )
  const mask: Expr = { kind: 'grouping', of: dimensions.map(({ expr }) => expr) }
  const marker = { expr: mask, label: GROUPING }
  const isWhole = dimensions.every(({ label }) => asked.some((labels) => labels.includes(label)))
  const sets = [...distinct.values()]
  if (isWhole) return { asked: sets, sets, marker, having: [] }
  const finest: Expr = { kind: 'compare', op: '<>', left: mask, right: { kind: 'bind', value: 0 } }
  return { asked: sets, sets: [...sets, dimensions.map(({ expr }) => expr)], marker, having: [finest] }
}
