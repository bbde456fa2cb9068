import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { chartAccess, type RuleOptions } from '#core/access/rules.ts'
import { readLayers } from '#core/annotation/layer.ts'
import type { Store } from '#server/store/store.ts'

/** Returns the ids of the annotation layers in the form data of a chart (JSON text). */
export function layersIn(params: string | null | undefined): readonly number[] {
  if (!params?.includes('NATIVE')) return []
  try {
    const form = JSON.parse(params) as { readonly annotation_layers?: unknown } | null
    const native = readLayers(form?.annotation_layers).filter(({ sourceType }) => sourceType === 'NATIVE')
    return native.map(({ value }) => Number(value ?? Number.NaN)).filter(Number.isSafeInteger)
  } catch {
    return []
  }
}

/**
 * Returns the annotation layers that the user may not see. Without the permission to read annotations, a user sees the
 * layers of the saved charts that the user may see. `at` is the chart that requests them; it is checked first.
 */
export async function hiddenLayers(
  { charts }: Pick<Store, 'charts'>,
  user: CurrentUser,
  ids: readonly number[],
  { at, ...access }: RuleOptions & { readonly at?: number | undefined } = {},
): Promise<readonly number[]> {
  if (ids.length === 0 || hasPermission(user, 'can_read', 'Annotation')) return []
  const seen = chartAccess(user, access)
  const here = at === undefined ? undefined : await charts.find({ and: [{ col: 'id', op: 'eq', value: at }, seen] })
  const otherIds = ids.filter((id) => !layersIn(here?.params).includes(id))
  if (otherIds.length === 0) return []
  const { rows } = await charts.list({ where: seen })
  const shown = new Set(rows.flatMap(({ params }) => layersIn(params)))
  return otherIds.filter((id) => !shown.has(id))
}
