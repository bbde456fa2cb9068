import { useEffect, useMemo, useState } from 'react'
import { rowsSeen, type TableOrder } from './cells.ts'
import type { TableColumn, TableProps } from './props.ts'
import { rowPage } from '#charts/row-pages.ts'
import type { Canvas } from '#charts/chart.ts'

/** The rows that are shown, and what brings others. */
export interface RowsShown {
  /** Row numbers of the answer, in the order shown. */
  readonly seen: Int32Array
  /** By the place of the column among those shown. */
  readonly order: TableOrder | undefined
  readonly onSort: (order: TableOrder) => void
  readonly search: string
  readonly onSearch: (text: string) => void
}

type Props = TableProps & Pick<Canvas, 'onOwnState'>

/** All rows are here: they are sorted and searched where they are shown. */
function useRowsHere({ rowCount, grain, pages }: Props, shown: readonly TableColumn[]): RowsShown {
  const [by, setBy] = useState<{ readonly key: string; readonly isDescending: boolean }>()
  const [search, setSearch] = useState('')
  const column = by ? shown.findIndex(({ key }) => key === by.key) : -1
  const isDescending = by?.isDescending === true
  const isHere = pages === null
  const seen = useMemo(() => {
    const order = isHere && column >= 0 ? { column, isDescending } : undefined
    return rowsSeen({ columns: shown, rowCount, grain }, order, isHere ? search : '')
  }, [shown, rowCount, grain, column, isDescending, search, isHere])
  return {
    seen,
    order: column >= 0 ? { column, isDescending } : undefined,
    onSort: (order) => setBy({ key: shown[order.column]?.key ?? '', isDescending: order.isDescending }),
    search,
    onSearch: setSearch,
  }
}

/** A page is here: the engine sorts and searches, and the first page of what it finds is shown. */
export function useRows(props: Props, shown: readonly TableColumn[]): RowsShown {
  const { pages, own, onOwnState } = props
  const here = useRowsHere(props, shown)
  const count = pages?.count ?? 0
  const last = pages ? rowPage(pages.page, pages.size, count).page : 0
  const isBeyond = pages !== null && pages.page > last && count > 0
  const of = pages?.of
  useEffect(() => {
    // There were more rows when the page was chosen.
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
