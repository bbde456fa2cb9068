import { type Dashboard, dashboardEntity } from '#core/entity/dashboard.ts'
import { readMetadata } from '#core/rest/dashboard.ts'
import { parseItemQuery } from '#core/rest/list-query.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { parseObject } from '#server/resources/shared/present-slice.ts'
import { presentOwnedEntity } from '#server/resources/shared/present-audit-fields.ts'
import { loadFolders } from '#server/resources/shared/folder-names.ts'
import { loadTags } from '#server/resources/shared/tags.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'
import { chartRule, chartsByIds, sendableLayouts } from './hidden-chart-ids.ts'

/**
 * Returns dashboards in response form. A single dashboard lists the names of its charts. Layout and metadata as objects
 * are included on request.
 */
export async function presentDashboards(
  dashboards: readonly Dashboard[],
  request: RouteRequest,
  as: 'list' | 'show',
): Promise<readonly Record<string, unknown>[]> {
  const { store, now } = request.context
  const usersById = request.user.guest ? new Map() : await loadUsers(store, dashboards)
  const roleIds = request.user.guest ? [] : [...new Set(dashboards.flatMap((each) => each.roles))]
  const roles =
    roleIds.length === 0 ? [] : (await store.roles.list({ where: { col: 'id', op: 'in', value: roleIds } })).rows
  const folderOf = await loadFolders(dashboards, request, as)
  const tagsOf = await loadTags(store, 'dashboard', dashboards)
  const at = now()
  const layouts = await sendableLayouts(dashboards, request)
  const rows = dashboards.map((each, index) => ({
    ...presentOwnedEntity(each, usersById, at),
    ...presentFields(dashboardEntity, each, as),
    url: `/superset/dashboard/${encodeURIComponent(each.slug ?? String(each.id))}/`,
    status: each.published ? 'published' : 'draft',
    position_json: layouts[index] ?? null,
    thumbnail_url: '',
    tags: tagsOf(each.id),
    folder: folderOf(each),
    roles: roles.filter(({ id }) => each.roles.includes(id)).map(({ id, name }) => ({ id, name })),
  }))
  if (as === 'list') return rows
  const names = await chartNames(dashboards, request)
  const wanted = parseItemQuery(request.q).columns ?? []
  return rows.map((row, index) => ({
    ...row,
    charts: dashboards[index]?.charts.flatMap((id) => names.get(id) ?? []) ?? [],
    ...(wanted.includes('position_data') ? { position_data: parseObject(row.position_json) } : {}),
    ...(wanted.includes('metadata') ? { metadata: readMetadata(dashboards[index]?.json_metadata) } : {}),
  }))
}

/** Returns the names of the charts the caller may see, by id. */
async function chartNames(
  dashboards: readonly Dashboard[],
  request: RouteRequest,
): Promise<ReadonlyMap<number, string>> {
  const ids = dashboards.flatMap((each) => each.charts)
  const charts = await chartsByIds(request.context.store, ids, chartRule(request))
  return new Map(charts.map((chart) => [chart.id, chart.slice_name]))
}
