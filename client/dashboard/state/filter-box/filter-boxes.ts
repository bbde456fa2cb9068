import {
  type ColumnScope,
  type DashboardFilter,
  dashboardFilter,
  type DashboardFilterAction,
  type DashboardFilters,
  reduceDashboardFilters,
} from '#core/filter-box/dashboard-filter.ts'
import type { BoxValue } from '#core/filter-box/item.ts'
import type { FormData } from '#core/form/form-data.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import { chartIdsOf, chartNodes } from '#core/layout/charts.ts'
import type { Layout } from '#core/layout/node.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { type Metadata, parseObject } from '#client/dashboard/state/dashboard-info.ts'

/** The states of the migration from filter boxes to native filters. */
export const MIGRATION_STATES = ['NOOP', 'SNOOZED', 'REVIEWING', 'CONVERTED'] as const
export type MigrationState = (typeof MIGRATION_STATES)[number]

/** The metadata key that marks the filter boxes as migrated. */
export const MIGRATION_KEY = 'filter_box_migration'

/** Parses a migration state; undefined for any other text. */
export const asMigrationState = (text: unknown): MigrationState | undefined =>
  MIGRATION_STATES.find((state) => state === text)

/**
 * Returns the initial state of a dashboard: converted if saved as such, else the user's choice. Review requires
 * permission to save.
 */
export function migrationOf(
  info: { readonly metadata: Metadata; readonly dash_edit_perm: boolean; readonly isManagedExternally: boolean },
  requestedState: MigrationState | undefined,
): MigrationState {
  if (info.metadata[MIGRATION_KEY] === 'CONVERTED') return 'CONVERTED'
  const mayReview = info.dash_edit_perm && !info.isManagedExternally
  return requestedState === 'SNOOZED' || (requestedState === 'REVIEWING' && mayReview) ? requestedState : 'NOOP'
}

/** True if the filter boxes of a dashboard apply; otherwise the native filters created from them do. */
export const hasActiveFilterBoxes = (state: MigrationState): boolean => state === 'NOOP' || state === 'SNOOZED'

export const isFilterBox = (vizType: string | undefined): boolean => vizType === 'filter_box'

/** A filter box on the dashboard: a chart with its form. */
export interface PlacedBox {
  readonly id: number
  readonly name: string
  readonly form: FormData
}

type Values = Readonly<Record<string, Readonly<Record<string, BoxValue>>>>

const entries = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Returns the values preselected by the metadata, by chart and column. */
function preselectedValues(metadata: Metadata): Values {
  const stored = metadata['default_filters']
  return (typeof stored === 'string' ? parseObject(stored) : entries(stored)) as Values
}

/** Returns the filter boxes with the values preselected by a URL, by chart and column; unknown columns are ignored. */
export function withPreselection(filters: DashboardFilters, address: unknown): DashboardFilters {
  const given = entries(address) as Values
  return Object.fromEntries(
    Object.values(filters).map((box) => {
      const known = Object.entries(entries(given[box.chartId])).filter(([column]) => Object.hasOwn(box.columns, column))
      return [box.chartId, { ...box, columns: { ...box.columns, ...(Object.fromEntries(known) as Values[string]) } }]
    }),
  )
}

/** Returns the filter boxes for a new layout: removed ones are dropped, the others get their new position. */
export function moveToLayout(filters: DashboardFilters, layout: Layout): DashboardFilters {
  const placed = chartIdsOf(layout)
  const removed = Object.values(filters).filter(({ chartId }) => !placed.includes(chartId))
  const actions: readonly DashboardFilterAction[] = [
    ...removed.map(({ chartId }) => ({ type: 'remove', chartId }) as const),
    { type: 'updateLayoutComponents', layout },
    ...chartNodes(layout).map(
      ({ id, parents, meta }) =>
        ({ type: 'updateDirectPath', chartId: meta.chartId ?? -1, path: [...parents, id] }) as const,
    ),
  ]
  return actions.reduce((all, action) => reduceDashboardFilters(all, action, placed), filters)
}

/** Returns the scopes stored in the metadata, by column of a filter box. */
function scopesOf(metadata: Metadata, chartId: number): Readonly<Record<string, Partial<ColumnScope>>> {
  const own = entries(entries(metadata['filter_scopes'])[String(chartId)])
  const immune = metadata['filter_immune_slices']
  const usual = Array.isArray(immune) ? { immune: immune as number[] } : {}
  return Object.fromEntries(Object.entries(own).map(([column, scope]) => [column, { ...usual, ...entries(scope) }]))
}

/** Returns the initial filter boxes of a dashboard, before values from the URL. */
export function filtersOfBoxes(
  boxes: readonly PlacedBox[],
  layout: Layout,
  metadata: Metadata,
  datasets: Readonly<Record<number, DatasetResponse>>,
): DashboardFilters {
  const given = preselectedValues(metadata)
  const placed = chartIdsOf(layout)
  return boxes.reduce<DashboardFilters>((all, { id, name, form }) => {
    const columns = datasets[parseDatasource(form.datasource)?.id ?? -1]?.columns ?? []
    const typeOf = (column: string) => columns.find((each) => each.column_name === column)?.type ?? ''
    const chart = { chartId: id, form, name, typeOf }
    const filter: DashboardFilter | undefined = dashboardFilter(chart, layout, scopesOf(metadata, id), given[id])
    return filter ? reduceDashboardFilters(all, { type: 'add', filter }, placed) : all
  }, {})
}

/** Returns the filter box values for the URL: those that differ from the initial ones; undefined if none does. */
export function boxesForUrl(filters: DashboardFilters, opened: DashboardFilters): Values | undefined {
  const storedFilters = Object.values(filters).filter(
    ({ chartId, columns }) => JSON.stringify(columns) !== JSON.stringify(opened[chartId]?.columns),
  )
  return storedFilters.length > 0
    ? Object.fromEntries(storedFilters.map(({ chartId, columns }) => [chartId, columns]))
    : undefined
}
