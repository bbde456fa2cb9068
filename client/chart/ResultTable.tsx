import { useMemo, useState } from 'react'
import { formatTime } from '#core/format/time.ts'
import { type ColumnsEntry, toTable } from '#core/query/result.ts'
import { NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'

interface Sort {
  readonly column: number
  readonly isDescending: boolean
}

function compare(a: Value, b: Value): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

function order(values: readonly Value[] | undefined, count: number, isDescending: boolean): number[] {
  const rows = Array.from({ length: count }, (_, row) => row)
  if (!values) return rows
  return rows.toSorted((a, b) => compare(values[a] ?? null, values[b] ?? null) * (isDescending ? -1 : 1))
}

/** A cell as text: times in ISO form, null by its name. */
function print(value: Value | undefined, isTime: boolean): string {
  if (value === null || value === undefined) return '<NULL>'
  return isTime && typeof value === 'number' ? formatTime('%Y-%m-%d %H:%M:%S', value) : String(value)
}

/** The rows of an answer: sorted by a click on a head, copied with Ctrl+C, any number of them. */
export function ResultTable({ answer, label }: { readonly answer: ColumnsEntry; readonly label: string }) {
  const table = useMemo(() => toTable(answer), [answer])
  const [sort, setSort] = useState<Sort | undefined>()
  const rows = useMemo(
    () => order(sort && table.columns[sort.column]?.values, table.rowCount, sort?.isDescending ?? false),
    [table, sort],
  )
  const text = (row: number, column: number) => {
    const each = table.columns[column]
    return print(each?.values[rows[row] ?? -1], each?.type === TEMPORAL)
  }
  return (
    <VirtualTable
      label={t('Rows of %s', label)}
      rowCount={table.rowCount}
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
      height="100%"
    />
  )
}
