import { ROOT_ID } from '#core/layout/node.ts'
import { crossFilterScope, type Scope } from '#core/scope/charts-in-scope.ts'

type Metadata = Readonly<Record<string, unknown>>

/** What metadata say of cross-filters: the scope of those that have none of their own, and scopes by chart id. */
export interface CrossFilters {
  readonly global: Scope
  readonly charts: Readonly<Record<string, ChartEntry>>
  /** False where charts do not filter each other. */
  readonly isOn: boolean
  /** True where the metadata say whether they do: charts have no say of their own then. */
  readonly isSaid: boolean
}

/** An entry of `chart_configuration`; unknown keys are kept. */
export interface ChartEntry {
  readonly id?: number
  readonly crossFilters?: { readonly scope?: Scope | 'global' }
}

const wholeDashboard: Scope = { rootPath: [ROOT_ID], excluded: [] }

const read = new WeakMap<Metadata, CrossFilters>()

const scopes = new WeakMap<CrossFilters, Map<number, Scope>>()

export function crossFiltersOf(metadata: Metadata): CrossFilters {
  const known = read.get(metadata)
  if (known) return known
  const global = (metadata['global_chart_configuration'] as { scope?: Scope } | undefined)?.scope
  const found = {
    global: global ?? wholeDashboard,
    charts: (metadata['chart_configuration'] as CrossFilters['charts'] | null | undefined) ?? {},
    isOn: metadata['cross_filters_enabled'] !== false,
    isSaid: typeof metadata['cross_filters_enabled'] === 'boolean',
  }
  read.set(metadata, found)
  return found
}

/** The scope a chart has of its own; undefined where it has that of the dashboard. */
export function ownScope({ charts }: CrossFilters, chartId: number): Scope | undefined {
  const scope = charts[chartId]?.crossFilters?.scope
  return scope === 'global' ? undefined : scope
}

/** Whom a cross-filter of a chart reaches: its own scope, else that of the dashboard without the chart itself. */
export function scopeOfChart(all: CrossFilters, chartId: number): Scope {
  const known = scopes.get(all) ?? new Map<number, Scope>()
  scopes.set(all, known)
  const usual =
    all.global === wholeDashboard
      ? crossFilterScope(chartId)
      : { ...all.global, excluded: [...all.global.excluded, chartId] }
  const scope = known.get(chartId) ?? ownScope(all, chartId) ?? usual
  known.set(chartId, scope)
  return scope
}

/** What is to be stored of the metadata so that a chart has this scope; undefined for that of the dashboard. */
export function withScope({ charts }: CrossFilters, chartId: number, scope: Scope | undefined): Metadata {
  const before = charts[chartId]
  const entry = { ...before, id: chartId, crossFilters: { ...before?.crossFilters, scope: scope ?? 'global' } }
  return { chart_configuration: { ...charts, [chartId]: entry } }
}
