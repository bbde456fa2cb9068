import { memo, useEffect, useState } from 'react'
import { t, tn } from '#core/text/t.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { isIgnoredRange } from '#core/time/warning.ts'
import { CountBadge } from '#ui/display/CountBadge.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import { InfoTooltip } from '#ui/base/InfoTooltip.tsx'
import { filterEffects } from '../filters/filter-effect.ts'
import { filtersOf, isCrossFilter, describeFilterValue } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './FilterBadge.module.css'
import { scopeContextOf } from '#client/dashboard/state/chart-form.ts'

/** Returns a function that names a filter: its own name, or the name of the chart that a cross-filter comes from. */
export function useFilterNames(): (id: string) => string {
  const filters = useDashboard((state) => state.filters)
  const slices = useDashboard((state) => state.slices)
  return (id) => filters.find((filter) => filter.id === id)?.name ?? slices[Number(id)]?.slice_name ?? id
}

interface Entry {
  readonly id: string
  readonly name: string
  readonly words: string
}

interface GroupProps {
  readonly heading: string
  readonly entries: readonly Entry[]
}

/** A group in the popover of the filter badge: a heading with a count, and each filter with its value. */
function Group({ heading, entries }: GroupProps) {
  return (
    <section className={styles['group']}>
      <h3>{`${heading} (${entries.length})`}</h3>
      <ul>
        {entries.map(({ id, name, words }) => (
          <li key={id}>
            {name}
            {words !== '' && <b> {words}</b>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns a group as one line of text. */
function lineOf({ heading, entries }: GroupProps): string {
  return `${heading}: ${entries.map(({ name, words }) => `${name} ${words}`.trim()).join(', ')}`
}

interface Props {
  readonly chartId: number
  readonly answers: readonly ColumnarResult[] | null
}

/** Returns the filters in the scope of a chart, grouped by their effect. */
function useGroups({ chartId, answers }: Props) {
  const ids = useDashboard((state) => filtersOf(scopeContextOf(state), state.masks, chartId).join('\n'))
  const masks = useDashboard((state) => state.masks)
  const filters = useDashboard((state) => state.filters)
  const datasets = useDashboard((state) => state.datasets)
  const nameOf = useFilterNames()
  const all = ids === '' ? [] : ids.split('\n')
  const { applied, rejected } = filterEffects(all, masks, answers)
  const entry = (id: string): Entry => {
    const filter = filters.find((each) => each.id === id)
    const mask = masks[id]
    return {
      id,
      name: nameOf(id),
      words: filter ? describeFilterValue(filter, mask, datasets) : (mask?.filterState?.label ?? ''),
    }
  }
  const ignoredRanges = rejected.filter((id) => isIgnoredRange(masks[id]?.extraFormData?.time_range))
  return {
    ignoredRanges: ignoredRanges.map(nameOf).join(', '),
    incompatible: rejected
      .filter((id) => !ignoredRanges.includes(id))
      .map(nameOf)
      .join(', '),
    cross: applied.filter(isCrossFilter).map(entry),
    applied: applied.filter((id) => !isCrossFilter(id)).map(entry),
    rejected: rejected.map(entry),
    unset: all.filter((id) => !applied.includes(id) && !rejected.includes(id)).map(entry),
  }
}

/** Highlights the filters applied to a chart while its content or popover is hovered or has the focus. */
function HighlightFilters({ chartId, children }: { readonly chartId: number; readonly children: React.ReactNode }) {
  const store = useDashboardStore()
  const [isPointed, point] = useState(false)
  const [isFocused, focus] = useState(false)
  const isLighting = isPointed || isFocused
  useEffect(() => {
    if (!isLighting) return
    actions.lightFilters(store, chartId)
    return () => actions.lightFilters(store, undefined)
  }, [store, chartId, isLighting])
  return (
    <span
      className={styles['lighting']}
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
      onFocus={() => focus(true)}
      onBlur={() => focus(false)}
    >
      {children}
    </span>
  )
}

/**
 * The filter badge of a chart: how many filters apply, and which cannot because the dataset lacks their columns. Hover
 * or press lists each filter with its name and value.
 */
export const FilterBadge = memo(function FilterBadgeView(props: Props) {
  const { cross, applied, rejected, unset, ignoredRanges, incompatible } = useGroups(props)
  const count = cross.length + applied.length
  const names = rejected.map(({ name }) => name).join(', ')
  const label = tn('%s filter narrows this chart', '%s filters narrow this chart', count, count)
  const groups = [
    { heading: t('Applied cross-filters'), entries: cross },
    { heading: t('Applied filters'), entries: applied },
    { heading: t('Incompatible filters'), entries: rejected },
    { heading: t('Unset filters'), entries: unset },
  ].filter(({ entries }) => entries.length > 0)
  return (
    <>
      {rejected.length > 0 && (
        <InfoTooltip
          icon="warning"
          tone="warn"
          text={[
            incompatible === '' ? '' : t('This chart has nothing to compare with: %s', incompatible),
            ignoredRanges === ''
              ? ''
              : t('The time range is not understood, and the data end today: %s', ignoredRanges),
          ]
            .join('\n')
            .trim()}
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
        <HighlightFilters chartId={props.chartId}>
          <Popover
            label={t('Filters of this chart')}
            placement="bottom end"
            trigger={
              <Button size="sm" variant="quiet" ariaLabel={label} tooltip={groups.map(lineOf).join('\n')}>
                <CountBadge count={count} label={label} />
              </Button>
            }
          >
            {groups.map((each) => (
              <Group key={each.heading} {...each} />
            ))}
          </Popover>
        </HighlightFilters>
      )}
    </>
  )
})
