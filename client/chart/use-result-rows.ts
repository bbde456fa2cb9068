import { useDeferredValue, useMemo, useState } from 'react'
import { type ColumnsEntry, toTable } from '#core/query/result.ts'
import type { Table } from '#core/table/table.ts'
import { type RowSort, shownRows } from './result-rows.ts'

/** The rows of an answer as they are looked at. */
export interface ResultRows {
  readonly table: Table
  /** Numbers of the rows found, in the order chosen. */
  readonly rows: readonly number[]
  readonly sort: RowSort | undefined
  readonly onSort: (sort: RowSort) => void
}

/** The rows with a text in a cell, in the order last chosen; all rows without a text. */
export function useResultRows(answer: ColumnsEntry, find = ''): ResultRows {
  const table = useMemo(() => toTable(answer), [answer])
  const [sort, setSort] = useState<RowSort | undefined>()
  const wanted = useDeferredValue(find)
  const rows = useMemo(() => shownRows(table, wanted, sort), [table, wanted, sort])
  return { table, rows, sort, onSort: setSort }
}
