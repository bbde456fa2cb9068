import type { AxisRange } from '#charts/chart.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { useFilterNames } from '../chart/FilterBadge.tsx'
import { isCrossFilter, clearSelection } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './filter-bar.module.css'

/** Time ranges selected in charts, listed below the time range filter, each with a button to clear it. */
export function SelectedTimeRanges() {
  const store = useDashboardStore()
  const masks = useDashboard((state) => state.masks)
  const nameOf = useFilterNames()
  const ids = Object.keys(masks).filter((id) => {
    const stretch = masks[id]?.filterState?.['stretch'] as Partial<AxisRange> | undefined
    return isCrossFilter(id) && stretch?.kind === 'time'
  })
  return ids.map((id) => (
    <p key={id} className={styles['brushed']}>
      <span>
        {nameOf(id)}: <b>{masks[id]?.filterState?.label}</b>
      </span>
      <IconButton
        icon="close"
        size="sm"
        label={t('Remove the time range of %s', nameOf(id))}
        onPress={() => actions.setMask(store, id, clearSelection(id, masks[id]))}
      />
    </p>
  ))
}
