import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/input/IconButton.tsx'
import { Inline } from '#ui/layout/Inline.tsx'

interface Props {
  /** Zero-based. */
  readonly page: number
  readonly size: number
  readonly count: number
  readonly onPage: (page: number) => void
}

/** Which of the datasets are shown, and the way to the others. */
export function Pages({ page, size, count, onPage }: Props) {
  if (count === 0) return null
  const last = Math.min(count, (page + 1) * size)
  return (
    <Inline gap={2} justify="end">
      <span aria-live="polite">{t('%s – %s of %s', String(page * size + 1), String(last), String(count))}</span>
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
    </Inline>
  )
}
