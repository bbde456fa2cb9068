import { isFailedBy } from '#calls/call.ts'
import { copyDashboard } from '#calls/dashboards.ts'
import { duplicateDataset } from '#calls/datasets.ts'
import { createResource, showResource } from '#calls/resources.ts'
import { tagsOfCopy } from '#client/properties/may-tag.ts'
import type { ChartAnswer, DashboardAnswer, DatasetAnswer } from '#core/rest/answers.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'

/** Names that are tried where those before are taken. */
const MOST_TRIED = 20

const named = (name: string, turn = 1) => (turn === 1 ? t('%s (copy)', name) : t('%s (copy %s)', name, turn))

/** A chart like this one, which whoever copies it owns. */
export async function copyOfChart({ id }: Pick<ChartAnswer, 'id'>): Promise<void> {
  const chart = await showResource<ChartAnswer & Record<string, unknown>>('chart', id)
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
    slice_name: named(chart.slice_name),
    ...tagsOfCopy(chart),
  })
}

/** A dashboard like this one, with the same charts on it. */
export async function copyOfDashboard({ id }: Pick<DashboardAnswer, 'id'>): Promise<void> {
  const { dashboard_title, css, json_metadata, position_json } = await showResource<DashboardAnswer>('dashboard', id)
  const read = (text: string | null | undefined): Record<string, unknown> => {
    const value: unknown = text ? parseJson(text) : {}
    return isObject(value) ? value : {}
  }
  const positions = position_json ? { positions: read(position_json) } : {}
  await copyDashboard(id, {
    dashboard_title: named(dashboard_title || t('[ untitled dashboard ]')),
    css: css ?? '',
    json_metadata: JSON.stringify({ ...read(json_metadata), ...positions }),
    duplicate_slices: false,
  })
}

/** A dataset of the same SQL, under the first name that is free. */
export async function copyOfDataset({ id, table_name }: Pick<DatasetAnswer, 'id' | 'table_name'>): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      await duplicateDataset(id, named(table_name, turn))
      return
    } catch (error) {
      if (turn === MOST_TRIED || !isFailedBy(error, 'fields-refused')) throw error
    }
  }
}
