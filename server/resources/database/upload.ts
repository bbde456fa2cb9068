import { uploadedAnswer } from '#core/rest/answer-shapes.ts'
import { basename, extname } from 'node:path'
import { allowed } from '#core/access/can.ts'
import { holds } from '#core/access/condition.ts'
import type { Dataset, DatasetHead } from '#core/entity/dataset.ts'
import type { Database } from '#core/entity/database.ts'
import { badRowsChoices, dateOrders, PREVIEW_BYTES, textEncodings, type UploadReport } from '#core/rest/upload.ts'
import { Fault } from '#core/rest/fault.ts'
import { engineNamed } from '#server/engines/index.ts'
import { idOf } from '#server/resources/generic.ts'
import { type Answer, type Asked, type Form, type Route, said } from '#server/route/route.ts'
import { findDatabase, requireDatabase } from '#server/resources/shared/database-access.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { unlessGone } from '#server/resources/shared/unless-gone.ts'
import { countMetric, draftColumn, readColumns, syncColumns } from '#server/resources/shared/source-columns.ts'
import type { Existing } from '#server/engines/engine.ts'
import { type CsvOptions, loadCsv, previewCsv, type Upload } from '#server/upload/csv.ts'
import { Turns } from '#server/upload/turns.ts'

const LIMIT = 200 * 1024 * 1024
const EXTENSIONS = ['.csv', '.tsv', '.txt']

/** `POST /:id/upload`: a CSV file becomes a table and a dataset. */
export const uploadRoute: Route = {
  method: 'POST',
  path: '/:id/upload',
  policy: { permission: 'can_this_form_get', view: 'CsvToDatabaseView' },
  formLimit: LIMIT,
  keepsFiles: true,
  answers: { 201: uploadedAnswer },
  act: (asked) => unlessGone(asked, upload(asked)),
}

/** `POST /:id/upload_preview`: what an upload would make of a file, by its beginning; nothing is kept. */
export const uploadPreviewRoute: Route = {
  ...uploadRoute,
  path: '/:id/upload_preview',
  formLimit: PREVIEW_BYTES,
  act: async (asked) => {
    const { database, file, fields } = await uploaded(asked)
    const isCut = fields['is_cut'] === 'true'
    const result = await previewCsv(asked.context.road.sources, database, file.path, optionsOf(fields), isCut)
    return { status: 200, json: { result } }
  },
}

/** The file of a form, for a database that the caller may upload to. */
async function uploaded(asked: Asked) {
  const database = await findDatabase(asked, idOf(asked))
  await requireDatabase(asked, database)
  if (!database.allow_file_upload) throw new Fault('forbidden')
  const { fields, kept } = asked.form as Form
  requireKnown(fields)
  const file = kept.find(({ field }) => field === 'file') ?? kept[0]
  if (!file) throw new Fault('fields-wrong', { fields: { file: ['Missing data for required field.'] } })
  if (!EXTENSIONS.includes(extname(file.filename).toLowerCase())) {
    const text = `Only the following file extensions are allowed: ${EXTENSIONS.map((each) => each.slice(1)).join(', ')}`
    throw new Fault('fields-wrong', { fields: { file: [text] } })
  }
  return { database, file, fields }
}

async function upload(asked: Asked): Promise<Answer> {
  const { database, file, fields } = await uploaded(asked)
  const options = optionsOf(fields)
  const table = fields['table_name']?.trim() || tableName(file.filename)
  const existing = existingOf(fields['already_exists'])
  // Whose the table is must still hold when it is loaded, and when its dataset is made.
  const { dataset, report } = await turnsOf(asked).run(database.id, () => {
    // Who has left before their turn holds up nobody.
    asked.signal.throwIfAborted()
    return load(asked, database, { file: file.path, table, existing, options })
  })
  return said(uploadedAnswer, { message: 'OK', dataset_id: dataset.id, report }, 201)
}

const turns = new WeakMap<object, Turns<number>>()

/** The turns of uploads in a server, by database. Files of ours are loaded by one server alone. */
function turnsOf({ context }: Asked): Turns<number> {
  const known = turns.get(context.store) ?? new Turns<number>()
  turns.set(context.store, known)
  return known
}

interface Loaded {
  readonly dataset: Dataset
  readonly report: UploadReport
}

async function load(asked: Asked, database: Database, file: Upload): Promise<Loaded> {
  const { context } = asked
  const standing = await datasetsOn(asked, database, file.table)
  requireOwn(asked, standing, file.table, file.existing)
  const report = await loadCsv(context.road.sources, database, file)
  const version = await context.store.databases.dataChanged(database.id)
  const dataset = await ensureDataset(asked, { ...database, data_version: version }, file.table, standing)
  return { dataset, report }
}

/** Fields of the form that have an effect. */
const FIELDS = [
  'already_exists',
  'bad_rows',
  'csrf_token',
  'date_order',
  'delimiter',
  'encoding',
  'has_header',
  'is_cut',
  'table_name',
  'type',
]

/** Rejects options by name that have no effect. An empty one says nothing. */
function requireKnown(fields: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(fields).filter((name) => fields[name] !== '' && !FIELDS.includes(name))
  if (unknown.length === 0) return
  const text = 'This option is not supported.'
  throw new Fault('fields-wrong', { fields: Object.fromEntries(unknown.map((name) => [name, [text]])) })
}

/** How the file is to be read, of the fields of a form; an empty one says nothing. */
function optionsOf(fields: Readonly<Record<string, string>>): CsvOptions {
  const delimiter = delimiterOf(fields['delimiter'])
  const dateOrder = oneOf('date_order', fields, dateOrders)
  const encoding = oneOf('encoding', fields, textEncodings)
  const header = oneOf('has_header', fields, ['true', 'false'])
  const badRows = oneOf('bad_rows', fields, badRowsChoices)
  oneOf('type', fields, ['csv'])
  return {
    ...(delimiter && { delimiter }),
    ...(dateOrder && { dateOrder }),
    ...(encoding && { encoding }),
    ...(header && { hasHeader: header === 'true' }),
    ...(badRows && { badRows }),
  }
}

function delimiterOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  // One ASCII character that ends no line and quotes nothing.
  if (/^[\t\x20-\x7e]$/.test(text) && text !== '"') return text
  throw new Fault('fields-wrong', { fields: { delimiter: ['Must be one ASCII character.'] } })
}

function oneOf<V extends string>(name: string, fields: Readonly<Record<string, string>>, values: readonly V[]) {
  const text = fields[name]?.toLowerCase()
  if (text === undefined || text === '') return undefined
  const found = values.find((value) => value === text)
  if (!found) throw new Fault('fields-wrong', { fields: { [name]: [`Must be one of: ${values.join(', ')}.`] } })
  return found
}

function existingOf(text: string | undefined): Existing {
  if (text === undefined || text === '') return 'fail'
  if (text === 'fail' || text === 'replace' || text === 'append') return text
  throw new Fault('fields-wrong', { fields: { already_exists: ['Must be one of: fail, replace, append.'] } })
}

/** The file's name without its ending. */
function tableName(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/'), extname(filename)).trim()
  return name.slice(0, 250) || 'table'
}

/** The datasets that are this table, whatever schema or case they name it in. */
async function datasetsOn({ context }: Asked, database: Database, table: string): Promise<readonly DatasetHead[]> {
  const { rows } = await context.store.datasets.list({ where: { col: 'database_id', op: 'eq', value: database.id } })
  const dialect = engineNamed(database.backend)?.dialect
  const fold = (name: string): string => dialect?.fold(name) ?? name
  const usual = ['', dialect?.defaultSchema([])]
  return rows.filter(
    ({ sql, schema, table_name }) => !sql && usual.includes(fold(schema ?? '')) && fold(table_name) === fold(table),
  )
}

/** The rows of a table are those of the datasets on it: who changes them has to be allowed to change all of these. */
function requireOwn(asked: Asked, standing: readonly DatasetHead[], table: string, existing: Existing): void {
  const rule = allowed(asked.user, 'write', 'Dataset', ruleOptions(asked))
  if (standing.every((dataset) => holds(rule, { ...dataset }))) return
  throw new Fault(existing === 'fail' ? 'upload-table-exists' : 'upload-table-foreign', { args: [table] })
}

/** The dataset of the table: the one that stood on it, with the columns there are now, or a new one. */
async function ensureDataset(
  asked: Asked,
  database: Database,
  table: string,
  standing: readonly DatasetHead[],
): Promise<Dataset> {
  const { store, road } = asked.context
  const { userId } = asked.user
  const read = (name: string) => readColumns(road, database, { table_name: name, schema: null, sql: null }, asked.user)
  const first = standing.find(({ table_name }) => table_name === table) ?? standing[0]
  const known = first && (await store.datasets.get(first.id))
  // A table that was there may be called otherwise in case alone.
  const here = await read(table)
  const found = here.length > 0 || !known ? here : await read(known.table_name)
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
