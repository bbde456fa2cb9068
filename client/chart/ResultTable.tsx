import { useState } from 'react'
import { RowPages } from '#charts/RowPages.tsx'
import { browserStorage } from '#client/session/storage.ts'
import { nullShare } from '#core/table/null-share.ts'
import { NUMERIC } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'
import { PAGE_SIZES, type PageSize, readPageSize, rowPage } from '#charts/row-pages.ts'
import styles from './ResultTable.module.css'
import type { ResultRows } from './use-result-rows.ts'

const SIZE_KEY = 'facet:rows-per-page'

/** The page size last selected in this browser. */
function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState(() => readPageSize(browserStorage()?.getItem(SIZE_KEY)))
  const keep = (next: PageSize) => {
    setSize(next)
    try {
      browserStorage()?.setItem(SIZE_KEY, String(next))
    } catch {
      // Without storage, the page size lasts as long as the page.
    }
  }
  return [size, keep]
}

interface Props {
  readonly of: ResultRows
  readonly label: string
}

/** The rows of a result in pages: sortable by a click on a header, copied with Ctrl+C, for any number of rows. */
export function ResultTable({ of: { table, write, title, rows, sort, onSort, nullsOf, onNulls }, label }: Props) {
  const [size, setSize] = usePageSize()
  // New rows or a new order start at the first page.
  const [wanted, setWanted] = useState({ rows, page: 0 })
  const onPage = (page: number) => setWanted({ rows, page })
  const shown = rowPage(wanted.rows === rows ? wanted.page : 0, size, rows.length)
  const text = (row: number, column: number) => write(rows[shown.from + row] ?? -1, column)
  return (
    <div className={styles['result']}>
      <div className={styles['rows']}>
        <VirtualTable
          label={t('Rows of %s', label)}
          rowCount={shown.to - shown.from}
          before={shown.from}
          total={rows.length}
          columns={table.columns.map((each, index) => ({
            id: each.name,
            title: title(each.name),
            align: each.type === NUMERIC ? 'end' : 'start',
            isSortable: true,
            nullShare: nullShare(each.values),
            onNulls: () => onNulls(index),
            isNullsOnly: nullsOf === index,
          }))}
          cell={text}
          text={text}
          {...(sort ? { sort } : {})}
          onSort={onSort}
          isSelectable
          height="100%"
        />
      </div>
      {rows.length > PAGE_SIZES[0] && (
        <RowPages
          shown={shown}
          size={size}
          sizes={PAGE_SIZES}
          count={rows.length}
          onPage={onPage}
          onSize={(next) => {
            setSize(next)
            // Keep the row that was at the top visible.
            onPage(next === 0 ? 0 : Math.floor(shown.from / next))
          }}
        />
      )}
    </div>
  )
}
