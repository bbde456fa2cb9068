import { datasetsResponse, placedChartsResponse } from '#core/rest/data-shapes.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { HiddenChartResponse } from '#core/rest/responses.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { presentDataset } from '#server/resources/shared/present-dataset.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { readableHeads } from '#server/resources/shared/readable-heads.ts'
import { parseObject, presentSlice } from '#server/resources/shared/present-slice.ts'
import { presentOwnedEntity } from '#server/resources/shared/present-audit-fields.ts'
import { findDashboard } from './find-dashboard.ts'
import { chartsByIds, hiddenChartIds } from './hidden-chart-ids.ts'

/** The charts of a dashboard, and the datasets among theirs that the caller may read. */
export function partRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const policy = { permission: 'can_read', view }
  const of =
    (handler: (dashboard: Dashboard, request: RouteRequest) => Promise<RouteResponse>) =>
    async (request: RouteRequest): Promise<RouteResponse> =>
      handler(await findDashboard(resource(), request), request)
  const guest = true
  return [
    {
      method: 'GET',
      path: '/:id/charts',
      policy,
      guest,
      responses: { 200: placedChartsResponse },
      handler: of(charts),
    },
    {
      method: 'GET',
      path: '/:id/datasets',
      policy,
      guest,
      responses: { 200: datasetsResponse },
      handler: of(datasets),
    },
  ]
}

/** Returns a chart the caller may not see: only that it has a position. */
function presentUnseen(id: number): HiddenChartResponse {
  return { id, is_unseen: true }
}

async function charts(dashboard: Dashboard, request: RouteRequest): Promise<RouteResponse> {
  const { store, now } = request.context
  const all = await chartsByIds(store, dashboard.charts)
  const hidden = await hiddenChartIds(dashboard.charts, request)
  const seen = all.filter(({ id }) => !hidden.has(id))
  const usersById = request.user.guest ? new Map() : await loadUsers(store, seen)
  const heads = await readableHeads(seen, request)
  const result = all.map((chart) =>
    hidden.has(chart.id)
      ? presentUnseen(chart.id)
      : {
          ...presentOwnedEntity(chart, usersById, now()),
          ...presentSlice(chart, heads.get(chart.datasource_id), now()),
        },
  )
  return { status: 200, json: { result } }
}

async function datasets(dashboard: Dashboard, request: RouteRequest): Promise<RouteResponse> {
  const { store } = request.context
  const rows = await chartsByIds(store, dashboard.charts)
  const heads = await readableHeads(rows, request)
  const found = await Promise.all([...heads.keys()].map((id) => store.datasets.get(id)))
  const result = []
  for (const dataset of found) if (dataset) result.push(await presentDataset(dataset, request))
  if (request.user.guest) {
    const used = new Set(
      [dashboard.json_metadata, ...rows.flatMap((row) => [row.params, row.query_context])].flatMap(textsIn),
    )
    return { status: 200, json: { result: result.map((dataset) => presentForGuest(dataset, used)) } }
  }
  return { status: 200, json: { result } }
}

/** Fields of a dataset that guests receive. */
const GUEST_FIELDS = [
  'id',
  'uuid',
  'uid',
  'type',
  'name',
  'table_name',
  'main_dttm_col',
  'filter_select',
  'time_grain_sqla',
]

/** Returns a dataset without its source, owners and database, with the columns and metrics that the dashboard uses. */
function presentForGuest(
  dataset: Readonly<Record<string, unknown>>,
  used: ReadonlySet<string>,
): Record<string, unknown> {
  const usedParts = (parts: unknown, name: string) =>
    (parts as readonly Record<string, unknown>[])
      .filter((part) => used.has(String(part[name])))
      .map(({ expression: _expression, created_on: _created, changed_on: _changed, extra: _extra, ...part }) => part)
  const usedNames = (names: unknown) =>
    Object.fromEntries(Object.entries(names as object).filter(([name]) => used.has(name) || name === '__timestamp'))
  return {
    ...Object.fromEntries(GUEST_FIELDS.map((name) => [name, dataset[name]])),
    columns: usedParts(dataset['columns'], 'column_name'),
    metrics: usedParts(dataset['metrics'], 'metric_name'),
    verbose_map: usedNames(dataset['verbose_map']),
    column_formats: usedNames(dataset['column_formats']),
    owners: [],
  }
}

/** Returns all texts in a JSON text. */
function textsIn(json: string | null): readonly string[] {
  const texts: string[] = []
  const add = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) add(each)
  }
  add(parseObject(json))
  return texts
}
