import { uploadDenial } from '#core/access/upload.ts'
import { type UploadType } from '#core/rest/upload-type.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Schema of a database whose connection names none. */
const PUBLIC = 'public'

/** Returns the schema of uploaded tables that name none: the first that the connection names, or the default one. */
export function usualSchema({ backend, sqlalchemy_uri }: Pick<Database, 'backend' | 'sqlalchemy_uri'>): string {
  const engine = engineNamed(backend)
  const [first = ''] = String(engine?.parseUri(sqlalchemy_uri)?.['schema'] ?? '').split(',')
  const named = first.trim().replaceAll('"', '')
  return named || (engine?.dialect.defaultSchema([PUBLIC]) ?? '')
}

/** Rejects an upload that the user may not make: every upload, preview and list of columns begins with it. */
export function requireUpload(asked: RouteRequest, database: Database, type: UploadType, schema: string): void {
  const denial = uploadDenial(asked.user, { type, database, schema })
  if (denial === undefined) return
  if (denial === 'database') throw new ApiError('database-access', { args: [database.database_name] })
  if (denial === 'schema') throw new ApiError('upload-schema', { args: [database.database_name, schema, type] })
  throw new ApiError('forbidden')
}
