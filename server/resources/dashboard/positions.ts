import { readMetadata } from '#core/rest/dashboard.ts'
import type { Store } from '#server/store/store.ts'

interface Placed {
  readonly position_json?: string
  readonly json_metadata: string
  /** Ids of the charts that stand in the layout. */
  readonly charts?: readonly number[]
}

type Components = Record<string, unknown>

/** Metadata every dashboard that was saved with its layout has. */
const DEFAULTS = { expanded_slices: {}, refresh_frequency: 0, color_scheme: '', label_colors: {} }

/**
 * Metadata as saved by the editor: its `positions` become the layout, the charts in it are those of the dashboard, and
 * what names other charts is dropped. Undefined when there is no metadata; metadata without positions is kept as given.
 */
export async function applyPositions(
  store: Store,
  json: string | null | undefined,
  position: string | null | undefined,
): Promise<Placed | undefined> {
  if (typeof json !== 'string') return undefined
  const { positions, ...metadata } = readMetadata(json)
  if (!isObject(positions)) return undefined
  const ids = chartIdsOf(positions)
  const found = await store.charts.list({ where: { col: 'id', op: 'in', value: [...ids] } })
  const uuids = new Map(found.rows.map((chart) => [chart.id, chart.uuid]))
  const kept = new Set(found.ids)
  return {
    position_json: JSON.stringify(keepUnknown(withUuids(positions, uuids), position)),
    json_metadata: JSON.stringify({ ...DEFAULTS, ...prune(metadata, kept) }),
    charts: found.ids,
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Ids of the charts a layout places. */
export function chartIdsOf(components: Components): ReadonlySet<number> {
  const ids = new Set<number>()
  for (const component of Object.values(components)) {
    const id = isObject(component) && isObject(component['meta']) ? component['meta']['chartId'] : undefined
    if (typeof id === 'number' && Number.isSafeInteger(id)) ids.add(id)
  }
  return ids
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
