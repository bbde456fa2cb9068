import { hasErrorCode } from '#calls/call.ts'
import { copyDashboard, fetchDashboardCharts } from '#calls/dashboards.ts'
import { duplicateDataset } from '#calls/datasets.ts'
import { createResource, fetchResource } from '#calls/resources.ts'
import { tagsOfCopy } from '#client/properties/may-tag.ts'
import { withCharts } from '#core/layout/charts.ts'
import type { Layout } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import type { ChartResponse, DashboardResponse, DatasetResponse } from '#core/rest/responses.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'

/** The number of names tried if previous ones are taken. */
const MAX_TRIED = 20

const copyName = (name: string, turn = 1) => (turn === 1 ? t('%s (copy)', name) : t('%s (copy %s)', name, turn))

/** Creates a copy of a chart, owned by the current user. */
export async function duplicateChart({ id }: Pick<ChartResponse, 'id'>): Promise<void> {
  const chart = await fetchResource<ChartResponse & Record<string, unknown>>('chart', id)
  const same = [
    'viz_type',
    'datasource_id',
    'datasource_type',
    'params',
    'query_context',
    'description',
    'cache_timeout',
  ]
  await createResource('chart', {
    ...Object.fromEntries(same.map((name) => [name, chart[name] ?? null])),
    slice_name: copyName(chart.slice_name),
    copied_from: id,
    ...tagsOfCopy(chart),
  })
}

const parseJsonObject = (text: string | null | undefined): Record<string, unknown> => {
  const value: unknown = text ? parseJson(text) : {}
  return isObject(value) ? value : {}
}

/**
 * Returns the layout of a dashboard, including charts that its stored layout lacks: API clients can add charts without
 * a layout.
 */
async function positionsOf({ id, position_json }: DashboardResponse): Promise<Layout> {
  const newSuffix = () => crypto.randomUUID().slice(0, 10)
  const placed = (await fetchDashboardCharts(id)).flatMap((chart) =>
    'is_unseen' in chart ? [] : [{ chartId: chart.id, sliceName: chart.slice_name }],
  )
  return withCharts(readLayout(position_json ? parseJson(position_json) : null, newSuffix), placed, newSuffix)
}

/** Creates a copy of a dashboard with the same charts. */
export async function copyOfDashboard({ id }: Pick<DashboardResponse, 'id'>): Promise<void> {
  const dashboard = await fetchResource<DashboardResponse>('dashboard', id)
  const { dashboard_title, css, json_metadata } = dashboard
  await copyDashboard(id, {
    dashboard_title: copyName(dashboard_title || t('[ untitled dashboard ]')),
    css: css ?? '',
    json_metadata: JSON.stringify({ ...parseJsonObject(json_metadata), positions: await positionsOf(dashboard) }),
    duplicate_slices: false,
  })
}

/** Creates a dataset with the same SQL, under the first free name. */
export async function copyOfDataset({ id, table_name }: Pick<DatasetResponse, 'id' | 'table_name'>): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      await duplicateDataset(id, copyName(table_name, turn))
      return
    } catch (error) {
      if (turn === MAX_TRIED || !hasErrorCode(error, 'fields-refused')) throw error
    }
  }
}
