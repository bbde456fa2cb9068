import { ownValue } from '#core/rest/json.ts'
import { type BoxValue, defaultOf, isSelected, itemsOf, labelOf } from './item.ts'
import type { FormData } from '#core/form/form-data.ts'
import { chartNodes } from '#core/layout/charts.ts'
import { type Layout, nodesOf, ROOT_ID } from '#core/layout/node.ts'
import type { QueryFilter } from '#core/query/query-object.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'

/** The column names that a filter box uses for time settings. */
export const TIME_RANGE = '__time_range'
export const TIME_GRAIN = '__time_grain'
export const TIME_COLUMN = '__time_col'

/**
 * The scope of one column of a filter box: the charts below any layout component in `scope`, except those in `immune`.
 */
export interface ColumnScope {
  readonly scope: readonly string[]
  /** Chart ids. */
  readonly immune: readonly number[]
}

export const rootScope: ColumnScope = { scope: [ROOT_ID], immune: [] }

/** The definition and values of a filter box on a dashboard. */
export interface DashboardFilter {
  readonly chartId: number
  /** Id of its layout component. */
  readonly componentId: string
  /** For example `3__table`. */
  readonly datasourceId: string
  readonly filterName: string
  /** Ids of the layout components from the root to the box. */
  readonly directPathToFilter: readonly string[]
  readonly isDateFilter: boolean
  /** True if each change is applied immediately. */
  readonly isInstantFilter: boolean
  /** Selected values by column. */
  readonly columns: Readonly<Record<string, BoxValue>>
  /** Displayed labels by column. */
  readonly labels: Readonly<Record<string, string>>
  readonly scopes: Readonly<Record<string, ColumnScope>>
}

/** Filter boxes by the id of their chart. */
export type DashboardFilters = Readonly<Record<number, DashboardFilter>>

/** The chart that a filter box is created from. */
export interface BoxChart {
  readonly chartId: number
  readonly form: FormData
  readonly name: string
  /** Returns the type of a column of its dataset; empty if unknown. */
  readonly typeOf: (column: string) => string
}

type Values = Readonly<Record<string, BoxValue>>

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function timeValues(form: FormData): Values {
  if (form['date_filter'] === false) return {}
  return {
    [TIME_RANGE]: text(form.time_range) ?? NO_FILTER,
    ...(form['show_sqla_time_granularity'] ? { [TIME_GRAIN]: null } : {}),
    ...(form['show_sqla_time_column'] ? { [TIME_COLUMN]: null } : {}),
  }
}

/** Returns the default values of a box. */
function ownValues({ form, typeOf }: BoxChart): Values {
  const items = itemsOf(form['filter_configs'])
  const chosen = items.map((item) => [item.column, defaultOf(item, typeOf(item.column))] as const)
  return { ...timeValues(form), ...Object.fromEntries(chosen) }
}

const TIME_LABELS: Readonly<Record<string, string>> = {
  [TIME_RANGE]: 'Time range',
  [TIME_GRAIN]: 'Time grain',
  [TIME_COLUMN]: 'Time column',
}

/**
 * Returns the filter of a box; undefined if its chart is not in the layout. `given` are values preselected by the
 * dashboard or its URL, for columns of the box.
 */
export function dashboardFilter(
  chart: BoxChart,
  layout: Layout,
  scopes: Readonly<Record<string, Partial<ColumnScope>>> = {},
  given: Values = {},
): DashboardFilter | undefined {
  const node = chartNodes(layout).find(({ meta }) => meta.chartId === chart.chartId)
  if (!node) return undefined
  const own = ownValues(chart)
  const names = Object.keys(own)
  const items = itemsOf(chart.form['filter_configs'])
  const label = (column: string) => labelOf(items.find((item) => item.column === column) ?? { column })
  return {
    chartId: chart.chartId,
    componentId: node.id,
    datasourceId: text(chart.form.datasource) ?? '',
    filterName: chart.name,
    directPathToFilter: [...node.parents, node.id],
    isDateFilter: chart.form['date_filter'] !== false,
    isInstantFilter: chart.form['instant_filtering'] === true,
    columns: Object.fromEntries(
      names.map((name) => [name, Object.hasOwn(given, name) ? (given[name] ?? null) : (own[name] ?? null)]),
    ),
    labels: Object.fromEntries(names.map((name) => [name, ownValue(TIME_LABELS, name) ?? label(name)])),
    scopes: Object.fromEntries(names.map((name) => [name, { ...rootScope, ...scopes[name] }])),
  }
}

/** Returns the ids of the charts in the scope of a box column; never the box itself. */
export function chartsInBoxScope(layout: Layout, { scope, immune }: ColumnScope, boxId: number): ReadonlySet<number> {
  const inside = chartNodes(layout).filter(({ id, parents }) => [...parents, id].some((each) => scope.includes(each)))
  const ids = inside.flatMap(({ meta }) => meta.chartId ?? [])
  return new Set(ids.filter((id) => id !== boxId && !immune.includes(id)))
}

/** True if the value of a box column filters anything. */
export const hasFilterEffect = (column: string, value: BoxValue): boolean =>
  isSelected(value) && !(column === TIME_RANGE && value === NO_FILTER)

/** Returns the filters that the boxes of a dashboard add to the query of a chart, as `extra_filters` of its form. */
export function extraFiltersFor(filters: DashboardFilters, layout: Layout, chartId: number): readonly QueryFilter[] {
  return Object.values(filters).flatMap((box) =>
    Object.entries(box.columns).flatMap(([col, val]): QueryFilter[] => {
      const reaches =
        hasFilterEffect(col, val) && chartsInBoxScope(layout, box.scopes[col] ?? rootScope, box.chartId).has(chartId)
      if (!reaches) return []
      // A query ignores a single value that is false or zero, but reads it in a list.
      if (Array.isArray(val) || !val) return [{ col, op: 'IN', val: Array.isArray(val) ? [...val] : [val] }]
      return [{ col, op: '==', val }]
    }),
  )
}

/** An action on the filter boxes of a dashboard. */
export type DashboardFilterAction =
  | { readonly type: 'add'; readonly filter: DashboardFilter }
  | { readonly type: 'remove'; readonly chartId: number }
  /** `merge` (default): columns that are not named keep their values. */
  | { readonly type: 'change'; readonly chartId: number; readonly values: Values; readonly merge?: boolean }
  | { readonly type: 'updateDirectPath'; readonly chartId: number; readonly path: readonly string[] }
  | { readonly type: 'updateLayoutComponents'; readonly layout: Layout }
  /** Keyed by `<chart id>_<column>`. */
  | { readonly type: 'updateScopes'; readonly scopes: Readonly<Record<string, ColumnScope>> }

/** Returns the scope for another layout, without boxes and charts that no longer exist. */
function scopeIn(layout: Layout, { scope, immune }: ColumnScope): ColumnScope {
  const ids = new Set(nodesOf(layout).map(({ id }) => id))
  const charts = new Set(chartNodes(layout).map(({ meta }) => meta.chartId))
  const left = scope.filter((id) => ids.has(id))
  return {
    scope: left.length > 0 || scope.length === 0 ? left : rootScope.scope,
    immune: immune.filter((id) => charts.has(id)),
  }
}

type Change = (filter: DashboardFilter) => DashboardFilter

const withEach = (filters: DashboardFilters, change: Change): DashboardFilters =>
  Object.fromEntries(Object.values(filters).map((filter) => [filter.chartId, change(filter)]))

const withOne = (filters: DashboardFilters, id: number, change: Change): DashboardFilters =>
  filters[id] ? { ...filters, [id]: change(filters[id]) } : filters

/**
 * Returns the boxes after an action, or the same object if nothing changed. `placed` are the ids of the charts on the
 * dashboard.
 */
export function reduceDashboardFilters(
  filters: DashboardFilters,
  action: DashboardFilterAction,
  placed: readonly number[],
): DashboardFilters {
  switch (action.type) {
    case 'add':
      return placed.includes(action.filter.chartId) ? { ...filters, [action.filter.chartId]: action.filter } : filters
    case 'remove': {
      const { [action.chartId]: removed, ...rest } = filters
      return removed ? rest : filters
    }
    case 'change': {
      const { values, merge = true } = action
      return withOne(filters, action.chartId, (box) => ({
        ...box,
        columns: merge ? { ...box.columns, ...values } : values,
      }))
    }
    case 'updateDirectPath':
      return withOne(filters, action.chartId, (box) => ({ ...box, directPathToFilter: action.path }))
    case 'updateLayoutComponents':
      return withEach(filters, (box) => ({
        ...box,
        scopes: Object.fromEntries(
          Object.entries(box.scopes).map(([name, each]) => [name, scopeIn(action.layout, each)]),
        ),
      }))
    case 'updateScopes':
      return withEach(filters, (box) => ({
        ...box,
        scopes: Object.fromEntries(
          Object.entries(box.scopes).map(([name, each]) => [name, action.scopes[`${box.chartId}_${name}`] ?? each]),
        ),
      }))
  }
}
