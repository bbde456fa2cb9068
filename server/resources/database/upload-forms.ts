import { uploadViews } from '#core/access/upload.ts'
import { type UploadType, uploadTypes } from '#core/rest/upload-type.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { redirect } from '#server/route/client-page.ts'
import type { RouteResponse, RouteRequest, Form, Route } from '#server/route/route.ts'
import { countingUpload, fileToLoad, uploadFile } from './upload.ts'

/** Fields of Superset's upload forms, and their names in the API. */
const NAMES: Readonly<Record<string, string>> = {
  name: 'table_name',
  table_name: 'table_name',
  schema: 'schema',
  if_exists: 'already_exists',
  sep: 'delimiter',
  delimiter: 'delimiter',
  sheet_name: 'sheet_name',
  header: 'header_row',
  index_col: 'index_column',
  index: 'dataframe_index',
  dataframe_index: 'dataframe_index',
  index_label: 'index_label',
  usecols: 'columns_read',
  use_cols: 'columns_read',
  skiprows: 'skip_rows',
  nrows: 'rows_to_read',
  skip_initial_space: 'skip_initial_space',
  skip_blank_lines: 'skip_blank_lines',
  parse_dates: 'column_dates',
  decimal: 'decimal_character',
  null_values: 'null_values',
  infer_datetime_format: 'infer_datetime_format',
  mangle_dupe_cols: 'mangle_dupe_cols',
  overwrite_duplicate: 'overwrite_duplicate',
}

/** Fields that name the target, or that belong to another field. */
const OTHERS = ['con', 'csrf_token', 'database', 'otherInput']

/** Checkboxes, which forms send as `y` or not at all. */
const CHECKS = [
  'dataframe_index',
  'infer_datetime_format',
  'mangle_dupe_cols',
  'overwrite_duplicate',
  'skip_blank_lines',
  'skip_initial_space',
]

type Fields = Readonly<Record<string, string>>

/** Returns the fields of a form by their API names. */
function fieldsOf(form: Fields): Fields {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(form)) {
    const known = NAMES[name]
    if (known === undefined) {
      if (!OTHERS.includes(name)) fields[name] = value
    } else fields[known] = CHECKS.includes(known) && /^(y|on|true)$/i.test(value) ? 'true' : value
  }
  if (fields['delimiter'] === 'other') fields['delimiter'] = form['otherInput'] ?? ''
  // An empty header row means that there is none.
  if (form['header']?.trim() === '') fields['has_header'] = 'false'
  if (fields['table_name']?.includes('.'))
    throw new ApiError('fields-refused', { fields: { name: ['Table name cannot contain a schema'] } })
  return fields
}

/** Returns the database that a form names by its id or name. */
async function databaseOf(request: RouteRequest, form: Fields): Promise<Database> {
  const named = form['database'] ?? form['con'] ?? ''
  if (named === '') throw new ApiError('fields-refused', { fields: { database: ['Missing data for required field.'] } })
  if (/^\d{1,15}$/.test(named)) return findDatabase(request, Number(named))
  const found = await request.context.store.databases.find({ col: 'database_name', op: 'eq', value: named })
  if (!found) throw new ApiError('not-found')
  return findDatabase(request, found.id)
}

async function postForm(request: RouteRequest, type: UploadType): Promise<RouteResponse> {
  const { fields, storedFiles } = request.form as Form
  if (storedFiles.length > 1) throw new ApiError('fields-refused', { fields: { file: ['Choose one file at a time.'] } })
  const database = await databaseOf(request, fields)
  const file = await fileToLoad(request, database, { fields: fieldsOf(fields), storedFiles }, type)
  await countingUpload(request, file, () => uploadFile(request, database, file))
  return redirect(request, '/tablemodelview/list/')
}

/** `POST /csvtodatabaseview/form` and its siblings: Superset's upload forms, as sent by scripts. */
export const uploadFormRoutes: readonly Route[] = uploadTypes.map((type) => ({
  method: 'POST',
  path: `/${uploadViews[type].toLowerCase()}/form`,
  policy: { permission: 'can_this_form_post', view: uploadViews[type] },
  formLimit: 'upload',
  keepsFiles: true,
  tokenInForm: true,
  handler: (request) => noContentIfDisconnected(request, postForm(request, type)),
}))
