import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/input/IconButton.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { Select } from '#ui/input/Select.tsx'
import styles from './ResultTable.module.css'
import { PAGE_SIZES, type PageSize, type RowPage } from './row-pages.ts'

const number = new Intl.NumberFormat('en-US')

interface Props {
  readonly shown: RowPage
  readonly size: PageSize
  readonly count: number
  readonly onPage: (page: number) => void
  readonly onSize: (size: PageSize) => void
}

/** Which rows are shown, how many a page holds, and the way to the others. */
export function RowPages({ shown: { page, pages, from, to }, size, count, onPage, onSize }: Props) {
  return (
    <div className={styles['pages']} role="group" aria-label={t('Pages')}>
      <Select<PageSize>
        ariaLabel={t('Rows per page')}
        size="sm"
        variant="quiet"
        options={PAGE_SIZES.map((each) => ({
          value: each,
          label: each === 0 ? t('All rows') : t('%s per page', String(each)),
        }))}
        value={size}
        onChange={onSize}
      />
      <span className={styles['which']} aria-live="polite">
        {t('Rows %s – %s of %s', number.format(from + 1), number.format(to), number.format(count))}
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
