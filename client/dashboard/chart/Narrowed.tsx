import { t, tn } from '#core/text/t.ts'
import type { ChartState } from '#client/chart/machine.ts'
import { CountBadge } from '#ui/display/CountBadge.tsx'
import { InfoTip } from '#ui/overlay/InfoTip.tsx'
import { filterEffects } from '../state/filter-effect.ts'
import { filtersOf } from '../state/masks.ts'
import { reachOf, useDashboard } from '../state/store.ts'

/** What people call a filter: its own name, or that of the chart a cross-filter comes from. */
export function useFilterNames(): (id: string) => string {
  const filters = useDashboard((state) => state.filters)
  const slices = useDashboard((state) => state.slices)
  return (id) => filters.find((filter) => filter.id === id)?.name ?? slices[Number(id)]?.slice_name ?? id
}

/** How many filters narrow a chart, and which cannot because its dataset lacks what they compare. */
export function Narrowed({ chart }: { readonly chart: ChartState }) {
  const ids = useDashboard((state) => filtersOf(reachOf(state), state.masks, chart.id).join('\n'))
  const masks = useDashboard((state) => state.masks)
  const nameOf = useFilterNames()
  const { applied, rejected } = filterEffects(ids === '' ? [] : ids.split('\n'), masks, chart.queriesResponse)
  const count = applied.length
  const names = rejected.map(nameOf).join(', ')
  return (
    <>
      {rejected.length > 0 && (
        <InfoTip
          icon="warning"
          tone="warn"
          text={t('This chart has nothing to compare with: %s', names)}
          label={tn(
            '%s filter does not apply: %s',
            '%s filters do not apply: %s',
            rejected.length,
            rejected.length,
            names,
          )}
        />
      )}
      {count > 0 && (
        <CountBadge
          count={count}
          label={tn('%s filter narrows this chart', '%s filters narrow this chart', count, count)}
        />
      )}
    </>
  )
}
