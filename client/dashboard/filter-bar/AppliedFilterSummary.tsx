import { useLayoutEffect, useRef } from 'react'
import { t } from '#core/text/t.ts'
import { Chip } from '#ui/display/Chip.tsx'
import { filterBoxTexts } from '../state/filter-box/filter-box-texts.ts'
import { hasValue, isCrossFilter, isFiltering, maskOf, clearSelection, describeFilterValue } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './AppliedFilterSummary.module.css'
import { useChartHighlight } from './use-chart-highlight.ts'

/** After a chip is removed, the focus moves to its neighbor; after the last one, to the sentence. */
function useNextChip(count: number) {
  const sentence = useRef<HTMLDivElement>(null)
  const removed = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (removed.current === undefined) return
    const chips = sentence.current?.querySelectorAll<HTMLElement>('[data-chip] button:last-child') ?? []
    const next = chips[Math.min(removed.current, chips.length - 1)] ?? sentence.current
    removed.current = undefined
    next?.focus()
  }, [count])
  return { sentence, willRemove: (at: number) => void (removed.current = at) }
}

/** One filter, selection or filter box column in the sentence. */
interface SummaryPart {
  readonly key: string
  readonly by: string
  readonly text: string
  readonly icon?: 'filter'
  readonly removeLabel: string
  readonly remove: () => void
  /** Opens the place where the value is selected. */
  readonly open?: () => void
}

function useFilterParts(): readonly SummaryPart[] {
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const datasets = useDashboard((state) => state.datasets)
  const isBarShown = useDashboard((state) => state.filterBar.isShown)
  return filters
    .filter((filter) => hasValue(masks[filter.id]))
    .map((filter) => ({
      key: filter.id,
      by: filter.name ?? '',
      text: describeFilterValue(filter, masks[filter.id], datasets),
      removeLabel: t('Remove the filter %s', filter.name ?? ''),
      remove: () => actions.setMask(store, filter.id, maskOf(filter, undefined)),
      ...(isBarShown ? { open: () => actions.seek(store, filter.id) } : {}),
    }))
}

function useSelectionParts(): readonly SummaryPart[] {
  const store = useDashboardStore()
  const masks = useDashboard((state) => state.masks)
  const slices = useDashboard((state) => state.slices)
  return Object.keys(masks)
    .filter((id) => isCrossFilter(id) && isFiltering(masks[id]))
    .map((id) => {
      const name = slices[Number(id)]?.slice_name ?? id
      return {
        key: id,
        by: t('%s:', name),
        text: masks[id]?.filterState?.label ?? '',
        icon: 'filter',
        removeLabel: t('Remove the selection in %s', name),
        remove: () => actions.setMask(store, id, clearSelection(id, masks[id])),
        open: () => actions.showChart(store, Number(id)),
      }
    })
}

function useBoxParts(): readonly SummaryPart[] {
  const store = useDashboardStore()
  const filterBoxes = useDashboard((state) => state.filterBoxes)
  const datasets = useDashboard((state) => state.datasets)
  return filterBoxTexts(filterBoxes, datasets).map(({ chartId, column, label, text }) => ({
    key: `${chartId} ${column}`,
    by: label,
    text,
    removeLabel: t('Remove the filter %s', label),
    remove: () => actions.changeBoxes(store, { type: 'change', chartId, values: { [column]: null } }),
    open: () => actions.showChart(store, chartId),
  }))
}

/**
 * One chip of the sentence. Focus does not highlight charts here, because it moves automatically when a neighbor is
 * removed.
 */
function PartChip({ part, onRemove }: { readonly part: SummaryPart; readonly onRemove: () => void }) {
  const { onPointerEnter, onPointerLeave } = useChartHighlight(part.key)
  return (
    <span className={styles['part']} data-chip="" onPointerEnter={onPointerEnter} onPointerLeave={onPointerLeave}>
      <span className={styles['quiet']}>{part.by}</span>
      <Chip icon={part.icon} onPress={part.open} removeLabel={part.removeLabel} onRemove={onRemove}>
        {part.text}
      </Chip>
    </span>
  )
}

/** The applied filters as a sentence; each value can be removed. */
export function AppliedFilterSummary({ children }: { readonly children?: React.ReactNode }) {
  const parts = [...useFilterParts(), ...useSelectionParts(), ...useBoxParts()]
  const { sentence, willRemove } = useNextChip(parts.length)
  return (
    <div
      ref={sentence}
      tabIndex={-1}
      className={styles['sentence']}
      aria-label={t('What narrows this page')}
      role="group"
    >
      {parts.length === 0 && <span className={styles['quiet']}>{t('All rows')}</span>}
      {parts.map((part, index) => (
        <PartChip
          key={part.key}
          part={part}
          onRemove={() => {
            willRemove(index)
            part.remove()
          }}
        />
      ))}
      {children}
    </div>
  )
}
