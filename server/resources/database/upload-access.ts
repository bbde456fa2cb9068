import { uploadDenial } from '#core/access/upload.ts'
import { type UploadType } from '#core/rest/upload-type.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Default schema of a database whose connection names none. */
const PUBLIC = 'public'

/** Returns the default schema of uploaded tables: the first that the connection names, or `public`. */
export function defaultSchemaName({ backend, sqlalchemy_uri }: Pick<Database, 'backend' | 'sqlalchemy_uri'>): string {
  const engine = engineNamed(backend)
  const [first = ''] = String(engine?.parseUri(sqlalchemy_uri)?.['schema'] ?? '').split(',')
  const named = first.trim().replaceAll('"', '')
  return named || (engine?.dialect.defaultSchema([PUBLIC]) ?? '')
}

/** Rejects an upload that the user may not make. Every upload, preview and column listing calls it first. */
export function requireUpload(request: RouteRequest, database: Database, type: UploadType, schema: string): void {
  const denial = uploadDenial(request.user, { type, database, schema })
  if (denial === undefined) return
  if (denial === 'database') throw new ApiError('database-access', { args: [database.database_name] })
  if (denial === 'schema') throw new ApiError('upload-schema', { args: [database.database_name, schema, type] })
  throw new ApiError('forbidden')
}
