import type { CurrentUser } from '#core/access/current-user.ts'
import { datasetAccess, type RuleOptions } from '#core/access/rules.ts'
import type { Store } from '#server/store/store.ts'
import { nativeFilters } from './guest-token.ts'

/** The metadata of a dashboard before and after a change, and the user who makes it. */
interface FilterChange {
  readonly user: CurrentUser
  readonly rules: RuleOptions
  readonly before: string | null | undefined
  readonly after: string | null | undefined
}

/**
 * Returns the ids of the datasets that the user may not read and whose values native filters show anew: readers of the
 * dashboard see them, also guests. A filter that was on the same column before may stay.
 */
export async function hiddenFilterDatasets(
  { datasets }: Pick<Store, 'datasets'>,
  { user, rules, before, after }: FilterChange,
): Promise<ReadonlySet<number>> {
  const known = new Set(targetsOf(before).map(({ key }) => key))
  const ids = new Set(targetsOf(after).flatMap(({ id, key }) => (known.has(key) ? [] : [id])))
  if (ids.size === 0) return ids
  const among = { col: 'id', op: 'in', value: [...ids] } as const
  const hidden = { and: [among, { not: datasetAccess(user, rules) }] }
  const live = await datasets.list({ where: hidden })
  const deleted = await datasets.list({ where: hidden, isBin: true })
  return new Set([...live.ids, ...deleted.ids])
}

/** Returns the datasets of native filters, each with a key of what the filter queries of it. */
function targetsOf(metadata: string | null | undefined) {
  return nativeFilters(metadata ?? null).flatMap(({ targets, sortMetric }) =>
    targets.flatMap(({ datasetId: id, column }) =>
      typeof id === 'number' ? [{ id, key: JSON.stringify([id, column ?? null, sortMetric ?? null]) }] : [],
    ),
  )
}
