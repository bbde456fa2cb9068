import type { NewSuffix } from '#core/layout/make-node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { chartsInScope, type Scope } from '#core/scope/charts-in-scope.ts'
import { tabsInScope } from '#core/scope/tabs-in-scope.ts'
import { isObject, parseJson } from '#core/rest/json.ts'

type Json = Record<string, unknown>

/** New ids of the entities of a bundle. */
export interface Ids {
  /** Chart id by chart uuid. */
  readonly charts: ReadonlyMap<string, number>
  /** Dataset id by dataset uuid. */
  readonly datasets: ReadonlyMap<string, number>
}

/** Returns the uuids of the charts in a layout. */
export function placedCharts(position: Json): readonly string[] {
  return Object.values(position).flatMap((component) => {
    const uuid = isObject(component) && isObject(component['meta']) ? component['meta']['uuid'] : undefined
    return typeof uuid === 'string' && isChart(component) ? [uuid.toLowerCase()] : []
  })
}

function isChart(component: unknown): boolean {
  return isObject(component) && component['type'] === 'CHART'
}

/** Returns the uuids of the datasets of native filters. */
export function filterDatasets(metadata: Json): readonly string[] {
  return targetsOf(metadata).flatMap(({ datasetUuid }) =>
    typeof datasetUuid === 'string' ? [datasetUuid.toLowerCase()] : [],
  )
}

function targetsOf(metadata: Json): readonly Json[] {
  const filters = metadata['native_filter_configuration']
  if (!Array.isArray(filters)) return []
  return filters.filter(isObject).flatMap(({ targets }) => (Array.isArray(targets) ? targets.filter(isObject) : []))
}

/** Returns the metadata with native filters that no longer name any of these datasets. */
export function withoutFilterDatasets(metadata: Json, ids: ReadonlySet<number>): Json {
  const filters = metadata['native_filter_configuration']
  if (!Array.isArray(filters)) return metadata
  const target = (each: unknown) => {
    if (!isObject(each) || typeof each['datasetId'] !== 'number' || !ids.has(each['datasetId'])) return each
    const { datasetId: _, ...rest } = each
    return rest
  }
  const changed = filters.map((filter: unknown) =>
    isObject(filter) && Array.isArray(filter['targets'])
      ? { ...filter, targets: filter['targets'].map(target) }
      : filter,
  )
  return { ...metadata, native_filter_configuration: changed }
}

/** Returns new chart ids by old ones, using the uuids in a layout. */
function chartIds(position: Json, ids: Ids): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const component of Object.values(position)) {
    if (!isObject(component) || !isChart(component) || !isObject(component['meta'])) continue
    const { chartId, uuid } = component['meta']
    const id = typeof uuid === 'string' ? ids.charts.get(uuid.toLowerCase()) : undefined
    if (typeof chartId === 'number' && id !== undefined) found.set(chartId, id)
  }
  return found
}

/**
 * Returns the layout with the local ids of charts. An unknown chart loses its id, which may belong to another one here.
 */
export function remapPosition(position: Json, ids: Ids): Json {
  return Object.fromEntries(
    Object.entries(position).map(([key, component]) => {
      if (!isObject(component) || !isChart(component) || !isObject(component['meta'])) return [key, component]
      const { chartId: _, ...meta } = component['meta']
      const uuid = typeof meta['uuid'] === 'string' ? meta['uuid'].toLowerCase() : ''
      const id = ids.charts.get(uuid)
      return [key, { ...component, meta: id === undefined ? meta : { ...component['meta'], chartId: id } }]
    }),
  )
}

/**
 * Returns the metadata with the local ids of charts and datasets; references to others are removed. `position` is that
 * of the file.
 */
export function remapMetadata(metadata: Json, position: Json, ids: Ids): Json {
  const charts = chartIds(position, ids)
  const layout = readLayout(remapPosition(position, ids), countingSuffix())
  const list = (value: unknown) => (Array.isArray(value) ? value.flatMap((id) => charts.get(Number(id)) ?? []) : value)
  const keyed = (value: unknown, inner: (each: unknown, id: number) => unknown = (each) => each) =>
    isObject(value) ? remapKeys(value, charts, inner) : value
  const scoped = (value: unknown) =>
    isObject(value) && Array.isArray(value['excluded']) ? { ...value, excluded: list(value['excluded']) } : value
  const inScope = (owner: Json, scope: unknown): Json =>
    isObject(scope) && Array.isArray(scope['rootPath']) && Array.isArray(scope['excluded'])
      ? { ...owner, scope, chartsInScope: chartsInScope(layout, scope as unknown as Scope) }
      : owner
  const changes = new Map<string, (value: unknown) => unknown>(
    Object.entries({
      timed_refresh_immune_slices: list,
      expanded_slices: (value) => keyed(value),
      filter_scopes: (value) => keyed(value, (columns) => remapFilterScopes(columns, list)),
      default_filters: (value) => remapText(value, (filters) => keyed(filters)),
      chart_configuration: (value) => keyed(value, (each, id) => remapChartConfiguration(each, id, scoped, inScope)),
      global_chart_configuration: (value) => (isObject(value) ? inScope(value, scoped(value['scope'])) : value),
      native_filter_configuration: (value) =>
        Array.isArray(value) ? value.map((filter) => remapFilter(filter, ids, scoped, inScope, layout)) : value,
    }),
  )
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(([key]) => key !== 'import_time' && key !== 'remote_id')
      .map(([key, value]) => [key, changes.get(key)?.(value) ?? value]),
  )
}

/** Returns generated suffixes for components missing in a broken layout; they are not stored. */
export function countingSuffix(): NewSuffix {
  let count = 0
  return () => String(++count)
}

function remapKeys(
  value: Json,
  charts: ReadonlyMap<number, number>,
  inner: (each: unknown, id: number) => unknown,
): Json {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const id = charts.get(Number(key))
      return id === undefined ? [] : [[String(id), inner(each, id)]]
    }),
  )
}

function remapFilterScopes(columns: unknown, list: (value: unknown) => unknown): unknown {
  if (!isObject(columns)) return columns
  return Object.fromEntries(
    Object.entries(columns).map(([column, scope]) => [
      column,
      isObject(scope) && 'immune' in scope ? { ...scope, immune: list(scope['immune']) } : scope,
    ]),
  )
}

function remapText(value: unknown, change: (value: unknown) => unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.stringify(change(parseJson(value)))
  } catch {
    return value
  }
}

type InScope = (owner: Json, scope: unknown) => Json

function remapChartConfiguration(
  each: unknown,
  id: number,
  scoped: (scope: unknown) => unknown,
  inScope: InScope,
): unknown {
  if (!isObject(each)) return each
  const cross = each['crossFilters']
  return { ...each, id, ...(isObject(cross) ? { crossFilters: inScope(cross, scoped(cross['scope'])) } : {}) }
}

function remapFilter(
  filter: unknown,
  ids: Ids,
  scoped: (scope: unknown) => unknown,
  inScope: InScope,
  layout: ReturnType<typeof readLayout>,
): unknown {
  if (!isObject(filter)) return filter
  const scope = scoped(filter['scope'])
  const targets = Array.isArray(filter['targets'])
    ? filter['targets'].map((target) => remapTarget(target, ids))
    : undefined
  const moved: Json = { ...filter, ...(scope === undefined ? {} : { scope }), ...(targets ? { targets } : {}) }
  const placed = inScope(moved, scope)
  if (placed === moved) return moved
  return { ...placed, tabsInScope: tabsInScope(layout, placed['chartsInScope'] as number[]) }
}

function remapTarget(target: unknown, ids: Ids): unknown {
  if (!isObject(target) || typeof target['datasetUuid'] !== 'string') return target
  const { datasetUuid, ...rest } = target
  const id = ids.datasets.get(datasetUuid.toLowerCase())
  return id === undefined ? target : { ...rest, datasetId: id }
}
