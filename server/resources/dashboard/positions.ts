import { isObject } from '#core/rest/json.ts'
import { readMetadata } from '#core/rest/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { chartIdsOf, withStoredNames } from './layout-names.ts'
import { chartsAmong, hiddenAmong } from './seen-charts.ts'

interface Placed {
  readonly position_json?: string
  readonly json_metadata: string
  /** Ids of the charts that stand in the layout. */
  readonly charts?: readonly number[]
}

type Components = Record<string, unknown>

/** Metadata that a dashboard has once it was first saved with its layout; what it has already is left as it is. */
const DEFAULTS = { expanded_slices: {}, refresh_frequency: 0, color_scheme: '', label_colors: {} }

/**
 * Metadata as saved by the editor: its `positions` become the layout, the charts in it are those of the dashboard, and
 * what names other charts is dropped. Undefined when there is no metadata; metadata without positions is kept as given.
 * A chart that `row` did not have has to be one the caller may see, else the fault `charts-unseen`.
 */
export async function applyPositions(
  asked: RouteRequest,
  json: string | null | undefined,
  position: string | null | undefined,
  row?: Dashboard,
): Promise<Placed | undefined> {
  if (typeof json !== 'string') return undefined
  const { positions, ...metadata } = readMetadata(json)
  if (!isObject(positions)) return undefined
  const charts = await chartsAmong(asked.context.store, chartIdsOf(positions))
  const uuids = new Map(charts.map((chart) => [chart.id, chart.uuid]))
  const hidden = await hiddenAmong(uuids.keys(), asked)
  const before = new Set(row?.charts)
  const unseen = [...hidden].filter((id) => !before.has(id))
  if (unseen.length > 0) throw new ApiError('charts-unseen', { args: [unseen.join(', ')] })
  const named = await keepNames(asked, withUuids(positions, uuids), row?.position_json)
  return {
    position_json: JSON.stringify(keepUnknown(named, position)),
    json_metadata: JSON.stringify({
      ...(row?.json_metadata ? {} : DEFAULTS),
      ...prune(metadata, new Set(uuids.keys())),
    }),
    charts: [...uuids.keys()],
  }
}

/** The layout with the names of charts its sender may not see, as they are stored. */
export async function keepNames(asked: RouteRequest, components: Components, stored: string | null | undefined) {
  return withStoredNames(components, stored, await hiddenAmong(chartIdsOf(components), asked))
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

/** Keys of the stored layout that are no components (its version) survive an editor that does not send them. */
function keepUnknown(components: Components, stored: string | null | undefined): Components {
  const before: unknown = JSON.parse(stored || '{}')
  if (!isObject(before)) return components
  const others = Object.entries(before).filter(([key, value]) => !isObject(value) && !(key in components))
  return { ...Object.fromEntries(others), ...components }
}

/** Metadata without what names charts that are not there. */
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
