import type { Dashboard } from '#core/entity/dashboard.ts'
import { readMetadata } from '#core/rest/dashboard.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { freeName } from '#server/resources/shared/unused-name.ts'
import { sendableLayouts } from './hidden-chart-ids.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns another slug for the restored dashboard if a live dashboard has taken its slug. */
export async function availableSlug(
  { slug }: Dashboard,
  { context }: RouteRequest,
): Promise<{ readonly slug?: string | null }> {
  const isTaken = async (wanted: string) =>
    (await context.store.dashboards.count({ col: 'slug', op: 'eq', value: wanted })) > 0
  if (slug === null || !(await isTaken(slug))) return {}
  return { slug: (await freeName((index) => `${slug}-${index}`, isTaken)) ?? null }
}

/** Returns versions without the names of charts the caller may not see. */
export async function visibleVersions(versions: readonly Values[], request: RouteRequest): Promise<readonly Values[]> {
  const layouts = await sendableLayouts(versions as unknown as readonly Dashboard[], request)
  return versions.map((each, at) => ({ ...each, position_json: layouts[at] ?? null }))
}

/** Returns a version as the editor would save it: with the layout in the metadata, so that its charts are linked. */
export function versionBody(changes: Values, then: Values): Values {
  const { position_json, json_metadata, ...others } = changes
  if (position_json === undefined && json_metadata === undefined) return others
  const layout = layoutOf(then['position_json'])
  if (!layout) return changes
  const metadata = readMetadata(then['json_metadata'] as string | null)
  return { ...others, json_metadata: JSON.stringify({ ...metadata, positions: layout }) }
}

function layoutOf(json: unknown): Values | undefined {
  const layout: unknown = typeof json === 'string' && json !== '' ? parseJson(json) : undefined
  return isObject(layout) ? layout : undefined
}
