import { filtersToSave, newFilter } from './filter-draft.ts'
import { chartsOfOtherDatasets } from './filter-targets.ts'
import { controlsWithDefaults } from './filter-settings.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { datasetOf } from '#client/dashboard/state/store.ts'
import type { DatasetColumnResponse } from '#core/rest/responses.ts'
import { chartIdsOf } from '#core/layout/charts.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { ROOT_ID } from '#core/layout/node.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

/** A column of a dataset of the dashboard that a filter can be created for. */
export interface FilterableColumn {
  readonly datasetId: number
  readonly datasetName: string
  readonly column: DatasetColumnResponse
}

const readName = ({ verbose_name, column_name }: DatasetColumnResponse) => verbose_name || column_name

const isOfTime = ({ is_dttm, type_generic }: DatasetColumnResponse) => is_dttm || type_generic === TEMPORAL

/** Returns the filterable columns of the datasets of the dashboard's charts, sorted by dataset and name. */
export function filterableColumns(state: DashboardState): readonly FilterableColumn[] {
  const used = new Set(chartIdsOf(state.layout).map((id) => datasetOf(state, id)?.id))
  return Object.values(state.datasets)
    .filter(({ id }) => used.has(id))
    .flatMap(({ id, table_name, columns = [] }) =>
      columns
        .filter(({ filterable }) => filterable !== false)
        .map((column) => ({ datasetId: id, datasetName: table_name, column }))
        .toSorted((a, b) => readName(a.column).localeCompare(readName(b.column))),
    )
}

/** Returns the columns that a chart groups by, as columns of its dataset. */
export function columnsOfChart(state: DashboardState, chartId: number): readonly FilterableColumn[] {
  const form = state.charts[chartId]?.form_data
  const dataset = datasetOf(state, chartId)
  if (!form || !dataset) return []
  const time = typeof form.granularity_sqla === 'string' ? [form.granularity_sqla] : []
  const names = new Set([...queryFields(form).columns.map(columnLabel), ...time])
  return (dataset.columns ?? [])
    .filter(({ column_name, filterable }) => names.has(column_name) && filterable !== false)
    .map((column) => ({ datasetId: dataset.id, datasetName: dataset.table_name, column }))
}

/** Returns the type of filter that is created for a column. */
export function quickFilterType(column: DatasetColumnResponse): 'filter_time' | 'filter_range' | 'filter_select' {
  if (isOfTime(column)) return 'filter_time'
  return column.type_generic === NUMERIC ? 'filter_range' : 'filter_select'
}

/**
 * Returns the filters of the dashboard with an additional one for this column: a time or number range, else a value
 * filter.
 */
export function withQuickFilter(
  state: DashboardState,
  { datasetId, column }: FilterableColumn,
  suffix: string,
): { readonly filters: readonly FilterConfig[]; readonly fresh: FilterConfig } {
  const filterType = quickFilterType(column)
  const others = chartsOfOtherDatasets(state, datasetId)
  const own = filterType === 'filter_time' ? {} : { datasetId, column: { name: column.column_name } }
  const fresh: FilterConfig = {
    ...newFilter(suffix, datasetId, others),
    name: readName(column),
    filterType,
    targets: [own],
    controlValues: controlsWithDefaults(filterType),
    // A time range filter applies to the charts of every dataset, on the time column of each.
    scope: { rootPath: [ROOT_ID], excluded: filterType === 'filter_time' ? [] : others },
  }
  const draft = { filters: [fresh], removing: [], defaulted: [], selected: undefined }
  return { filters: [...state.filters, ...filtersToSave(draft, state.layout)], fresh }
}
