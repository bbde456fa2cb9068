import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import type { PageMatch, PageMatches } from '#client/shell/page-search.ts'
import { toTable } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import { formatTimeRange } from '#core/time/label.ts'
import { readTypedRange } from '#core/time/typed-range.ts'
import { typedComparisons } from '../state/comparison.ts'
import type { SendQuery } from '../state/loading.ts'
import { maskOf } from '../state/masks.ts'
import { actions, type DashboardStore } from '../state/store.ts'
import { canConfigureFilters } from './filter-targets.ts'
import { type FilterableColumn, filterableColumns } from './quick-filter.ts'

/** The filters whose values are searched, and the values found in each of them. */
const MAX_SEARCHED_FILTERS = 6
const MAX_FOUND_VALUES = 4
const MAX_FOUND_COLUMNS = 8

interface SearchableDashboard {
  readonly store: DashboardStore
  readonly ask: SendQuery
  /** Adds a filter for a column. */
  readonly onAddFilter: (column: FilterableColumn) => void
}

function setFilter(store: DashboardStore, config: FilterConfig, value: unknown): void {
  actions.setMask(store, config.id, maskOf(config, value))
}

/** Returns the typed time range, if the dashboard has a filter for it. */
function timeRanges({ store }: SearchableDashboard, typed: string): readonly PageMatch[] {
  const filter = store.getState().filters.find((each) => each.filterType === 'filter_time')
  const read = filter && readTypedRange(typed)
  if (!filter || !read) return []
  const { range, comparison } = read
  return [
    {
      id: `range ${range}`,
      label: formatTimeRange(range),
      icon: 'calendar',
      detail: comparison ? t('%s, compared', filter.name ?? '') : filter.name,
      act: () => {
        setFilter(store, filter, range)
        if (comparison) actions.compare(store, typedComparisons[comparison])
      },
    },
  ]
}

const isFilterOn =
  ({ datasetId, column }: FilterableColumn) =>
  ({ targets = [] }: FilterConfig) =>
    targets.some((target) => target.datasetId === datasetId && target.column?.name === column.column_name)

/** Returns columns by name: their filter, or a new one for users who may add filters. */
function columns({ store, onAddFilter }: SearchableDashboard, typed: string): readonly PageMatch[] {
  const state = store.getState()
  const searchText = typed.toLowerCase()
  const mayAdd = canConfigureFilters(state.info)
  return filterableColumns(state)
    .filter(({ column }) =>
      [column.column_name, column.verbose_name].some((name) => name?.toLowerCase().includes(searchText)),
    )
    .flatMap((each): readonly PageMatch[] => {
      const filter = state.filters.find(isFilterOn(each))
      if (!filter && !mayAdd) return []
      return [
        {
          id: `column ${each.datasetId} ${each.column.column_name}`,
          label: each.column.verbose_name || each.column.column_name,
          icon: 'filter',
          detail: filter ? t('Go to the filter %s', filter.name ?? '') : t('Add a filter on %s', each.datasetName),
          act: () => (filter ? actions.seek(store, filter.id) : onAddFilter(each)),
        },
      ]
    })
    .slice(0, MAX_FOUND_COLUMNS)
}

/** Queries the values of one filter that contain the text. */
async function valuesOf({ store, ask }: SearchableDashboard, config: FilterConfig, typed: string, signal: AbortSignal) {
  const queries = filterType(config.filterType)?.toQueries?.(config, {}, typed) ?? []
  const id = config.targets?.[0]?.datasetId
  if (id === undefined || queries.length === 0) return []
  const limited = queries.map((query) => ({ ...query, row_limit: MAX_FOUND_VALUES }))
  const [answer] = await ask({ datasource: { id, type: 'table' }, queries: limited }, { signal })
  if (!answer || answer.error) return []
  const [column] = toTable(answer).columns
  return (column?.values ?? []).map(
    (value): PageMatch => ({
      id: `value ${config.id} ${String(value)}`,
      label: String(value),
      icon: 'filter',
      detail: config.name,
      act: () => setFilter(store, config, [value]),
    }),
  )
}

async function values(of: SearchableDashboard, typed: string, signal: AbortSignal): Promise<readonly PageMatch[]> {
  const searched = of.store
    .getState()
    .filters.filter((each) => each.filterType === 'filter_select')
    .slice(0, MAX_SEARCHED_FILTERS)
  const found = await Promise.allSettled(searched.map((config) => valuesOf(of, config, typed, signal)))
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/** Returns the time range, columns and filter values of a dashboard that match a typed text. */
export async function searchDashboard(
  of: SearchableDashboard,
  typed: string,
  signal: AbortSignal,
): Promise<readonly PageMatches[]> {
  return [
    { id: 'ranges', heading: t('Time range'), items: timeRanges(of, typed) },
    { id: 'columns', heading: t('Columns'), items: columns(of, typed) },
    { id: 'values', heading: t('Filter values'), items: await values(of, typed, signal) },
  ]
}
