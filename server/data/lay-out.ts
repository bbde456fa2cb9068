import { type Table, toRecords } from '#core/table/table.ts'
import type { Layout } from '#server/engines/engine.ts'
import { printCsv } from './csv.ts'
import { makeXlsx } from './xlsx.ts'

/** Kinds of file data are exported as. */
export type FileFormat = 'csv' | 'xlsx'

/** How the data of an answer is laid out. */
export type Format = Layout | FileFormat

/** What files show beside the cells, by label: the names people read, and the d3 formats of numbers. */
export interface Headings {
  readonly names: Readonly<Record<string, string>>
  readonly formats: Readonly<Record<string, string>>
}

export function isFileFormat(format: string): format is FileFormat {
  return format === 'csv' || format === 'xlsx'
}

/** A table as bytes. */
export async function layOut(
  table: Table,
  format: Format,
  headings: Headings,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  if (format === 'csv') return encoder.encode(printCsv(table, headings.names))
  if (format === 'rows') return encoder.encode(JSON.stringify(toRecords(table)))
  const cells = encoder.encode(JSON.stringify(table.columns.map(({ values }) => values)))
  return format === 'xlsx' ? layOutSheet(table.columns, cells, headings, signal) : cells
}

/** Columns as a spreadsheet; `cells` are JSON lists by column. */
export function layOutSheet(
  columns: readonly Pick<Table['columns'][number], 'name' | 'type'>[],
  cells: Uint8Array,
  { names, formats }: Headings,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const shown = columns.map(({ name, type }) => ({ heading: names[name] ?? name, type, format: formats[name] ?? null }))
  return makeXlsx(shown, cells, signal)
}
