import { type Column, type GenericType, NUMERIC, STRING, type Value } from '#core/table/table.ts'
import { NULL_TEXT } from '#core/post/header-text.ts'
import { isDigits } from '#core/table/exact-number.ts'
import type { TableSheet } from '#core/table/table-sheet.ts'
import type { Grid, Path } from './grid.ts'
import type { HeaderFormatter } from './header-labels.ts'

/**
 * Returns a pivot table as a sheet with the labels of all levels joined by a space. In `table`, which is written to
 * files, a missing label is spelled out, because an empty cell would read as no label.
 */
export function gridSheet({ columns, rows, cells }: Grid, print: HeaderFormatter): TableSheet {
  const names = columns.map((path) => joinPath(print.column(path)))
  const lines = rows.map((path) => print.row(path))
  const labels = lines.map(joinPath)
  const types = cells.map(typeOf)
  const depth = rows[0]?.length ?? 0
  const index = Array.from({ length: depth }, (_, level): Column => {
    return { name: '', type: STRING, values: lines.map((path) => namedCell(path[level] ?? null)) }
  })
  const headings = columns.map((path) => joinPath(print.column(path).map(namedCell)))
  return {
    head: { colnames: columns, indexnames: rows, coltypes: types, rowcount: rows.length },
    data: Object.fromEntries(
      names.map((name, column) => [
        name,
        Object.fromEntries(labels.map((label, row) => [label, cells[column]?.[row] ?? null])),
      ]),
    ),
    table: {
      columns: [
        ...index,
        ...headings.map((name, at) => ({ name, type: types[at] ?? STRING, values: cells[at] ?? [] })),
      ],
      rowCount: rows.length,
    },
  }
}

function namedCell(value: Value): Value {
  return value === null ? NULL_TEXT : value
}

function joinPath(path: Path): string {
  return path.map(String).join(' ').trim()
}

function typeOf(values: readonly Value[]): GenericType {
  return values.every((value) => value === null || typeof value === 'number' || isDigits(value)) ? NUMERIC : STRING
}
