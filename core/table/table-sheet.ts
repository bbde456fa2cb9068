import type { GenericType, Table, Value } from './table.ts'

/** A result in the form of its chart: metadata, cells by column and row label, and the same data as a table. */
export interface TableSheet {
  readonly head: {
    /** Labels with one level or with several. */
    readonly colnames: readonly (string | readonly Value[])[]
    readonly indexnames: readonly (number | readonly Value[])[]
    readonly coltypes: readonly GenericType[]
    readonly rowcount: number
  }
  readonly data: Readonly<Record<string, Readonly<Record<string, Value>>>>
  readonly table: Table
}

/** Returns the table with renamed columns. */
export function withRenamedColumns(table: Table, nameOf: (label: string) => string): Table {
  return { ...table, columns: table.columns.map((column) => ({ ...column, name: nameOf(column.name) })) }
}

/** Returns the sheet of a plain table. */
export function tableSheet(table: Table): TableSheet {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  return {
    head: {
      colnames: table.columns.map(({ name }) => name),
      indexnames: rows,
      coltypes: table.columns.map(({ type }) => type),
      rowcount: table.rowCount,
    },
    data: Object.fromEntries(
      table.columns.map(({ name, values }) => [
        name,
        Object.fromEntries(rows.map((row) => [row, values[row] ?? null])),
      ]),
    ),
    table,
  }
}
