import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { utils, write, type WorkSheet } from '@e965/xlsx'

/** Rows of a sheet: texts, numbers, dates and nulls. */
export type SheetRows = readonly (readonly (string | number | boolean | Date | null)[])[]

/** Returns an .xlsx workbook with these sheets, by name. */
export function workbook(sheets: Readonly<Record<string, SheetRows | WorkSheet>>): Uint8Array {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    const isRows = Array.isArray(rows)
    const sheet = isRows
      ? utils.aoa_to_sheet(
          rows.map((row) => [...(row as SheetRows[number])]),
          { UTC: true },
        )
      : rows
    utils.book_append_sheet(book, sheet, name)
  }
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer)
}

/** Returns a Parquet file of the rows of a SELECT. */
export async function parquet(select: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-parquet-'))
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    const file = join(folder, 'rows.parquet')
    await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet)`)
    connection.closeSync()
    return new Uint8Array(readFileSync(file))
  } finally {
    instance.closeSync()
    rmSync(folder, { recursive: true })
  }
}
