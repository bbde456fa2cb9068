import { clearMask } from '#core/mask/mask.ts'
import { t } from '#core/text/t.ts'
import { Chip } from '#ui/display/Chip.tsx'
import { hasValue, isCrossFilter, isNarrowing, maskOf, wordsOf } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './Sentence.module.css'

/** What narrows the page, as a sentence; each value can be taken away. */
export function Sentence({ children }: { readonly children?: React.ReactNode }) {
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const slices = useDashboard((state) => state.slices)
  const native = filters.filter((filter) => hasValue(masks[filter.id]))
  const cross = Object.keys(masks).filter((id) => isCrossFilter(id) && isNarrowing(masks[id]))
  return (
    <div className={styles['sentence']} aria-label={t('What narrows this page')} role="group">
      {native.length + cross.length === 0 && <span className={styles['quiet']}>{t('All rows')}</span>}
      {native.map((filter) => {
        const text = wordsOf(filter, masks[filter.id])
        return (
          <span key={filter.id} className={styles['part']}>
            <span className={styles['quiet']}>{filter.name}</span>
            <Chip
              removeLabel={t('Remove the filter %s', filter.name ?? '')}
              onRemove={() => actions.setMask(store, filter.id, maskOf(filter, undefined))}
            >
              {text}
            </Chip>
          </span>
        )
      })}
      {cross.map((id) => (
        <span key={id} className={styles['part']}>
          <span className={styles['quiet']}>{t('picked in %s', slices[Number(id)]?.slice_name ?? id)}</span>
          <Chip
            icon="filter"
            removeLabel={t('Remove what was picked in %s', slices[Number(id)]?.slice_name ?? id)}
            onRemove={() => actions.setMask(store, id, { ...clearMask, id })}
          >
            {masks[id]?.filterState?.label ?? ''}
          </Chip>
        </span>
      ))}
      {children}
    </div>
  )
}
