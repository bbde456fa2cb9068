import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { type ColumnarResult, toTable } from '#core/query/result.ts'
import { type Table, TEMPORAL } from '#core/table/table.ts'
import type { ResultDisplay } from './result-display.ts'
import { cellWriter, type CellWriter, type RowSort, sortedResultRows } from './result-rows.ts'

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
  /** The column of which only rows with null are shown. */
  readonly nullsOf: number | undefined
  /** Shows only rows with null in a column, or all rows again. */
  readonly onNulls: (column: number) => void
}

/** Returns the initial sort order: along the time axis, if the result has one. */
function alongTime({ columns }: Table, display: ResultDisplay | undefined): RowSort | undefined {
  const column = columns.findIndex(({ name, type }) => type === TEMPORAL && name === display?.axis)
  return column === -1 ? undefined : { column, isDescending: false }
}

const asNamed = (name: string) => name

/** Returns the rows with the search text in a cell, in the order last selected; all rows without a search text. */
export function useResultRows(answer: ColumnarResult, find = '', display?: ResultDisplay): ResultRows {
  return useTableRows(
    useMemo(() => toTable(answer), [answer]),
    find,
    display,
  )
}

/** Same as `useResultRows`, for a table. */
export function useTableRows(table: Table, find = '', display?: ResultDisplay): ResultRows {
  const [chosen, setChosen] = useState<RowSort | undefined>()
  const sort = useMemo(() => chosen ?? alongTime(table, display), [chosen, table, display])
  const write = useMemo(() => cellWriter(table, display), [table, display])
  const wanted = useDeferredValue(find)
  const [nulls, setNulls] = useState<{ readonly table: Table; readonly column: number }>()
  // Another result starts with all its rows.
  const nullsOf = nulls?.table === table ? nulls.column : undefined
  const onNulls = useCallback(
    (column: number) =>
      setNulls((now) => (now?.table === table && now.column === column ? undefined : { table, column })),
    [table],
  )
  const found = useMemo(() => sortedResultRows(table, wanted, sort, write), [table, wanted, sort, write])
  const rows = useMemo(() => {
    const values = nullsOf === undefined ? undefined : table.columns[nullsOf]?.values
    return values ? found.filter((row) => (values[row] ?? null) === null) : found
  }, [found, table, nullsOf])
  return { nullsOf, onNulls, table, write, title: display?.title ?? asNamed, rows, sort, onSort: setChosen }
}
