import { localNumber } from '#core/format/locale.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { Select } from '#ui/input/Select.tsx'
import styles from './RowPages.module.css'
import type { RowPage } from './row-pages.ts'

interface Props<S extends number> {
  readonly shown: RowPage
  readonly size: S
  /** The page sizes on offer; 0 shows all rows. */
  readonly sizes: readonly S[]
  readonly count: number
  readonly onPage: (page: number) => void
  readonly onSize: (size: S) => void
}

/** The pager of a table: the visible rows, the page size and links to the other pages. */
export function RowPages<S extends number>(props: Props<S>) {
  const { size, sizes, count, onPage, onSize } = props
  const { page, pages, from, to } = props.shown
  return (
    <div className={styles['pages']} role="group" aria-label={t('Pages')}>
      <Select<S>
        ariaLabel={t('Rows per page')}
        size="sm"
        variant="quiet"
        options={sizes.map((each) => ({
          value: each,
          label: each === 0 ? t('All rows') : t('%s per page', String(each)),
        }))}
        value={size}
        onChange={onSize}
      />
      <span className={styles['which']} aria-live="polite">
        {t(
          'Rows %s – %s of %s',
          localNumber.format(Math.min(from + 1, count)),
          localNumber.format(to),
          localNumber.format(count),
        )}
      </span>
      {pages > 1 && (
        <div className={styles['way']}>
          <IconButton
            icon="chevron-left"
            size="sm"
            label={t('Previous page')}
            isDisabled={page === 0}
            onPress={() => onPage(page - 1)}
          />
          <div className={styles['number']}>
            <NumberField
              ariaLabel={t('Page of %s', String(pages))}
              size="sm"
              value={page + 1}
              min={1}
              max={pages}
              onChange={(next) => onPage(Math.round(next ?? page + 1) - 1)}
            />
          </div>
          <span>{t('of %s', String(pages))}</span>
          <IconButton
            icon="chevron-right"
            size="sm"
            label={t('Next page')}
            isDisabled={page === pages - 1}
            onPress={() => onPage(page + 1)}
          />
        </div>
      )}
    </div>
  )
}
