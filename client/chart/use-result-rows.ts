import { useDeferredValue, useMemo, useState } from 'react'
import { type ColumnsEntry, toTable } from '#core/query/result.ts'
import { type Table, TEMPORAL } from '#core/table/table.ts'
import type { ResultLook } from './result-look.ts'
import { cellWriter, type CellWriter, type RowSort, shownRows } from './result-rows.ts'

/** The rows of an answer as they are looked at. */
export interface ResultRows {
  readonly table: Table
  /** Cells as they are shown. */
  readonly write: CellWriter
  readonly title: (name: string) => string
  /** Numbers of the rows found, in the order chosen. */
  readonly rows: readonly number[]
  readonly sort: RowSort | undefined
  readonly onSort: (sort: RowSort) => void
}

/** Rows stand along the time axis, where there is one, until another order is chosen. */
function alongTime({ columns }: Table, look: ResultLook | undefined): RowSort | undefined {
  const column = columns.findIndex(({ name, type }) => type === TEMPORAL && name === look?.axis)
  return column === -1 ? undefined : { column, isDescending: false }
}

const asNamed = (name: string) => name

/** The rows with a text in a cell, in the order last chosen; all rows without a text. */
export function useResultRows(answer: ColumnsEntry, find = '', look?: ResultLook): ResultRows {
  return useTableRows(
    useMemo(() => toTable(answer), [answer]),
    find,
    look,
  )
}

/** The same of a table. */
export function useTableRows(table: Table, find = '', look?: ResultLook): ResultRows {
  const [chosen, setSort] = useState<RowSort | undefined>()
  const sort = useMemo(() => chosen ?? alongTime(table, look), [chosen, table, look])
  const write = useMemo(() => cellWriter(table, look), [table, look])
  const wanted = useDeferredValue(find)
  const rows = useMemo(() => shownRows(table, wanted, sort, write), [table, wanted, sort, write])
  return { table, write, title: look?.title ?? asNamed, rows, sort, onSort: setSort }
}
