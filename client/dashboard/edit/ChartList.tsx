import { useState, type PointerEvent } from 'react'
import { chartIdsOf } from '#core/layout/charts.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Select } from '#ui/input/Select.tsx'
import { useRovingFocus } from '#ui/layout/use-roving-focus.ts'
import { useDashboard } from '../state/store.ts'
import { ChartEntry } from './ChartEntry.tsx'
import { FIRST_SORT, useSavedCharts } from './use-saved-charts.ts'
import styles from './Palette.module.css'

/** Pixels the pointer may move between the two clicks of a double click. */
const REACH = 8

interface LatestValue<T> {
  readonly value: T
  readonly x: number
  readonly y: number
}

/**
 * Returns the latest value of a list, but freezes it while an entry is pressed, so that entries do not move between the
 * two clicks of a double click. The list updates again when the pointer or the focus moves away.
 */
function useFrozenWhilePressed<T>(latest: T) {
  const [held, setHeld] = useState<LatestValue<T> | null>(null)
  const shown = held ? held.value : latest
  const letGo = () => setHeld(null)
  return {
    shown,
    hold: {
      onPointerDown: ({ clientX: x, clientY: y }: PointerEvent) => setHeld({ value: shown, x, y }),
      onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
        if (held && Math.hypot(x - held.x, y - held.y) > REACH) letGo()
      },
      onPointerLeave: letGo,
      onBlur: letGo,
    },
  }
}

/** Saved charts that can be added to the dashboard: one tab stop with arrow keys between them. */
export function ChartList() {
  const roving = useRovingFocus<HTMLDivElement>()
  const info = useDashboard((state) => state.info)
  const placedIds = useDashboard((state) => chartIdsOf(state.layout).join())
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(FIRST_SORT)
  const [isMine, setMine] = useState(true)
  const saved = useSavedCharts({ owner: isMine ? info.userId : null, search, sort })
  const { shown, hold } = useFrozenWhilePressed(saved)
  const found = shown.order.flatMap((id) => shown.slices[id] ?? [])
  const placed = new Set(placedIds.split(',').map(Number))
  return (
    <section className={styles['charts']} aria-label={t('Charts')}>
      <h2 className={styles['head']}>
        {t('Charts')}
        <LinkButton size="sm" variant="quiet" icon="plus" href={`/chart/add?dashboard_id=${info.id}`}>
          {t('Create new chart')}
        </LinkButton>
      </h2>
      <div className={styles['search']} data-palette-search>
        <SearchField
          label={t('Filter your charts')}
          placeholder={t('Filter your charts')}
          value={search}
          onChange={setSearch}
          delay={200}
          isWide
        />
        <Select
          ariaLabel={t('Sort by')}
          value={sort}
          onChange={setSort}
          options={[
            { value: 'changed_on', label: t('Recent') },
            { value: 'slice_name', label: t('Name') },
            { value: 'viz_type', label: t('Type') },
          ]}
        />
      </div>
      <div className={styles['mine']}>
        <Checkbox isSelected={isMine} onChange={setMine}>
          {t('Only my charts')}
        </Checkbox>
      </div>
      <div className={styles['list']} aria-busy={saved.isLoading || undefined} {...hold} {...roving}>
        {found.map((chart) => (
          <ChartEntry key={chart.id} chart={chart} isAdded={placed.has(chart.id)} />
        ))}
        {saved.errorMessage && <p role="status">{saved.errorMessage}</p>}
        {found.length === 0 && shown.lastUpdated > 0 && (
          <EmptyState
            size="sm"
            title={search ? t('No chart matches') : t('You have no charts yet')}
            text={search ? t('Try fewer letters.') : t('Create one, and it appears here.')}
          />
        )}
      </div>
    </section>
  )
}
