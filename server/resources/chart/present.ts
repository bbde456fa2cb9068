import type { Condition } from '#core/access/condition.ts'
import { type Chart, chartEntity } from '#core/entity/chart.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { loadUsers, userReferenceOf } from '#server/resources/shared/users-by-id.ts'
import { readableHeads } from '#server/resources/shared/readable-heads.ts'
import { presentSlice } from '#server/resources/shared/present-slice.ts'
import { presentOwnedEntity } from '#server/resources/shared/present-audit-fields.ts'
import { loadFolders } from '#server/resources/shared/folder-names.ts'
import { loadTags } from '#server/resources/shared/tags.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'
import { dashboardAccess } from '#core/access/rules.ts'

/** Returns charts in response form: with their users, their dataset and the dashboards the caller may open. */
export async function presentCharts(
  charts: readonly Chart[],
  request: RouteRequest,
  as: 'list' | 'show',
): Promise<readonly Record<string, unknown>[]> {
  const { store, now } = request.context
  const [usersById, datasets, dashboards, tagsOf, folderOf] = await Promise.all([
    loadUsers(store, charts),
    readableHeads(charts, request),
    readableDashboards(charts, request),
    loadTags(store, 'chart', charts),
    loadFolders(charts, request, as),
  ])
  const at = now()
  // One object literal: spreading parts would copy them for every row of every list.
  return charts.map((chart) =>
    Object.assign(
      presentOwnedEntity(chart, usersById, at),
      presentFields(chartEntity, chart, as),
      presentSlice(chart, chart.datasource_type === 'table' ? datasets.get(chart.datasource_id) : undefined, at),
      {
        thumbnail_url: '',
        tags: tagsOf(chart.id),
        folder: folderOf(chart),
        last_saved_by: userReferenceOf(usersById, chart.last_saved_by_fk),
        dashboards: dashboards
          .filter(({ id }) => chart.dashboards.includes(id))
          .map(({ id, dashboard_title, json_metadata }) =>
            as === 'show' ? { id, dashboard_title, json_metadata } : { id, dashboard_title },
          ),
      },
    ),
  )
}

/** Returns the dashboards of charts that the caller may open. */
async function readableDashboards(charts: readonly Chart[], request: RouteRequest): Promise<readonly Dashboard[]> {
  const value = [...new Set(charts.flatMap((chart) => chart.dashboards))]
  if (value.length === 0) return []
  const among: Condition = { col: 'id', op: 'in', value }
  const where = { and: [among, dashboardAccess(request.user, ruleOptions(request))] }
  return (await request.context.store.dashboards.list({ where })).rows
}
