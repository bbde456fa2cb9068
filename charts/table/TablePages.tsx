import { MAX_PER_PAGE, PAGE_LENGTHS } from './page-sizes.ts'
import type { Pages, TableColumn } from './props.ts'
import type { DisplayedRows } from './use-rows.tsx'
import styles from './View.module.css'
import { rowPage } from '#charts/row-pages.ts'
import { RowPages } from '#charts/RowPages.tsx'
import { t } from '#core/text/t.ts'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Select } from '#ui/input/Select.tsx'

type ChangeState = (state: Record<string, unknown>) => void
type TableState = Readonly<Record<string, unknown>>

/** Milliseconds after the last key press before the query is sent. */
const PAUSE = 400

interface SearchProps {
  readonly pages: Pages | null
  readonly rowCount: number
  readonly columns: readonly TableColumn[]
  readonly rows: DisplayedRows
  readonly own: TableState
  readonly onOwnState: ChangeState | undefined
}

/**
 * The search of a table: over all cells of the loaded rows, or with server pagination in one column of the database.
 */
export function TableSearch({ pages, rowCount, columns, rows, own, onOwnState }: SearchProps) {
  const sought = columns.filter(({ isDimension, kind }) => isDimension && kind !== 'time')
  if (pages && (!onOwnState || sought.length === 0)) return null
  const label = pages ? t('Search the records') : t('Search %s records', rowCount)
  const field = (
    <SearchField
      label={label}
      placeholder={label}
      value={rows.search}
      onChange={rows.onSearch}
      delay={pages ? PAUSE : 150}
    />
  )
  if (!pages) return field
  const column = sought.find(({ name }) => name === pages.search.column) ?? sought[0]
  // Repeats the search in the other column; an empty search is not queried.
  const ask = (searchColumn: string) => onOwnState?.({ ...own, searchColumn, currentPage: 0, of: pages.of })
  return (
    <div className={styles['search']}>
      {field}
      {sought.length > 1 && (
        <Select
          ariaLabel={t('Search in')}
          options={sought.map(({ name, title }) => ({ value: name, label: title }))}
          value={column?.name ?? ''}
          onChange={ask}
        />
      )}
    </div>
  )
}

interface PagesProps {
  readonly pages: Pages
  readonly own: TableState
  readonly onOwnState: ChangeState
}

/** The pager of a table with server pagination. Each action is one query. */
export function TablePages({ pages, own, onOwnState }: PagesProps) {
  const { page, size, count, of } = pages
  const sizes = [...new Set([...PAGE_LENGTHS, size])].toSorted((a, b) => a - b).filter((each) => each <= MAX_PER_PAGE)
  return (
    <RowPages
      shown={rowPage(page, size, count)}
      size={size}
      sizes={sizes}
      count={count}
      onPage={(currentPage) => onOwnState({ ...own, currentPage, pageSize: size, of })}
      // The first row of the page stays visible.
      onSize={(pageSize) => onOwnState({ ...own, pageSize, currentPage: Math.floor((page * size) / pageSize), of })}
    />
  )
}
