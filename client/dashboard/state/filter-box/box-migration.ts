import {
  chartsInBoxScope,
  type DashboardFilter,
  type DashboardFilters,
  rootScope,
  TIME_COLUMN,
  TIME_GRAIN,
  TIME_RANGE,
} from '#core/filter-box/dashboard-filter.ts'
import { type BoxItem, type BoxValue, isSelected, itemsOf } from '#core/filter-box/item.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { Layout } from '#core/layout/node.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import type { PlacedBox } from './filter-boxes.ts'
import { boxValueInBar } from './filter-box-texts.ts'
import { type Datasets, maskOf } from '#client/dashboard/state/masks.ts'

const PREFIX = 'NATIVE_FILTER-box-'

/** Returns the id of the native filter created from a column of a filter box. */
const idOf = (chartId: number, column: string) => `${PREFIX}${chartId}-${column}`

/** True if a native filter was created from a filter box. */
export const isFilterOfBox = ({ id }: Pick<FilterConfig, 'id'>): boolean => id.startsWith(PREFIX)

const times = () => [
  { column: TIME_RANGE, filterType: 'filter_time', name: t('Time range') },
  { column: TIME_GRAIN, filterType: 'filter_timegrain', name: t('Time grain') },
  { column: TIME_COLUMN, filterType: 'filter_timecolumn', name: t('Time column') },
]

function withDefault(filter: FilterConfig, value: BoxValue | undefined, column?: ProfiledColumn): FilterConfig {
  if (value === undefined || !isSelected(value) || value === NO_FILTER) return filter
  const chosen = filter.filterType === 'filter_time' ? value : [value].flat().map((each) => boxValueInBar(each, column))
  const { id: _, ...mask } = maskOf(filter, chosen)
  return { ...filter, defaultDataMask: mask }
}

function makeFilter(
  box: DashboardFilter,
  column: string,
  more: Partial<FilterConfig>,
  known?: ProfiledColumn,
): FilterConfig {
  const { scope, immune } = box.scopes[column] ?? rootScope
  const filter: FilterConfig = {
    id: idOf(box.chartId, column),
    type: 'NATIVE_FILTER',
    description: '',
    requiredFirst: false,
    cascadeParentIds: [],
    scope: { rootPath: [...scope], excluded: [...immune] },
    defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
    ...more,
  }
  return withDefault(filter, box.columns[column], known)
}

function filterOfItem(
  item: BoxItem,
  box: DashboardFilter,
  form: FormData,
  dataset: Pick<DatasetResponse, 'id' | 'columns'>,
): FilterConfig {
  const filter: Partial<FilterConfig> = {
    name: box.labels[item.column] ?? item.column,
    filterType: 'filter_select',
    targets: [{ datasetId: dataset.id, column: { name: item.column } }],
    controlValues: {
      enableEmptyFilter: item.clearable === false,
      defaultToFirstItem: false,
      inverseSelection: false,
      multiSelect: item.multiple === true,
      searchAllOptions: item.searchAllOptions === true,
      sortAscending: item.asc === true,
    },
    adhoc_filters: Array.isArray(form.adhoc_filters) ? form.adhoc_filters : [],
    time_range: form.time_range ?? NO_FILTER,
    sortMetric: item.metric ?? null,
  }
  return makeFilter(
    box,
    item.column,
    filter,
    dataset.columns?.find(({ column_name }) => column_name === item.column),
  )
}

/** Returns the native filters that replace one filter box, in the order of its fields. */
function filtersOfBox({ form }: PlacedBox, box: DashboardFilter, datasets: Datasets): readonly FilterConfig[] {
  const datasetId = parseDatasource(form.datasource)?.id
  if (datasetId === undefined) return []
  const ofTime = times()
    .filter(({ column }) => Object.hasOwn(box.columns, column))
    .map(({ column, ...kind }) => {
      const targets = column === TIME_RANGE ? [{}] : [{ datasetId }]
      return makeFilter(box, column, { ...kind, targets, controlValues: { enableEmptyFilter: false } })
    })
  const dataset = datasets[datasetId] ?? { id: datasetId }
  return [...ofTime, ...itemsOf(form['filter_configs']).map((item) => filterOfItem(item, box, form, dataset))]
}

/** Returns the ids of the filters created from columns of other filter boxes whose scopes include this one. */
function parentsOf(chartId: number, filters: DashboardFilters, layout: Layout): readonly string[] {
  return Object.values(filters).flatMap((box) =>
    Object.keys(box.columns)
      .filter((column) => chartsInBoxScope(layout, box.scopes[column] ?? rootScope, box.chartId).has(chartId))
      .map((column) => idOf(box.chartId, column)),
  )
}

/**
 * Returns the native filters that replace the filter boxes of a dashboard, with their initial values. A box in the
 * scope of another becomes dependent on it. Two boxes in each other's scope stay independent, because neither could be
 * selected first.
 */
export function filtersOfBoxForms(
  boxes: readonly PlacedBox[],
  filters: DashboardFilters,
  layout: Layout,
  datasets: Datasets,
): readonly FilterConfig[] {
  const reachedBy = new Map(boxes.map(({ id }) => [id, parentsOf(id, filters, layout)]))
  const isFrom = (id: number) => (parent: string) => parent.startsWith(`${PREFIX}${id}-`)
  const isMutual = (id: number, parent: string) =>
    boxes.some((other) => isFrom(other.id)(parent) && reachedBy.get(other.id)?.some(isFrom(id)))
  return boxes.flatMap((box) => {
    const own = filters[box.id]
    const cascadeParentIds = (reachedBy.get(box.id) ?? []).filter((parent) => !isMutual(box.id, parent))
    return (own ? filtersOfBox(box, own, datasets) : []).map((filter) =>
      filter.filterType === 'filter_select' ? { ...filter, cascadeParentIds } : filter,
    )
  })
}
