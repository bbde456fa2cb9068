import { type UploadType, uploadDenial } from '#core/access/upload.ts'
import type { Database } from '#core/entity/database.ts'
import { Fault } from '#core/rest/fault.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Asked } from '#server/route/route.ts'

/** Returns the schema of tables that name none. */
export function usualSchema(database: Database): string {
  return engineNamed(database.backend)?.dialect.defaultSchema([]) ?? ''
}

/** Rejects an upload that the user may not make: every upload, preview and list of columns begins with it. */
export function requireUpload(asked: Asked, database: Database, type: UploadType, schema: string): void {
  const denial = uploadDenial(asked.user, { type, database, schema })
  if (denial === undefined) return
  if (denial === 'database') throw new Fault('database-access', { args: [database.database_name] })
  if (denial === 'schema') throw new Fault('upload-schema', { args: [database.database_name, schema, type] })
  throw new Fault('forbidden')
}
