import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#core/entity/database.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Sources } from '#server/data/sources.ts'
import { textLiteral } from '#server/engines/ansi.ts'
import { engineNamed } from '#server/engines/index.ts'

/** What happens when the table is there already. */
export type Existing = 'fail' | 'replace' | 'append'

/** A file to become a table. */
export interface Upload {
  readonly bytes: Uint8Array
  readonly table: string
  readonly existing: Existing
  /** One character; found out when undefined. */
  readonly delimiter?: string | undefined
}

/**
 * Loads a CSV file into a table of a database of our own files. The engine finds out separator, header and types from
 * the whole file. Fails with `upload-unreadable` and `upload-table-exists`; a failure changes nothing.
 */
export async function loadCsv(sources: Sources, home: string, database: Database, upload: Upload): Promise<void> {
  const engine = engineNamed(database.backend)
  if (!engine?.ingest) throw new Fault('engine-unknown', { args: [database.backend] })
  if (!upload.bytes.some((byte) => byte > 32)) throw new Fault('upload-unreadable', { args: ['it is empty'] })
  const uploads = join(home, 'uploads')
  await mkdir(uploads, { recursive: true })
  const directory = await mkdtemp(join(uploads, 'csv-'))
  try {
    const file = join(directory, 'file.csv')
    await writeFile(file, upload.bytes)
    const table = engine.dialect.quote(upload.table)
    const source = readCsv(file, upload.delimiter)
    await sources.change(database, directory, async (loader) => {
      const there = await loader.rows('SELECT 1 FROM duckdb_tables() WHERE NOT internal AND table_name = $1', [
        upload.table,
      ])
      if (there.length > 0 && upload.existing === 'fail')
        throw new Fault('upload-table-exists', { args: [upload.table] })
      const append = there.length > 0 && upload.existing === 'append'
      await loader.run(
        append ? `INSERT INTO ${table} BY NAME ${source}` : `CREATE OR REPLACE TABLE ${table} AS ${source}`,
      )
    })
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('upload-unreadable', { args: [engine.explain(error).message], cause: error })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function readCsv(file: string, delimiter: string | undefined): string {
  const options = [textLiteral(file), 'sample_size = -1', 'normalize_names = false']
  if (delimiter !== undefined) options.push(`delim = ${textLiteral(delimiter)}`)
  return `SELECT * FROM read_csv(${options.join(', ')})`
}
