import type { ResultDisplay } from './result-display.ts'
import { formatTime } from '#core/format/time.ts'
import { NUMERIC, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

export interface RowSort {
  readonly column: number
  readonly isDescending: boolean
}

function compare(a: Value, b: Value): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

/** Returns a cell as text: times in ISO form, null by its name. */
export function cellText(table: Table, row: number, column: number): string {
  const each = table.columns[column]
  const value = each?.values[row]
  if (value === null || value === undefined) return '<NULL>'
  return each?.type === TEMPORAL && typeof value === 'number' ? formatTime('%Y-%m-%d %H:%M:%S', value) : String(value)
}

/** Returns the display text of a cell. */
export type CellWriter = (row: number, column: number) => string

/** Returns a function that formats cells with the formatter of their column, or as plain text if there is none. */
export function cellWriter(table: Table, display: Pick<ResultDisplay, 'writer'> | undefined): CellWriter {
  const writers = table.columns.map((column) => display?.writer(column))
  return (row, column) => {
    const value = table.columns[column]?.values[row] ?? null
    return (value === null ? undefined : writers[column]?.(value)) ?? cellText(table, row, column)
  }
}

/**
 * Returns the indexes of the rows to show, sorted: those where the raw or formatted text of a cell contains the search
 * text, ignoring case.
 */
export function sortedResultRows(
  table: Table,
  find: string,
  sort: RowSort | undefined,
  write: CellWriter = (row, column) => cellText(table, row, column),
): readonly number[] {
  const searchText = find.trim().toLowerCase()
  const holds = (row: number) =>
    searchText === '' ||
    table.columns.some((_, column) =>
      [cellText(table, row, column), write(row, column)].some((text) => text.toLowerCase().includes(searchText)),
    )
  const rows = Array.from({ length: table.rowCount }, (_, row) => row).filter(holds)
  const values = sort && table.columns[sort.column]?.values
  if (!sort || !values) return rows
  return rows.toSorted((a, b) => compare(values[a] ?? null, values[b] ?? null) * (sort.isDescending ? -1 : 1))
}

const toSingleLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ')

/**
 * Returns rows as tab-separated text for spreadsheets: a line of column titles, then one line per row. Null is an empty
 * cell.
 */
export function clipboardText(table: Table, rows: readonly number[], title: ResultDisplay['title']): string {
  const line = (cells: readonly string[]) => cells.map(toSingleLine).join('\t')
  const names = table.columns.map(({ name }) => name)
  const cell = (row: number, column: number) =>
    (table.columns[column]?.values[row] ?? null) === null ? '' : cellText(table, row, column)
  return [line(names.map(title)), ...rows.map((row) => line(names.map((_, column) => cell(row, column))))].join('\n')
}

/** Escapes a text for a cell of a Markdown table. */
const markdownCell = (text: string): string =>
  text
    .replaceAll(/[\\|]/g, String.raw`\$&`)
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n?|\n/g, '<br>')

/** Returns rows as a Markdown table with the column titles. Numbers are aligned right; null is an empty cell. */
export function markdownText(table: Table, rows: readonly number[], title: ResultDisplay['title']): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cell = (row: number, column: number) =>
    (table.columns[column]?.values[row] ?? null) === null ? '' : cellText(table, row, column)
  return [
    line(table.columns.map(({ name }) => markdownCell(title(name)))),
    line(table.columns.map(({ type }) => (type === NUMERIC ? '---:' : '---'))),
    ...rows.map((row) => line(table.columns.map((_, column) => markdownCell(cell(row, column))))),
  ].join('\n')
}
