import { type Table, toRecords } from '#core/table/table.ts'
import type { Layout } from '#server/engines/engine.ts'
import { printCsv } from './csv.ts'

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
export async function layOut(table: Table, format: Format, { names, formats }: Headings): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  if (format === 'csv') return encoder.encode(printCsv(table, names))
  if (format === 'rows') return encoder.encode(JSON.stringify(toRecords(table)))
  const cells = table.columns.map(({ values }) => values)
  if (format === 'columns') return encoder.encode(JSON.stringify(cells))
  // Loaded where spreadsheets are made, which is no thread that answers.
  const { printXlsx } = await import('./xlsx.ts')
  const shown = table.columns.map(({ name, type }) => ({
    heading: names[name] ?? name,
    type,
    format: formats[name] ?? null,
  }))
  return printXlsx(shown, cells)
}
