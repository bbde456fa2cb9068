import { ownValue } from '#core/rest/json.ts'
import { type Table, toRecords } from '#core/table/table.ts'
import type { ResultLayout } from '#server/engines/engine.ts'
import { printCsv } from './csv.ts'

/** File formats for data exports. */
export type FileFormat = 'csv' | 'xlsx'

/** The output format of a result. */
export type Format = ResultLayout | FileFormat

/** Headings of files by column label: display names, and d3 number formats. */
export interface Headings {
  readonly names: Readonly<Record<string, string>>
  readonly formats: Readonly<Record<string, string>>
}

export function isFileFormat(format: string): format is FileFormat {
  return format === 'csv' || format === 'xlsx'
}

/** Returns a table as bytes. */
export async function encodeTable(table: Table, format: Format, { names, formats }: Headings): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  if (format === 'csv') return encoder.encode(printCsv(table, names))
  if (format === 'rows') return encoder.encode(JSON.stringify(toRecords(table)))
  const cells = table.columns.map(({ values }) => values)
  if (format === 'columns') return encoder.encode(JSON.stringify(cells))
  // Only loaded where spreadsheets are created, which is never the main thread.
  const { printXlsx } = await import('./xlsx.ts')
  const shown = table.columns.map(({ name, type }) => ({
    heading: ownValue(names, name) ?? name,
    type,
    format: ownValue(formats, name) ?? null,
  }))
  return printXlsx(shown, cells)
}
