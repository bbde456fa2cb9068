import { useShallow } from 'zustand/react/shallow'
import { t, tn } from '#core/text/t.ts'
import { CountBadge } from '#ui/display/CountBadge.tsx'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { countHighlighted } from '../filters/highlighted-filters.ts'
import { hasValue, initialMasks } from '../state/masks.ts'
import { useDashboard, useDashboardStore, type DashboardStore, actions } from '../state/store.ts'
import { ConfigActions } from './ConfigActions.tsx'
import { FilterBody } from './FilterBody.tsx'
import styles from './filter-bar.module.css'
import { useMemo } from 'react'
import { filterActions } from '#client/dashboard/state/filter-actions.ts'
import { filterBarOptions } from '#client/dashboard/state/filter-bar-options.ts'

/** Returns the actions of the filter bar buttons and whether they are enabled. */
function useFilterActions() {
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const selected = useDashboard((state) => state.selected)
  const defaults = useDashboard((state) => state.defaults)
  const opening = useMemo(() => initialMasks(filters, defaults).selected, [filters, defaults])
  const can = useMemo(() => filterActions(filters, selected, masks, opening), [filters, selected, masks, opening])
  const { isInstant } = filterBarOptions(useDashboard((state) => state.info.metadata))
  const then = (act: (store: DashboardStore) => void) => () => {
    act(store)
    if (isInstant) actions.apply(store)
  }
  return {
    ...can,
    isInstant,
    apply: () => actions.apply(store),
    clear: then(actions.clear),
    reset: then(actions.reset),
  }
}

/** The Apply and Clear all buttons. */
export function FilterActions({ onDone }: { readonly onDone?: () => void }) {
  const { changes, canApply, canClear, canReset, isInstant, apply, clear, reset } = useFilterActions()
  return (
    <div className={styles['acts']} data-action-bar>
      {!isInstant && (
        <Button
          variant="primary"
          isWide
          isDisabled={!canApply}
          isReachable
          ariaLabel={t('Apply filters')}
          onPress={() => {
            apply()
            onDone?.()
          }}
        >
          {changes > 0 ? t('Apply filters · %s', changes) : t('Apply filters')}
        </Button>
      )}
      <span role="status">
        {!isInstant && changes > 0 && (
          <VisuallyHidden>
            {tn('%s change is not applied', '%s changes are not applied', changes, changes)}
          </VisuallyHidden>
        )}
      </span>
      <Button variant="quiet" isDisabled={!canClear} isReachable onPress={clear}>
        {t('Clear all')}
      </Button>
      {canReset && <IconButton icon="history" label={t('Reset to defaults')} onPress={reset} />}
    </div>
  )
}

/** The vertical filter bar; collapses to a rail. */
export function FilterBar({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const applied = useDashboard(
    useShallow((state) =>
      state.filters.filter((filter) => hasValue(state.masks[filter.id])).map(({ name }) => name ?? ''),
    ),
  )
  const count = applied.length
  // Counts only native filters: cross-filters are not part of the filter bar.
  const highlightedFilterId = useDashboard((state) => countHighlighted(state, state.filters))
  if (!isOpen)
    return (
      <aside className={styles['rail']} aria-label={t('Filters')} data-lit={highlightedFilterId > 0 || undefined}>
        <IconButton icon="filter" label={t('Show the filters')} onPress={onToggle} />
        {count > 0 && (
          <CountBadge
            count={count}
            label={tn('%s filter applied: %s', '%s filters applied: %s', count, count, applied.join(', '))}
          />
        )}
      </aside>
    )
  return (
    <aside className={styles['bar']} aria-label={t('Filters')}>
      <header className={styles['head']}>
        <h2>{t('Filters')}</h2>
        {count > 0 && <CountBadge count={count} label={tn('%s filter applied', '%s filters applied', count, count)} />}
        <span className={styles['end']}>
          <ConfigActions />
          <IconButton icon="collapse" size="sm" label={t('Hide the filters')} onPress={onToggle} />
        </span>
      </header>
      <FilterBody />
      <FilterActions />
    </aside>
  )
}
