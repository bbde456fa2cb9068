import { useEffect, useMemo, useState } from 'react'
import { matchingRows, type TableOrder } from './cells.ts'
import type { TableColumn, TableProps } from './props.ts'
import { rowPage } from '#charts/row-pages.ts'
import type { ChartViewProps } from '#charts/chart.ts'

/** The displayed rows, with sorting, search and paging. */
export interface DisplayedRows {
  /** Row indexes of the result, in display order. */
  readonly seen: Int32Array
  /** By the displayed position of the column. */
  readonly order: TableOrder | undefined
  readonly onSort: (order: TableOrder) => void
  readonly search: string
  readonly onSearch: (text: string) => void
}

type Props = TableProps & Pick<ChartViewProps, 'onOwnState'>

/** Without server pagination, rows are sorted and searched in the browser. */
function useRowsHere({ rowCount, grain, pages }: Props, shown: readonly TableColumn[]): DisplayedRows {
  const [by, setBy] = useState<{ readonly key: string; readonly isDescending: boolean }>()
  const [search, setSearch] = useState('')
  const column = by ? shown.findIndex(({ key }) => key === by.key) : -1
  const isDescending = by?.isDescending === true
  const isHere = pages === null
  const seen = useMemo(() => {
    const order = isHere && column >= 0 ? { column, isDescending } : undefined
    return matchingRows({ columns: shown, rowCount, grain }, order, isHere ? search : '')
  }, [shown, rowCount, grain, column, isDescending, search, isHere])
  return {
    seen,
    order: column >= 0 ? { column, isDescending } : undefined,
    onSort: (order) => setBy({ key: shown[order.column]?.key ?? '', isDescending: order.isDescending }),
    search,
    onSearch: setSearch,
  }
}

/** With server pagination, the engine sorts and searches, and the table shows the first page of the result. */
export function useRows(props: Props, shown: readonly TableColumn[]): DisplayedRows {
  const { pages, own, onOwnState } = props
  const here = useRowsHere(props, shown)
  const count = pages?.count ?? 0
  const last = pages ? rowPage(pages.page, pages.size, count).page : 0
  const isBeyond = pages !== null && pages.page > last && count > 0
  const of = pages?.of
  useEffect(() => {
    // The number of rows has decreased since the page was chosen.
    if (isBeyond) onOwnState?.({ ...own, currentPage: last, of })
  }, [isBeyond, last, of, own, onOwnState])
  if (!pages) return here
  const { sort } = pages
  const ask = (change: Readonly<Record<string, unknown>>) => onOwnState?.({ ...own, currentPage: 0, ...change, of })
  const column = sort ? shown.findIndex(({ key }) => key === sort.name) : -1
  return {
    ...here,
    order: sort && column >= 0 ? { column, isDescending: sort.isDescending } : undefined,
    onSort: (order) => ask({ sortBy: [{ key: shown[order.column]?.key, desc: order.isDescending }] }),
    search: typeof own['searchText'] === 'string' ? own['searchText'] : pages.search.text,
    onSearch: (searchText) => ask({ searchText }),
  }
}
