import { useDeferredValue, useMemo, useState } from 'react'
import { type ColumnsEntry, toTable } from '#core/query/result.ts'
import { type Table, TEMPORAL } from '#core/table/table.ts'
import type { ResultLook } from './result-look.ts'
import { cellWriter, type CellWriter, type RowSort, shownRows } from './result-rows.ts'

/** The rows of a result as displayed: searched, sorted and formatted. */
export interface ResultRows {
  readonly table: Table
  /** Returns the display text of a cell. */
  readonly write: CellWriter
  readonly title: (name: string) => string
  /** Indexes of the rows found, in the selected order. */
  readonly rows: readonly number[]
  readonly sort: RowSort | undefined
  readonly onSort: (sort: RowSort) => void
}

/** Returns the initial sort order: along the time axis, if the result has one. */
function alongTime({ columns }: Table, look: ResultLook | undefined): RowSort | undefined {
  const column = columns.findIndex(({ name, type }) => type === TEMPORAL && name === look?.axis)
  return column === -1 ? undefined : { column, isDescending: false }
}

const asNamed = (name: string) => name

/** Returns the rows with the search text in a cell, in the order last selected; all rows without a search text. */
export function useResultRows(answer: ColumnsEntry, find = '', look?: ResultLook): ResultRows {
  return useTableRows(
    useMemo(() => toTable(answer), [answer]),
    find,
    look,
  )
}

/** Same as `useResultRows`, for a table. */
export function useTableRows(table: Table, find = '', look?: ResultLook): ResultRows {
  const [chosen, setSort] = useState<RowSort | undefined>()
  const sort = useMemo(() => chosen ?? alongTime(table, look), [chosen, table, look])
  const write = useMemo(() => cellWriter(table, look), [table, look])
  const wanted = useDeferredValue(find)
  const rows = useMemo(() => shownRows(table, wanted, sort, write), [table, wanted, sort, write])
  return { table, write, title: look?.title ?? asNamed, rows, sort, onSort: setSort }
}
