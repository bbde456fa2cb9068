import type { ReactNode } from 'react'
import { t } from '#core/text/t.ts'
import type { ChartState } from '#client/chart/chart-state.ts'
import { Button } from '#ui/base/Button.tsx'
import { filterEffects } from '../filters/filter-effect.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { filtersOf, hasValue, maskOf, clearSelection } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { useFilterNames } from './FilterBadge.tsx'
import { scopeContextOf } from '#client/dashboard/state/chart-form.ts'

/** Returns the ids of the filters applied to a chart, in order. */
function useEmptyingFilters(chart: ChartState): readonly string[] {
  const ids = useDashboard((state) => filtersOf(scopeContextOf(state), state.masks, chart.id).join('\n'))
  const masks = useDashboard((state) => state.masks)
  return filterEffects(ids === '' ? [] : ids.split('\n'), masks, chart.queriesResponse).applied
}

/**
 * True for a native filter that applies only because it requires a value and has none: clearing it would change
 * nothing.
 */
const isRequiredWithoutValue = ({ filters, masks }: DashboardState, id: string) =>
  filters.some((filter) => filter.id === id) && !hasValue(masks[id])

/** For each filter that leaves a chart without rows, a button to clear it or to select its required value. */
function ClearFilterButtons({ ids }: { readonly ids: readonly string[] }) {
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const nameOf = useFilterNames()
  const leaveOut = (id: string) => {
    const filter = filters.find((each) => each.id === id)
    actions.setMask(store, id, filter ? maskOf(filter, undefined) : clearSelection(id, store.getState().masks[id]))
  }
  return ids.map((id) =>
    isRequiredWithoutValue(store.getState(), id) ? (
      <Button key={id} onPress={() => actions.seek(store, id)}>
        {t('Select a value of %s', nameOf(id))}
      </Button>
    ) : (
      <Button key={id} onPress={() => leaveOut(id)}>
        {t('Exclude %s', nameOf(id))}
      </Button>
    ),
  )
}

/** A sentence that names the filters that leave a chart empty. */
export function EmptyResultText({ chart }: { readonly chart: ChartState }): string {
  const nameOf = useFilterNames()
  const [last, ...others] = useEmptyingFilters(chart).map(nameOf).toReversed()
  if (last === undefined) return t('No data for the current filters or time range.')
  if (others.length === 0) return t('No data for the filter %s.', last)
  return t('No data for the combination of %s and %s.', others.toReversed().join(', '), last)
}

interface EmptiedByActionsProps {
  readonly chart: ChartState
  /** Actions shown if no filter is the cause. */
  readonly otherwise: ReactNode
}

/** Actions for a chart without rows. */
export function EmptyResultActions({ chart, otherwise }: EmptiedByActionsProps) {
  const ids = useEmptyingFilters(chart)
  return ids.length > 0 ? <ClearFilterButtons ids={ids} /> : otherwise
}
