import { useEffect, useRef, useState, type RefObject, useLayoutEffect } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import { countHighlighted, isHighlighted } from '../filters/highlighted-filters.ts'
import { hasValue, describeFilterValue } from '../state/masks.ts'
import { outOfScope } from '../filters/filters-out-of-scope.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { ConfigActions } from './ConfigActions.tsx'
import { FilterActions } from './FilterBar.tsx'
import { FilterItem } from './FilterItem.tsx'
import styles from './filter-row.module.css'
import { useChartHighlight } from './use-chart-highlight.ts'

/** Returns how many children of a wrapping row fit its first line, measured when the row or the texts change. */
function useFitting(row: RefObject<HTMLElement | null>, texts: string): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const [first, ...others] = [...element.children] as HTMLElement[]
      const isBelow = (each: HTMLElement) => first !== undefined && each.offsetTop > first.offsetTop
      const at = others.findIndex(isBelow)
      setFitting(at < 0 ? Number.POSITIVE_INFINITY : at + 1)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, texts])
  return fitting
}

const WIDTH = 280
const MORE = 'more'

/** Returns the labels of filters in the horizontal bar: the name and the selected values. */
function useFilterLabels(filters: readonly FilterConfig[]): readonly string[] {
  const selected = useDashboard((state) => state.selected)
  const datasets = useDashboard((state) => state.datasets)
  return filters.map((filter) => {
    const name = filter.name ?? ''
    return hasValue(selected[filter.id])
      ? `${name}: ${describeFilterValue(filter, selected[filter.id], datasets)}`
      : name
  })
}

interface OneProps {
  readonly filter: FilterConfig
  readonly words: string
  /** True if it fits into the line. */
  readonly isFitting: boolean
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** A filter as a button that shows its value and opens its input. */
function One({ filter, words, isFitting, isOpen, onOpen }: OneProps) {
  const isHighlightedNow = useDashboard((state) => isHighlighted(state, filter.id))
  const lighting = useChartHighlight(filter.id)
  return (
    <div
      className={styles['filter']}
      inert={!isFitting || undefined}
      data-lit={isHighlightedNow || undefined}
      {...lighting}
    >
      <Popover
        label={filter.name ?? ''}
        width={WIDTH}
        isPadded={false}
        isOpen={isOpen}
        onOpenChange={onOpen}
        trigger={
          <Button size="sm" iconEnd="chevron-down" ariaLabel={words}>
            <span className={styles['words']}>{words}</span>
          </Button>
        }
      >
        <FilterItem config={filter} />
      </Popover>
    </div>
  )
}

type MoreProps = { readonly filters: readonly FilterConfig[] } & Pick<OneProps, 'isOpen' | 'onOpen'>

/** The filters that do not fit, and those out of scope. */
function More({ filters, isOpen, onOpen }: MoreProps) {
  const highlightedFilterId = useDashboard((state) => countHighlighted(state, filters))
  return (
    <div className={styles['filter']} data-lit={highlightedFilterId > 0 || undefined}>
      <Popover
        label={t('More filters')}
        width={WIDTH}
        isPadded={false}
        isOpen={isOpen}
        onOpenChange={onOpen}
        trigger={
          <Button size="sm" iconEnd="chevron-down">
            {t('More filters (%s)', filters.length)}
          </Button>
        }
      >
        {filters.map((filter) => (
          <FilterItem key={filter.id} config={filter} />
        ))}
      </Popover>
    </div>
  )
}

/** The horizontal filter bar: one line above the charts. */
export function FilterRow() {
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const outside = outOfScope(layout, filters, activeTabs)
  const inside = filters.filter((filter) => filter.type === 'NATIVE_FILTER' && !outside.includes(filter))
  const words = useFilterLabels(inside)
  const row = useRef<HTMLDivElement>(null)
  const fitting = useFitting(row, words.join('\n'))
  const [open, setOpen] = useState<string>()
  useEffect(() => store.subscribe(({ sought }) => sought !== undefined && setOpen(sought)), [store])
  const onOpen = (id: string) => (isOpen: boolean) => setOpen(isOpen ? id : undefined)
  const more = [...inside.slice(fitting), ...outside]
  return (
    <aside className={styles['bar']} aria-label={t('Filters')}>
      <div ref={row} className={styles['row']}>
        {inside.map((filter, index) => (
          <One
            key={filter.id}
            filter={filter}
            words={words[index] ?? ''}
            isFitting={index < fitting}
            isOpen={index < fitting && open === filter.id}
            onOpen={onOpen(filter.id)}
          />
        ))}
      </div>
      {more.length > 0 && (
        <More filters={more} isOpen={open === MORE || more.some(({ id }) => id === open)} onOpen={onOpen(MORE)} />
      )}
      <div className={styles['acts']}>
        <FilterActions />
      </div>
      <span className={styles['end']}>
        <ConfigActions />
      </span>
    </aside>
  )
}
