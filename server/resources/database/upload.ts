import { ownerId } from '#core/access/ability.ts'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { allowedRows, can } from '#core/access/can.ts'
import { satisfies } from '#core/access/condition.ts'
import type { UploadType } from '#core/rest/upload-type.ts'
import type { Dataset, DatasetHead } from '#core/entity/dataset.ts'
import type { Database } from '#core/entity/database.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { RouteRequest, Form } from '#server/route/route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { countMetric, draftColumn, readColumns, syncColumns } from '#server/resources/shared/source-columns.ts'
import { requireUploadQuota, withUploadQuota } from '#server/security/quotas.ts'
import type { ExistingTableMode, OnRows } from '#server/engines/engine.ts'
import type { CreatedTable } from '#server/store/created-tables.ts'
import { uploadFormatOf } from '#server/upload/file-format.ts'
import { withPresentRights } from '#server/security/present-rights.ts'
import { KeyedQueue } from '#server/upload/keyed-queue.ts'
import { unpackFile } from '#server/upload/unpack-file.ts'
import { dropCopies, tableCopiesOf } from './table-copies.ts'
import { loadFile, type TableUpload, type UploadFile } from '#server/upload/upload-file.ts'
import type { Uploader } from '#server/upload/uploader.ts'
import { requireUpload, defaultSchemaName } from './upload-access.ts'
import { existingField, optionFields, requireKnownOptions, typeField } from './upload-fields.ts'
import { requireTypeOptions } from './upload-type-options.ts'

/** A file of a form that the user may upload to a database. */
export interface UploadedFile extends UploadFile {
  readonly fields: Readonly<Record<string, string>>
  /** The schema of the table; undefined for the default one. */
  readonly schema: string | undefined
}

/** Returns the calling user, and the signal of the request. */
export function uploaderOf({ user, ip, signal }: RouteRequest, onRows?: OnRows): Uploader {
  return { person: user.userId ?? ip, signal, onRows }
}

/**
 * Returns the decompressed file of a form, if the user may upload it to a database. `routeType` is the type of the
 * route, which is then one of Superset; without it, the field `type` or the extension decides.
 */
export async function uploadedFile(
  request: RouteRequest,
  database: Database,
  { fields, storedFiles }: Pick<Form, 'fields' | 'storedFiles'>,
  routeType?: UploadType,
): Promise<UploadedFile> {
  const type = routeType ?? typeField(fields)
  const schema = fields['schema'] || namedSchema(database)
  if (type !== undefined) requireUpload(request, database, type, schema ?? defaultSchemaName(database))
  requireKnownOptions(fields)
  const given = storedFiles.find(({ field }) => field === 'file') ?? storedFiles[0]
  if (!given) throw new ApiError('fields-refused', { fields: { file: ['Missing data for required field.'] } })
  const { file, format } = await namingFile(given.filename, async () => {
    const unpacked = await unpackFile({ path: given.path, filename: given.filename })
    return { file: unpacked, format: uploadFormatOf(unpacked.filename, type) }
  })
  requireUpload(request, database, format.type, schema ?? defaultSchemaName(database))
  requireTypeOptions(format.type, fields)
  return { ...format, file, fields, schema, options: optionFields(fields, routeType !== undefined) }
}

/**
 * Returns the schema of a table whose upload names none: undefined for local files. On other databases the connection
 * might look up such tables in schemas other than the one whose permissions were checked.
 */
function namedSchema(database: Database): string | undefined {
  return engineNamed(database.backend)?.isOwn ? undefined : defaultSchemaName(database)
}

/** Like `uploadedFile`, but rejects files that exceed the upload quota of the user as sent, before decompression. */
export async function fileToLoad(...parameters: Parameters<typeof uploadedFile>): Promise<UploadedFile> {
  const [{ context, user }, , { storedFiles }] = parameters
  const files = await Promise.all(storedFiles.map(({ path }) => stat(path)))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await requireUploadQuota(context, user, bytes)
  return uploadedFile(...parameters)
}

/** Runs the load of a file, whose decompressed bytes count against the quota of the user, unless the load fails. */
export async function countingUpload<T>(
  { context, user }: RouteRequest,
  { file }: Pick<UploadedFile, 'file'>,
  work: () => Promise<T>,
): Promise<T> {
  const { size } = await stat(file.path)
  return withUploadQuota(context, user, size, work)
}

/** Maximum characters of a file name in a message. */
const MAX_NAME = 200

/** Runs work on a file. An error in reading it names the file. */
export async function namingFile<T>(filename: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'upload-unreadable' || error.args.length !== 1) throw error
    const args = [basename(filename).slice(0, MAX_NAME), ...error.args]
    throw new ApiError('upload-unreadable', { args, cause: error.cause })
  }
}

/** A dataset created from a file, and the report on the file's records. */
export interface LoadedFile {
  readonly dataset: Dataset
  readonly report: UploadReport
}

/** Loads a file into a table of a database, and creates or updates the dataset of the table. */
export async function uploadFile(
  request: RouteRequest,
  database: Database,
  uploaded: UploadedFile,
  onRows?: OnRows,
): Promise<LoadedFile> {
  const { fields, schema, file, ...rest } = uploaded
  const upload: TableUpload = {
    ...rest,
    file,
    ...(schema !== undefined && { schema }),
    table: uploadTableOf(uploaded),
    existing: existingField(fields),
  }
  // The right to upload and the ownership of the table are checked again when it is loaded.
  return runUpload(request, database, (current, present) => {
    requireUpload(current, present, rest.type, schema ?? defaultSchemaName(present))
    return namingFile(file.filename, () => load(current, database, upload, onRows))
  })
}

/**
 * Runs work that writes tables of a database, one at a time per database, unless the caller has disconnected before. The
 * work gets the request with the present rights of the caller, and the present database: a file may arrive and wait for
 * long.
 */
export function runUpload<T>(
  request: RouteRequest,
  database: Database,
  work: (current: RouteRequest, present: Database) => Promise<T>,
): Promise<T> {
  const { store } = request.context
  return turnsOf(request).run(database.id, async () => {
    request.signal.throwIfAborted()
    const user = await withPresentRights(store, request.user)
    const present = await store.within(() => store.databases.get(database.id))
    if (!present) throw new ApiError('database-missing')
    return work({ ...request, user }, present)
  })
}

const tableQueues = new WeakMap<object, KeyedQueue<number>>()

/** Returns the upload queues of a server, by database. Only one server loads local files. */
function turnsOf({ context }: RouteRequest): KeyedQueue<number> {
  const known = tableQueues.get(context.store) ?? new KeyedQueue<number>()
  tableQueues.set(context.store, known)
  return known
}

async function load(
  request: RouteRequest,
  database: Database,
  upload: TableUpload,
  onRows: OnRows | undefined,
): Promise<LoadedFile> {
  const { context } = request
  const { table, schema } = upload
  if (!engineNamed(database.backend)?.load) throw new ApiError('upload-database', { args: [database.database_name] })
  const standing = await findDatasetsByTable(request, database, table, schema)
  requireTableWriteAccess(request, standing, table, upload.existing)
  const { existing, outdated, uploads, isNew } = await existingTable(request, database, upload, standing.length > 0)
  const allowedUpload = { ...upload, existing }
  const { createdTables } = context.store
  // Until the dataset is stored, a record says who may load the table again.
  const added = isNew ? [await createdTables.add(creationOf(request, database, upload))] : []
  const report = await loadFile(context.chartData.sources, database, allowedUpload, uploaderOf(request, onRows)).catch(
    async (error) => {
      if (request.signal.aborted) {
        await context.store.databases.dataChanged(database.id)
        // The signal may arrive while the engine commits: the load may have created the table.
        const isRecorded = outdated.length + added.length > 0
        const exists = isRecorded ? await tableExists(request, database, upload) : undefined
        if (exists !== undefined) await createdTables.remove(...(exists ? outdated : added))
      } else await createdTables.remove(...added).catch(() => undefined)
      throw error
    },
  )
  const version = await context.store.databases.dataChanged(database.id)
  await createdTables.remove(...outdated)
  const copied = { database, dataset: { table_name: table }, schema: schema ?? defaultSchemaName(database) }
  await dropCopies(request, copied, await tableCopiesOf(context.store, copied))
  const dataset = await ensureDataset(request, { ...database, data_version: version }, { table, schema }, standing)
  await createdTables.remove(...added, ...uploads)
  return { dataset, report }
}

/** Returns the record of a table that an upload creates. */
function creationOf(
  { user }: RouteRequest,
  database: Database,
  { table: name, schema = defaultSchemaName(database) }: TableUpload,
): Omit<CreatedTable, 'id'> {
  return { database_id: database.id, schema, name, method: 'TABLE', user_id: ownerId(user), sources: [] }
}

interface UploadNames extends Pick<UploadedFile, 'fields'> {
  readonly file: Pick<UploadedFile['file'], 'filename'>
}

/** Returns the name of the table for a file. */
export function uploadTableOf({ fields, file }: UploadNames): string {
  return fields['table_name']?.trim() || tableName(file.filename)
}

/** Returns the name of the file without its extension. */
function tableName(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/'), extname(filename)).trim()
  return name.slice(0, 250) || 'table'
}

/** Returns the datasets of this table, in whatever schema or case they name it. */
export async function findDatasetsByTable(
  { context }: RouteRequest,
  database: Database,
  table: string,
  schema: string | undefined,
): Promise<readonly DatasetHead[]> {
  const { rows } = await context.store.datasets.list({ where: { col: 'database_id', op: 'eq', value: database.id } })
  const dialect = engineNamed(database.backend)?.dialect
  const fold = (name: string): string => dialect?.fold(name) ?? name
  const usualSchema = defaultSchemaName(database)
  const home = fold(schema ?? usualSchema)
  return rows.filter(
    (each) => !each.sql && fold(each.schema || usualSchema) === home && fold(each.table_name) === fold(table),
  )
}

/** Requires that the caller may change all datasets of a table, because they share its rows. */
export function requireTableWriteAccess(
  request: RouteRequest,
  standing: readonly DatasetHead[],
  table: string,
  existing: ExistingTableMode,
): void {
  const rule = allowedRows(request.user, 'write', 'Dataset', ruleOptions(request))
  if (standing.every((dataset) => satisfies(rule, { ...dataset }))) return
  throw new ApiError(existing === 'fail' ? 'upload-table-exists' : 'upload-table-foreign', { args: [table] })
}

/** How an upload handles a table. */
interface ExistingTable {
  readonly existing: ExistingTableMode
  /** Records of an earlier table of that name, which end with the load. */
  readonly outdated: readonly number[]
  /** Records of uploads that created the table, which end when its dataset is stored. */
  readonly uploads: readonly number[]
  /** The load creates a table without a dataset. */
  readonly isNew: boolean
}

/**
 * Returns how to handle the table. A table without datasets may be changed by users who may write databases, and by the
 * user who created it with SQL or by an upload whose dataset could not be stored. A table that does not exist yet is
 * not changed if another request creates it meanwhile. Records of a missing table belong to one that was dropped outside
 * the product: they end if the load creates a table, which `fail` ensures.
 */
async function existingTable(
  request: RouteRequest,
  database: Database,
  { table, schema = defaultSchemaName(database), existing }: TableUpload,
  hasDataset: boolean,
): Promise<ExistingTable> {
  const { store, chartData } = request.context
  const all = await store.createdTables.ofDatabase(database.id)
  const fold = (name: string): string => engineNamed(database.backend)?.dialect.fold(name) ?? name
  const created = all.filter((each) => fold(each.schema) === fold(schema) && fold(each.name) === fold(table))
  const isFree = hasDataset || existing === 'fail'
  if (hasDataset && created.length === 0) return { existing, outdated: [], uploads: [], isNew: false }
  const tables = await chartData.sources.use(database, ({ connection }) => connection.tables(schema))
  if (!tables.some(({ name }) => fold(name) === fold(table)))
    return { existing: 'fail', outdated: created.map(({ id }) => id), uploads: [], isNew: !hasDataset }
  const userId = ownerId(request.user)
  const isCreator = userId !== null && created.length > 0 && created.every(({ user_id }) => user_id === userId)
  if (isFree || isCreator || can(request.user, 'write', 'Database', { ...database }, ruleOptions(request)))
    return { existing, outdated: [], uploads: created.filter(isOfUpload).map(({ id }) => id), isNew: false }
  throw new ApiError('upload-table-owner', { args: [table] })
}

/** True for the record of an upload; those of tables that SQL created name their sources. */
const isOfUpload = ({ method, sources }: CreatedTable): boolean => method === 'TABLE' && sources.length === 0

/** Returns whether the table exists after an aborted load; undefined if that is unknown. */
async function tableExists(
  { context }: RouteRequest,
  database: Database,
  { table, schema = defaultSchemaName(database) }: TableUpload,
): Promise<boolean | undefined> {
  const fold = (name: string): string => engineNamed(database.backend)?.dialect.fold(name) ?? name
  try {
    const tables = await context.chartData.sources.use(database, ({ connection }) => connection.tables(schema))
    return tables.some(({ name }) => fold(name) === fold(table))
  } catch {
    return undefined
  }
}

/** Returns the dataset of the table: the existing one with its columns updated, or a new one. */
async function ensureDataset(
  request: RouteRequest,
  database: Database,
  { table, schema = null }: { readonly table: string; readonly schema?: string | null | undefined },
  standing: readonly DatasetHead[],
): Promise<Dataset> {
  const { store, chartData } = request.context
  const { userId } = request.user
  const read = (name: string) => readColumns(chartData, database, { table_name: name, schema, sql: null }, request)
  const first = standing.find(({ table_name }) => table_name === table) ?? standing[0]
  const existing = first && (await store.datasets.get(first.id))
  // The name of an existing table may differ in case.
  const here = await read(table)
  const found = here.length > 0 || !existing ? here : await read(existing.table_name)
  if (existing) return store.datasets.update(existing.id, { columns: syncColumns(existing.columns, found) }, userId)
  const columns = found.map(draftColumn)
  return store.datasets.create(
    {
      database_id: database.id,
      table_name: table,
      schema,
      owners: userId === null ? [] : [userId],
      main_dttm_col: columns.find(({ is_dttm }) => is_dttm)?.column_name ?? null,
      columns,
      metrics: [countMetric],
    },
    userId,
  )
}
