import { ROOT_ID } from '#core/layout/node.ts'
import { defaultCrossFilterScope, type Scope } from '#core/scope/charts-in-scope.ts'

type Metadata = Readonly<Record<string, unknown>>

/** The cross-filter settings of the metadata: the default scope, and scopes by chart id. */
export interface CrossFilters {
  readonly global: Scope
  readonly charts: Readonly<Record<string, ChartEntry>>
  /** False if cross-filtering is off. */
  readonly isOn: boolean
  /** True if the metadata set it explicitly: settings of single charts are ignored then. */
  readonly isSaid: boolean
}

/** An entry of `chart_configuration`; unknown keys are retained. */
export interface ChartEntry {
  readonly id?: number
  readonly crossFilters?: { readonly scope?: Scope | 'global' }
}

const wholeDashboardScope: Scope = { rootPath: [ROOT_ID], excluded: [] }

const crossFiltersCache = new WeakMap<Metadata, CrossFilters>()

const scopes = new WeakMap<CrossFilters, Map<number, Scope>>()

export function crossFiltersOf(metadata: Metadata): CrossFilters {
  const cached = crossFiltersCache.get(metadata)
  if (cached) return cached
  const global = (metadata['global_chart_configuration'] as { scope?: Scope } | undefined)?.scope
  const found = {
    global: global ?? wholeDashboardScope,
    charts: (metadata['chart_configuration'] as CrossFilters['charts'] | null | undefined) ?? {},
    isOn: metadata['cross_filters_enabled'] !== false,
    isSaid: typeof metadata['cross_filters_enabled'] === 'boolean',
  }
  crossFiltersCache.set(metadata, found)
  return found
}

/** Returns the scope specific to a chart; undefined if it uses the dashboard's default. */
export function storedScopeOf({ charts }: CrossFilters, chartId: number): Scope | undefined {
  const scope = charts[chartId]?.crossFilters?.scope
  return scope === 'global' ? undefined : scope
}

/** Returns the cross-filter scope of a chart: its own, else the dashboard's default without the chart itself. */
export function scopeOfChart(all: CrossFilters, chartId: number): Scope {
  const known = scopes.get(all) ?? new Map<number, Scope>()
  scopes.set(all, known)
  const defaultScope =
    all.global === wholeDashboardScope
      ? defaultCrossFilterScope(chartId)
      : { ...all.global, excluded: [...all.global.excluded, chartId] }
  const scope = known.get(chartId) ?? storedScopeOf(all, chartId) ?? defaultScope
  known.set(chartId, scope)
  return scope
}

/** Returns the metadata change that gives a chart this scope; undefined resets it to the dashboard's default. */
export function withScope({ charts }: CrossFilters, chartId: number, scope: Scope | undefined): Metadata {
  const before = charts[chartId]
  const entry = { ...before, id: chartId, crossFilters: { ...before?.crossFilters, scope: scope ?? 'global' } }
  return { chart_configuration: { ...charts, [chartId]: entry } }
}
