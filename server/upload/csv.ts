import { createReadStream } from 'node:fs'
import type { Database } from '#core/entity/database.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Sources } from '#server/dataset/sources.ts'
import type { Existing } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'

/** A file to become a table. */
export interface Upload {
  /** Absolute path; nothing else lies in its folder. */
  readonly file: string
  readonly table: string
  readonly existing: Existing
  /** One character; found out when undefined. */
  readonly delimiter?: string | undefined
}

/**
 * Loads a CSV file into a table of a database of our own files. The engine finds out separator, header and types from
 * the whole file. Fails with `upload-unreadable` and `upload-table-exists`; a failure changes nothing.
 */
export async function loadCsv(sources: Sources, database: Database, upload: Upload): Promise<void> {
  const engine = engineNamed(database.backend)
  if (!engine?.load) throw new Fault('engine-unknown', { args: [database.backend] })
  const { file, table, existing, delimiter } = upload
  if (!(await hasText(file))) throw new Fault('upload-unreadable', { args: ['it is empty'] })
  try {
    await sources.load(database, { file, table, existing, ...(delimiter === undefined ? {} : { delimiter }) })
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('upload-unreadable', { args: [engine.explain(error).message], cause: error })
  }
}

/** Whether a file has anything but blanks. */
async function hasText(file: string): Promise<boolean> {
  for await (const bytes of createReadStream(file)) if ((bytes as Buffer).some((byte) => byte > 32)) return true
  return false
}
