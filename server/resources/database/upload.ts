import { basename, extname } from 'node:path'
import type { Dataset } from '#core/entity/dataset.ts'
import type { Database } from '#core/entity/database.ts'
import { Fault } from '#core/rest/fault.ts'
import { idOf } from '#server/resources/generic.ts'
import type { Answer, Asked, Form, Route } from '#server/resources/resource.ts'
import { findDatabase, requireDatabase } from '#server/resources/shared/database-access.ts'
import { countMetric, draftColumn, readColumns, syncColumns } from '#server/resources/shared/source-columns.ts'
import { type Existing, loadCsv } from '#server/upload/csv.ts'

const LIMIT = 200 * 1024 * 1024
const EXTENSIONS = ['.csv', '.tsv', '.txt']

/** `POST /:id/upload`: a CSV file becomes a table and a dataset. */
export const uploadRoute: Route = {
  method: 'POST',
  path: '/:id/upload',
  policy: { permission: 'can_this_form_get', view: 'CsvToDatabaseView' },
  formLimit: LIMIT,
  act: upload,
}

async function upload(asked: Asked): Promise<Answer> {
  const database = await findDatabase(asked, idOf(asked))
  await requireDatabase(asked, database)
  if (!database.allow_file_upload) throw new Fault('forbidden')
  const { fields, files } = asked.form as Form
  const file = files.find(({ field }) => field === 'file') ?? files[0]
  if (!file) throw new Fault('fields-wrong', { fields: { file: ['Missing data for required field.'] } })
  if (!EXTENSIONS.includes(extname(file.filename).toLowerCase())) {
    const text = `Only the following file extensions are allowed: ${EXTENSIONS.map((each) => each.slice(1)).join(', ')}`
    throw new Fault('fields-wrong', { fields: { file: [text] } })
  }
  const table = fields['table_name']?.trim() || tableName(file.filename)
  const existing = existingOf(fields['already_exists'])
  const { context } = asked
  const { delimiter } = fields
  await loadCsv(context.road.sources, context.config.home, database, { bytes: file.bytes, table, existing, delimiter })
  const version = await context.store.databases.dataChanged(database.id)
  const dataset = await ensureDataset(asked, { ...database, data_version: version }, table)
  return { status: 201, json: { message: 'OK', dataset_id: dataset.id } }
}

function existingOf(text: string | undefined): Existing {
  if (text === undefined || text === '') return 'fail'
  if (text === 'fail' || text === 'replace' || text === 'append') return text
  throw new Fault('fields-wrong', { fields: { already_exists: ['Must be one of: fail, replace, append.'] } })
}

/** The file's name without its ending. */
export function tableName(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/'), extname(filename)).trim()
  return name.slice(0, 250) || 'table'
}

async function ensureDataset(asked: Asked, database: Database, table: string): Promise<Dataset> {
  const { store, road } = asked.context
  const { userId } = asked.user
  const found = await readColumns(road, database, { table_name: table, schema: null, sql: null }, asked.user)
  const known = await store.datasets.find({
    and: [
      { col: 'database_id', op: 'eq', value: database.id },
      { col: 'schema', op: 'in', value: [null, 'main'] },
      { col: 'table_name', op: 'eq', value: table },
    ],
  })
  if (known) return store.datasets.update(known.id, { columns: syncColumns(known.columns, found) }, userId)
  const columns = found.map(draftColumn)
  return store.datasets.create(
    {
      database_id: database.id,
      table_name: table,
      owners: userId === null ? [] : [userId],
      main_dttm_col: columns.find(({ is_dttm }) => is_dttm)?.column_name ?? null,
      columns,
      metrics: [countMetric],
    },
    userId,
  )
}
