import { useLayoutEffect, useRef } from 'react'
import { clearMask } from '#core/mask/mask.ts'
import { t } from '#core/text/t.ts'
import { Chip } from '#ui/display/Chip.tsx'
import { hasValue, isCrossFilter, isNarrowing, maskOf, wordsOf } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './Sentence.module.css'

/** Once a chip is gone its neighbour has the focus, and with the last one the sentence. */
function useNextChip(count: number) {
  const sentence = useRef<HTMLDivElement>(null)
  const removed = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (removed.current === undefined) return
    const chips = sentence.current?.querySelectorAll<HTMLElement>('[data-chip] button') ?? []
    const next = chips[Math.min(removed.current, chips.length - 1)] ?? sentence.current
    removed.current = undefined
    next?.focus()
  }, [count])
  return { sentence, willRemove: (at: number) => void (removed.current = at) }
}

/** What narrows the page, as a sentence; each value can be taken away. */
export function Sentence({ children }: { readonly children?: React.ReactNode }) {
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const slices = useDashboard((state) => state.slices)
  const native = filters.filter((filter) => hasValue(masks[filter.id]))
  const cross = Object.keys(masks).filter((id) => isCrossFilter(id) && isNarrowing(masks[id]))
  const { sentence, willRemove } = useNextChip(native.length + cross.length)
  return (
    <div
      ref={sentence}
      tabIndex={-1}
      className={styles['sentence']}
      aria-label={t('What narrows this page')}
      role="group"
    >
      {native.length + cross.length === 0 && <span className={styles['quiet']}>{t('All rows')}</span>}
      {native.map((filter, at) => {
        const text = wordsOf(filter, masks[filter.id])
        return (
          <span key={filter.id} className={styles['part']} data-chip="">
            <span className={styles['quiet']}>{filter.name}</span>
            <Chip
              removeLabel={t('Remove the filter %s', filter.name ?? '')}
              onRemove={() => {
                willRemove(at)
                actions.setMask(store, filter.id, maskOf(filter, undefined))
              }}
            >
              {text}
            </Chip>
          </span>
        )
      })}
      {cross.map((id, at) => (
        <span key={id} className={styles['part']} data-chip="">
          <span className={styles['quiet']}>{t('picked in %s', slices[Number(id)]?.slice_name ?? id)}</span>
          <Chip
            icon="filter"
            removeLabel={t('Remove what was picked in %s', slices[Number(id)]?.slice_name ?? id)}
            onRemove={() => {
              willRemove(native.length + at)
              actions.setMask(store, id, { ...clearMask, id })
            }}
          >
            {masks[id]?.filterState?.label ?? ''}
          </Chip>
        </span>
      ))}
      {children}
    </div>
  )
}
