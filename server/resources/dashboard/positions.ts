import { isObject } from '#core/rest/json.ts'
import { readMetadata } from '#core/rest/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { chartIdsOf, withStoredNames } from './layout-names.ts'
import { chartsByIds, hiddenChartIds, placementRule } from './hidden-chart-ids.ts'

interface PlacedCharts {
  readonly position_json?: string
  readonly json_metadata: string
  /** Ids of the charts in the layout. */
  readonly charts?: readonly number[]
}

type Components = Record<string, unknown>

/** Metadata added when a dashboard is first saved with its layout; existing keys are not changed. */
const DEFAULTS = { expanded_slices: {}, refresh_frequency: 0, color_scheme: '', label_colors: {} }

/**
 * Splits metadata as saved by the editor: its `positions` become the layout, the charts in it become those of the
 * dashboard, and references to other charts are removed. Returns undefined without metadata; metadata without positions
 * is returned unchanged. Throws `charts-unseen` if the caller may not place a chart that `row` did not have.
 */
export async function applyPositions(
  request: RouteRequest,
  json: string | null | undefined,
  position: string | null | undefined,
  row?: Dashboard,
): Promise<PlacedCharts | undefined> {
  if (typeof json !== 'string') return undefined
  const { positions, ...metadata } = readMetadata(json)
  if (!isObject(positions)) return undefined
  const charts = await chartsByIds(request.context.store, chartIdsOf(positions))
  const uuids = new Map(charts.map((chart) => [chart.id, chart.uuid]))
  const hidden = await hiddenChartIds(uuids.keys(), request, placementRule(request))
  const before = new Set(row?.charts)
  const unseen = [...hidden].filter((id) => !before.has(id))
  if (unseen.length > 0) throw new ApiError('charts-unseen', { args: [unseen.join(', ')] })
  const named = await preserveStoredNames(request, withUuids(positions, uuids), row?.position_json)
  return {
    position_json: JSON.stringify(keepUnknown(named, position)),
    json_metadata: JSON.stringify({
      ...(row?.json_metadata ? {} : DEFAULTS),
      ...prune(metadata, new Set(uuids.keys())),
    }),
    charts: [...uuids.keys()],
  }
}

/** Returns the layout with the stored names of charts its sender may not see. */
export async function preserveStoredNames(
  request: RouteRequest,
  components: Components,
  stored: string | null | undefined,
) {
  return withStoredNames(components, stored, await hiddenChartIds(chartIdsOf(components), request))
}

function withUuids(components: Components, uuids: ReadonlyMap<number, string>): Components {
  return Object.fromEntries(
    Object.entries(components).map(([key, component]) => {
      if (!isObject(component) || !isObject(component['meta'])) return [key, component]
      const uuid = uuids.get(component['meta']['chartId'] as number)
      return [key, uuid === undefined ? component : { ...component, meta: { ...component['meta'], uuid } }]
    }),
  )
}

/** Keeps keys of the stored layout that are not components (its version) if the editor does not send them. */
function keepUnknown(components: Components, stored: string | null | undefined): Components {
  const before: unknown = JSON.parse(stored || '{}')
  if (!isObject(before)) return components
  const others = Object.entries(before).filter(([key, value]) => !isObject(value) && !Object.hasOwn(components, key))
  return { ...Object.fromEntries(others), ...components }
}

/** Returns metadata without references to charts that do not exist. */
function prune(metadata: Record<string, unknown>, charts: ReadonlySet<number>): Record<string, unknown> {
  const pruned = { ...metadata }
  if (typeof pruned['default_filters'] === 'string') {
    const filters: unknown = readMetadata(pruned['default_filters'])
    pruned['default_filters'] = JSON.stringify(ofCharts(filters, charts))
  }
  if (isObject(pruned['filter_scopes'])) pruned['filter_scopes'] = ofCharts(pruned['filter_scopes'], charts)
  if (pruned['color_namespace'] === null || pruned['color_namespace'] === '') delete pruned['color_namespace']
  return pruned
}

function ofCharts(byId: unknown, charts: ReadonlySet<number>): Record<string, unknown> {
  if (!isObject(byId)) return {}
  return Object.fromEntries(Object.entries(byId).filter(([id]) => charts.has(Number(id))))
}
