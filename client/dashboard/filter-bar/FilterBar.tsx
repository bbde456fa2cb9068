import { useMemo, useRef } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { t } from '#core/text/t.ts'
import { CountBadge } from '#ui/display/CountBadge.tsx'
import { useMore } from '#ui/display/use-more.ts'
import { Button } from '#ui/input/Button.tsx'
import { IconButton } from '#ui/input/IconButton.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { hasValue } from '../state/masks.ts'
import { outOfScope } from '../state/out-of-scope.ts'
import { mayConfigure } from '../state/filter-targets.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { AddFilter } from './AddFilter.tsx'
import { FilterItem } from './FilterItem.tsx'
import { useFilterActs } from './use-filter-acts.ts'
import styles from './filter-bar.module.css'

function Items({ filters }: { readonly filters: readonly FilterConfig[] }) {
  return filters.map((filter) =>
    filter.type === 'DIVIDER' ? (
      <div key={filter.id} className={styles['divider']}>
        <h3>{filter.title}</h3>
        {filter.description && <p>{filter.description}</p>}
      </div>
    ) : (
      <FilterItem key={filter.id} config={filter} />
    ),
  )
}

/** The filters themselves, in their order, with dividers; those that touch nothing of the open tabs stand apart. */
export function FilterList() {
  const filters = useDashboard((state) => state.filters)
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const outside = useMemo(() => outOfScope(layout, filters, activeTabs), [layout, filters, activeTabs])
  const box = useRef<HTMLDivElement>(null)
  const more = useMore(box, filters.length)
  return (
    <div ref={box} className={styles['list']} data-more={more}>
      <div>
        <Items filters={filters.filter((filter) => !outside.includes(filter))} />
        {outside.length > 0 && (
          <Section title={t('Filters out of scope (%s)', outside.length)} defaultOpen={false}>
            <Items filters={outside} />
          </Section>
        )}
      </div>
    </div>
  )
}

/** Apply and Clear all. */
export function FilterActs({ onDone }: { readonly onDone?: () => void }) {
  const { canApply, canClear, apply, clear } = useFilterActs()
  return (
    <div className={styles['acts']}>
      <Button
        variant="primary"
        isWide
        isDisabled={!canApply}
        isReachable
        onPress={() => {
          apply()
          onDone?.()
        }}
      >
        {t('Apply filters')}
      </Button>
      <Button variant="quiet" isDisabled={!canClear} isReachable onPress={clear}>
        {t('Clear all')}
      </Button>
    </div>
  )
}

/** What those who may change the dashboard do with its filters. */
function ConfigActs() {
  const store = useDashboardStore()
  if (!useDashboard(({ info }) => mayConfigure(info))) return null
  return (
    <>
      <AddFilter />
      <IconButton
        icon="settings"
        size="sm"
        label={t('Add and edit filters')}
        onPress={() => actions.configure(store, {})}
      />
    </>
  )
}

/** The filter bar beside the charts; folds to a rail. */
export function FilterBar({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const count = useDashboard((state) => state.filters.filter((filter) => hasValue(state.masks[filter.id])).length)
  if (!isOpen)
    return (
      <aside className={styles['rail']} aria-label={t('Filters')}>
        <IconButton icon="filter" label={t('Show the filters')} onPress={onToggle} />
        {count > 0 && <CountBadge count={count} label={t('%s filters applied', String(count))} />}
      </aside>
    )
  return (
    <aside className={styles['bar']} aria-label={t('Filters')}>
      <header className={styles['head']}>
        <h2>{t('Filters')}</h2>
        {count > 0 && <CountBadge count={count} label={t('%s filters applied', String(count))} />}
        <span className={styles['end']}>
          <ConfigActs />
          <IconButton icon="collapse" size="sm" label={t('Hide the filters')} onPress={onToggle} />
        </span>
      </header>
      <FilterList />
      <FilterActs />
    </aside>
  )
}
