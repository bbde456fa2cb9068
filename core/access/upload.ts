import { type UploadType } from '#core/rest/upload-type.ts'
import type { Database } from '#core/entity/database.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { hasPermission } from './ability.ts'
import type { CurrentUser } from './current-user.ts'
import { printSchemaView } from './object-view.ts'
import { hasFullDatabaseAccess } from './database-access.ts'

/** The permission that an upload requires on the view of its type. */
export const UPLOAD_PERMISSION = 'can_this_form_get'

/** The view of each type. CSV includes other text files, columnar includes Parquet and JSON. */
export const uploadViews: Readonly<Record<UploadType, string>> = {
  csv: 'CsvToDatabaseView',
  excel: 'ExcelToDatabaseView',
  columnar: 'ColumnarToDatabaseView',
}

/** The fields of a database that decide whether uploads are allowed. */
export type UploadDatabase = Pick<
  Database,
  'id' | 'database_name' | 'owners' | 'allow_file_upload' | 'extra' | 'sqlalchemy_uri'
>

export interface UploadTarget {
  readonly type: UploadType
  readonly database: UploadDatabase
  /** The schema of the table. */
  readonly schema: string
}

/** The first reason why an upload is denied. */
export type UploadDenial = 'permission' | 'upload-off' | 'database' | 'schema'

/** True if the user has the permission for uploads of a type. */
export function hasUploadPermission(user: Pick<CurrentUser, 'roles'>, type: UploadType): boolean {
  return hasPermission(user, UPLOAD_PERMISSION, uploadViews[type])
}

/** Returns the schemas that the settings of a database allow for uploads. An empty list allows every schema. */
export function uploadSchemasOf({ extra }: Pick<Database, 'extra'>): readonly string[] {
  const settings = settingsOf(extra)
  const named = settings['schemas_allowed_for_file_upload'] ?? settings['schemas_allowed_for_csv_upload']
  return Array.isArray(named) ? named.filter((each): each is string => typeof each === 'string') : []
}

function settingsOf(extra: string | null): Readonly<Record<string, unknown>> {
  try {
    const settings: unknown = parseJson(extra ?? '{}')
    return isObject(settings) ? settings : {}
  } catch {
    return {}
  }
}

/**
 * Returns why the user may not upload a file, or undefined if the upload is allowed. An upload requires the permission
 * on the view of the type, a database that allows uploads, a schema that its settings allow, and access to the database
 * or to that schema. If the settings name no schemas, it requires access to the complete database.
 */
export function uploadDenial(user: CurrentUser, { type, database, schema }: UploadTarget): UploadDenial | undefined {
  if (!hasUploadPermission(user, type)) return 'permission'
  if (!database.allow_file_upload) return 'upload-off'
  const schemas = uploadSchemasOf(database)
  const isNamed = schemas.includes(schema)
  const view = printSchemaView(database.database_name, schema)
  const readsSchema =
    hasPermission(user, 'schema_access', view) || (user.permissions['schema_access'] ?? []).includes(view)
  if (!hasFullDatabaseAccess(user, database) && !(isNamed && readsSchema)) return 'database'
  return schemas.length > 0 && !isNamed ? 'schema' : undefined
}
