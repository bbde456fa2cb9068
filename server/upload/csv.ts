import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#core/entity/database.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Sources } from '#server/dataset/sources.ts'
import type { Existing } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'

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
  if (!engine?.load) throw new Fault('engine-unknown', { args: [database.backend] })
  if (!upload.bytes.some((byte) => byte > 32)) throw new Fault('upload-unreadable', { args: ['it is empty'] })
  const uploads = join(home, 'uploads')
  await mkdir(uploads, { recursive: true })
  const directory = await mkdtemp(join(uploads, 'csv-'))
  try {
    const file = join(directory, 'file.csv')
    await writeFile(file, upload.bytes)
    const { table, existing, delimiter } = upload
    await sources.load(database, { file, table, existing, ...(delimiter === undefined ? {} : { delimiter }) })
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('upload-unreadable', { args: [engine.explain(error).message], cause: error })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
