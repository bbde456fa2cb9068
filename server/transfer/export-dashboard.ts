import { isObject } from '#core/rest/json.ts'
import type { Chart } from '#core/entity/chart.ts'
import { type Dashboard, dashboardEntity } from '#core/entity/dashboard.ts'
import { emptyLayout } from '#core/layout/make-node.ts'
import { VERSION } from './export-files.ts'
import { fromText } from './json-text.ts'
import { remapMetadata } from './remap-ids.ts'
import { withUnplacedCharts } from './unplaced-charts.ts'
import { bundleFields } from './bundle-fields.ts'
import { withUnknown } from './unknown-keys.ts'

type Json = Record<string, unknown>

/** The exported entities that a dashboard references. */
export interface ReferencedEntities {
  /** Charts in its layout or linked to it, by id. */
  readonly charts: ReadonlyMap<number, Pick<Chart, 'id' | 'uuid' | 'slice_name'>>
  /** The ids of charts that the exporting user may not see. */
  readonly hidden: ReadonlySet<number>
  /** Uuids of the datasets of its filters, by id. */
  readonly datasets: ReadonlyMap<number, string>
}

const DASHBOARD = ['dashboard_title', 'description', 'css', 'slug', 'certified_by', 'certification_details']

/** The fields that remain in the layout for a chart that the exporting user may not see. */
const PLAIN = ['chartId', 'uuid', 'width', 'height']

/** Returns the file of a dashboard. It has uuids next to ids, so that an import can find its own entities. */
export function dashboardFileOf(dashboard: Dashboard, named: ReferencedEntities): Json {
  const { published, ...said } = bundleFields(dashboardEntity.fields, dashboard, DASHBOARD)
  const position = positionOf(dashboard, named)
  const stored = fromText(dashboard.json_metadata)
  const { positions: _, ...metadata } = isObject(stored) ? stored : {}
  const ids = {
    charts: new Map([...named.charts.values()].map(({ uuid, id }) => [uuid, id])),
    datasets: new Map<string, number>(),
  }
  const file = {
    ...said,
    // An imported new dashboard is published, unless its file says otherwise.
    ...(published === true ? {} : { published: false }),
    uuid: dashboard.uuid,
    position,
    metadata: withDatasetUuids(remapMetadata(metadata, position, ids), named),
    version: VERSION,
  }
  return withUnknown(file, dashboard.unknown_keys)
}

/** Returns the layout with the uuids of its charts; linked charts without a position are added at the end. */
function positionOf(dashboard: Dashboard, { charts, hidden }: ReferencedEntities): Json {
  const stored = fromText(dashboard.position_json)
  const layout =
    isObject(stored) && Object.keys(stored).length > 0 ? stored : { ...emptyLayout(dashboard.dashboard_title) }
  const placed = new Set<number>()
  const boxes = Object.entries(layout).map(([key, box]): [string, unknown] => {
    const meta = isObject(box) && box['type'] === 'CHART' && isObject(box['meta']) ? box['meta'] : undefined
    if (!meta) return [key, box]
    const { chartId, ...rest } = meta
    const chart = charts.get(Number(chartId))
    if (!chart) return [key, { ...(box as Json), meta: rest }]
    placed.add(chart.id)
    const whole = { ...meta, sliceName: meta['sliceName'] ?? chart.slice_name, uuid: chart.uuid }
    const reported = hidden.has(chart.id) ? Object.entries(whole).filter(([name]) => PLAIN.includes(name)) : undefined
    return [key, { ...(box as Json), meta: reported ? Object.fromEntries(reported) : whole }]
  })
  const loose = dashboard.charts.flatMap((id) => (placed.has(id) || hidden.has(id) ? [] : (charts.get(id) ?? [])))
  return withUnplacedCharts(Object.fromEntries(boxes), loose)
}

function withDatasetUuids(metadata: Json, { datasets }: ReferencedEntities): Json {
  const filters = metadata['native_filter_configuration']
  if (!Array.isArray(filters)) return metadata
  const target = (each: unknown) => {
    if (!isObject(each)) return each
    const { datasetId, ...rest } = each
    const uuid = datasets.get(Number(datasetId))
    return uuid === undefined ? each : { ...rest, datasetUuid: uuid }
  }
  const named = filters.map((filter: unknown) =>
    isObject(filter) && Array.isArray(filter['targets'])
      ? { ...filter, targets: filter['targets'].map(target) }
      : filter,
  )
  return { ...metadata, native_filter_configuration: named }
}

/** Returns the ids of the charts in the layout of a stored dashboard or linked to it. */
export function chartsOf(dashboard: Dashboard): readonly number[] {
  const position = fromText(dashboard.position_json)
  const placed = Object.values(isObject(position) ? position : {}).flatMap((box) =>
    isObject(box) && isObject(box['meta']) && Number.isSafeInteger(box['meta']['chartId'])
      ? [box['meta']['chartId'] as number]
      : [],
  )
  return [...new Set([...dashboard.charts, ...placed])]
}

/** Returns the ids of the datasets of a stored dashboard's filters. */
export function filteredDatasets(dashboard: Dashboard): readonly number[] {
  const metadata = fromText(dashboard.json_metadata)
  const filters = isObject(metadata) ? metadata['native_filter_configuration'] : undefined
  if (!Array.isArray(filters)) return []
  return filters
    .filter(isObject)
    .flatMap(({ targets }) => (Array.isArray(targets) ? targets.filter(isObject) : []))
    .flatMap(({ datasetId }) => (Number.isSafeInteger(datasetId) ? [datasetId as number] : []))
}
