import { useDeferredValue, useMemo, useState } from 'react'
import { type ColumnsEntry, toTable } from '#core/query/result.ts'
import { NUMERIC } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'
import { cellText, type RowSort, shownRows } from './result-rows.ts'

interface Props {
  readonly answer: ColumnsEntry
  readonly label: string
  /** Shows only rows with this text in a cell. */
  readonly find?: string
}

/** The rows of an answer: sorted by a click on a head, copied with Ctrl+C, any number of them. */
export function ResultTable({ answer, label, find = '' }: Props) {
  const table = useMemo(() => toTable(answer), [answer])
  const [sort, setSort] = useState<RowSort | undefined>()
  const wanted = useDeferredValue(find)
  const rows = useMemo(() => shownRows(table, wanted, sort), [table, wanted, sort])
  const text = (row: number, column: number) => cellText(table, rows[row] ?? -1, column)
  return (
    <VirtualTable
      label={t('Rows of %s', label)}
      rowCount={rows.length}
      columns={table.columns.map((each) => ({
        id: each.name,
        title: each.name,
        align: each.type === NUMERIC ? 'end' : 'start',
        isSortable: true,
      }))}
      cell={text}
      text={text}
      {...(sort ? { sort } : {})}
      onSort={setSort}
      isSelectable
      height="100%"
    />
  )
}
