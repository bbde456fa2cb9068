import { t, tn } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import styles from './Pager.module.css'

interface Props {
  /** Zero-based. */
  readonly page: number
  readonly size: number
  readonly count: number
  readonly onPage: (page: number) => void
  /** Aligned to the end of its line. */
  readonly isAtEnd?: boolean
}

/** The visible rows and the total, with buttons for the previous and next page. */
export function Pager({ page, size, count, onPage, isAtEnd = false }: Props) {
  if (count === 0) return null
  const first = page * size + 1
  const last = Math.min(count, first + size - 1)
  return (
    <div className={styles['pager']}>
      <Inline gap={2} {...(isAtEnd ? { justify: 'end' } : {})}>
        <span aria-live="polite">
          {count > size
            ? t('%s – %s of %s', String(first), String(last), String(count))
            : tn('%s item', '%s items', count, String(count))}
        </span>
        {count > size && (
          <>
            <IconButton
              icon="chevron-left"
              label={t('Previous page')}
              isDisabled={page === 0}
              onPress={() => onPage(page - 1)}
            />
            <IconButton
              icon="chevron-right"
              label={t('Next page')}
              isDisabled={last >= count}
              onPress={() => onPage(page + 1)}
            />
          </>
        )}
      </Inline>
    </div>
  )
}
