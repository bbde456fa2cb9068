import type * as z from 'zod'
import type { relatedObjectsResponse } from '#core/rest/response-shapes.ts'
import { allowedRows } from '#core/access/can.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from './rule-options.ts'

/** Returns the charts of these datasets and the dashboards with these charts, as far as the caller may see them. */
export async function relatedObjects(
  request: RouteRequest,
  datasetIds: readonly number[],
): Promise<z.output<typeof relatedObjectsResponse>> {
  const { store } = request.context
  const charts = await store.charts.list({
    where: {
      and: [
        { col: 'datasource_id', op: 'in', value: datasetIds },
        { col: 'datasource_type', op: 'eq', value: 'table' },
        allowedRows(request.user, 'read', 'Chart', ruleOptions(request)),
      ],
    },
  })
  const ids = [...new Set(charts.rows.flatMap((chart) => chart.dashboards))]
  const dashboards = await store.dashboards.list({
    where: {
      and: [{ col: 'id', op: 'in', value: ids }, allowedRows(request.user, 'read', 'Dashboard', ruleOptions(request))],
    },
  })
  return {
    charts: {
      count: charts.count,
      result: charts.rows.map(({ id, slice_name, viz_type }) => ({ id, slice_name, viz_type })),
    },
    dashboards: {
      count: dashboards.count,
      result: dashboards.rows.map(({ id, json_metadata, slug, dashboard_title }) => ({
        id,
        json_metadata,
        slug,
        title: dashboard_title,
      })),
    },
  }
}
