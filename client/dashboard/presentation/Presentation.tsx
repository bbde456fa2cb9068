import { useCallback, useEffect, useState } from 'react'
import { chartIdsInOrder } from '#core/layout/charts.ts'
import { t } from '#core/text/t.ts'
import { announce } from '#ui/base/announce.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Drawer } from '#ui/overlay/Drawer.tsx'
import { FilterActions } from '../filter-bar/FilterBar.tsx'
import { FilterBody } from '../filter-bar/FilterBody.tsx'
import { chartTitle } from '../state/chart-title.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './Presentation.module.css'
import { nextSlide } from './slide-after.ts'

const FIELDS =
  'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=application], [role=grid]'

const isInOverlay = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null

/** The number of the shown slide and a function that shows another one. */
function useSlides() {
  const store = useDashboardStore()
  const layout = useDashboard((state) => state.layout)
  const shown = useDashboard((state) => state.fullChart)
  const ids = chartIdsInOrder(layout)
  const at = Math.max(0, ids.indexOf(shown ?? -1))
  const go = useCallback(
    (next: number) => {
      const all = chartIdsInOrder(store.getState().layout)
      const id = all[next]
      if (id === undefined) return
      actions.showChart(store, id)
      actions.fill(store, id)
      announce(t('Slide %s of %s: %s', next + 1, all.length, chartTitle(store.getState(), id)))
    },
    [store],
  )
  return { at, count: ids.length, chartId: ids[at], go }
}

/** Arrow keys, Page keys, Home, End and Space change the slide outside of fields and charts; Escape ends. */
function useSlideKeys({ at, count, go }: ReturnType<typeof useSlides>, onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken = event.target instanceof Element && event.target.closest(`${FIELDS}, button`) !== null
      const isOwn = event.target instanceof Element && event.target.closest('[data-presentation]') !== null
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      // A drawn chart handles Escape itself; a tile without one does not.
      if (event.key === 'Escape' && !isInOverlay(event.target)) return onClose()
      const next = nextSlide(event.key, at, count)
      // A focused button takes Space.
      if (next === undefined || (isTaken && !isOwn) || (isOwn && event.key === ' ')) return
      event.preventDefault()
      go(next)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [at, count, go, onClose])
}

/** Returns the focus to the element that had it before, or to the heading of the page. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
      const target = isThere ? before : document.querySelector<HTMLElement>('main h1')
      // The page is visible again after this change.
      requestAnimationFrame(() => {
        if (target?.localName === 'h1' && !target.hasAttribute('tabindex')) target.tabIndex = -1
        target?.focus()
      })
    }
  }, [])
}

/** Shows the charts of the dashboard as slides with speaker notes; filters stay live. Escape ends it. */
export function Presentation({ onClose }: { readonly onClose: () => void }) {
  const store = useDashboardStore()
  const slides = useSlides()
  const { at, count, chartId, go } = slides
  const [hasNotes, setNotes] = useState(false)
  const [isFiltering, setFiltering] = useState(false)
  const title = useDashboard((state) => (chartId === undefined ? '' : chartTitle(state, chartId)))
  const notes = useDashboard((state) => state.slices[chartId ?? -1]?.description?.trim() ?? '')
  const hasFilters = useDashboard(({ filterBar, filters }) => filterBar.isShown && filters.length > 0)
  useSlideKeys(slides, onClose)
  useFocusBack()
  // Escape returns the chart to the layout, which ends the presentation.
  useEffect(
    () => store.subscribe(({ fullChart, isPresenting }) => isPresenting && fullChart === undefined && onClose()),
    [store, onClose],
  )
  return (
    <>
      {hasNotes && (
        <aside className={styles['notes']} aria-label={t('Speaker notes')}>
          {notes || t('No notes. The description of a chart is shown here.')}
        </aside>
      )}
      <section className={styles['bar']} aria-label={t('Presentation')} data-presentation>
        <IconButton icon="chevron-left" label={t('Previous slide')} isDisabled={at === 0} onPress={() => go(at - 1)} />
        <span className={styles['count']}>{t('%s of %s', at + 1, count)}</span>
        <IconButton
          icon="chevron-right"
          label={t('Next slide')}
          isDisabled={at >= count - 1}
          onPress={() => go(at + 1)}
        />
        <strong className={styles['title']}>{title}</strong>
        {hasFilters && (
          <Button icon="filter" onPress={() => setFiltering(true)}>
            {t('Filters')}
          </Button>
        )}
        <Button icon="info" isSelected={hasNotes} onPress={() => setNotes(!hasNotes)}>
          {t('Notes')}
        </Button>
        <Button icon="collapse" autoFocus onPress={onClose}>
          {t('End')}
        </Button>
      </section>
      <Drawer
        title={t('Filters')}
        isOpen={isFiltering}
        onClose={() => setFiltering(false)}
        footer={<FilterActions onDone={() => setFiltering(false)} />}
      >
        <FilterBody />
      </Drawer>
    </>
  )
}
