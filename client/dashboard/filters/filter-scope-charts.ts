import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { datasetOf } from '#client/dashboard/state/store.ts'
import { chartsInScope } from '#core/scope/charts-in-scope.ts'
import { t } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

export interface ChartInScope {
  readonly id: number
  readonly name: string
  /** Why the filter cannot apply to the chart; undefined if it applies. */
  readonly why: string | undefined
}

/** Returns the charts in the scope of a filter, by name. */
export function chartsOfFilter(state: DashboardState, filter: FilterConfig): readonly ChartInScope[] {
  const column = filter.targets?.[0]?.column?.name
  return chartsInScope(state.layout, filter.scope)
    .map((id) => {
      const columns = datasetOf(state, id)?.columns
      const lacks =
        column !== undefined && columns !== undefined && !columns.some((each) => each.column_name === column)
      const name = state.slices[id]?.slice_name ?? t('A chart you may not see')
      return { id, name, why: lacks ? t('has no column %s', column) : undefined }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
