import type { Condition } from '#core/access/condition.ts'
import { databaseAccess } from '#core/access/rules.ts'
import type { Database } from '#core/entity/database.ts'
import {
  type Dataset,
  type DatasetColumnDraft,
  type DatasetDraft,
  type DatasetHead,
  type DatasetMetricDraft,
  type DatasetUpdate,
  type DatasetCreate,
  datasetColumnFields,
  datasetMetricFields,
  datasetEntity,
  type DatasetFieldInput,
  updatedFolders,
} from '#core/entity/dataset.ts'
import { type FolderParts, foldersProblem } from '#core/rest/dataset-folders.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { changesSource, type SqlOfDataset } from '#server/data/plan/dataset-source.ts'
import { isProtected } from '#server/dataset/protected-dataset.ts'
import {
  datasetNameProblem,
  limitTemporaryDatasets,
  requireFreeDatasetName,
  TEMPORARY_DATASET_MS,
} from '#server/dataset/temporary-datasets.ts'
import { sqlProblem } from '#server/data/errors/sql-problem.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { compact } from '#server/resources/shared/compact-response.ts'
import { folderCaller } from '#server/resources/shared/rule-options.ts'
import { resolveOwners } from '#server/resources/shared/owners.ts'
import { countMetric, draftColumn, readColumns, syncColumns } from '#server/resources/shared/source-columns.ts'
import { callerHasFullDatabaseAccess } from '#server/resources/shared/database-access.ts'
import { putTags, tagProblems } from '#server/resources/shared/tags.ts'
import { folderProblem } from '#server/security/folder-rights.ts'

interface FieldBody {
  readonly id?: number | null | undefined
  readonly column_name?: string
  readonly metric_name?: string
}

/** Returns the errors in a complete new list of columns or metrics. `name` is the key that holds their names. */
function checkParts(
  kind: 'columns' | 'metrics',
  wanted: readonly FieldBody[],
  known: readonly FieldBody[],
  name: 'column_name' | 'metric_name',
): FieldErrors {
  const ids = wanted.flatMap((part) => part.id ?? [])
  if (ids.some((id) => !known.some((part) => part.id === id))) return { [kind]: [`One or more ${kind} do not exist`] }
  const names = wanted.map((part) => part[name])
  if (new Set(names).size < names.length) return { [kind]: [`One or more ${kind} are duplicated`] }
  const stored = new Set(ids)
  const clash = wanted.some(
    (part) => !part.id && known.some((old) => stored.has(old.id as number) && old[name] === part[name]),
  )
  return clash ? { [kind]: [`One or more ${kind} already exist`] } : {}
}

/** A new dataset, or a change of one. */
export type DatasetBody =
  | { readonly create: DatasetCreate; readonly database: Database }
  | { readonly update: DatasetUpdate; readonly override: boolean; readonly database: Database | undefined }

/** A token that is limited to a role reads no temporary dataset, and does not evict those of its user. */
const LIMITED_TOKEN = 'An API token that is limited to a role cannot create a temporary dataset'

export async function parseDataset(
  body: unknown,
  request: RouteRequest,
  row?: DatasetHead,
): Promise<Parsed<DatasetBody>> {
  return row ? parseUpdate(body, request, row as Dataset) : parseCreate(body, request)
}

async function parseCreate(body: unknown, request: RouteRequest): Promise<Parsed<DatasetBody>> {
  const read = parseEntityBody(datasetEntity, body, 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const create = read.ok as DatasetCreate
  const { store } = request.context
  const database = await store.databases.get(create.database)
  if (!database) return { errors: { database: ['Database does not exist'] }, status: 422 }
  await checkSource(request, { sql: create.sql ?? null }, database)
  if (create.is_temporary && !create.sql?.trim())
    return { errors: { is_temporary: ['Only a dataset with SQL can be temporary'] }, status: 422 }
  if (create.is_temporary && request.user.roleLimit) return { errors: { is_temporary: [LIMITED_TOKEN] }, status: 422 }
  const { table_name } = create
  const taken = await datasetNameProblem(store, database.id, create.schema ?? null, table_name)
  if (taken) return { errors: { table_name: [taken] }, status: 422 }
  const metrics = checkParts('metrics', [countMetric, ...(create.metrics ?? [])], [], 'metric_name')
  if (Object.keys(metrics).length > 0) return { errors: metrics, status: 422 }
  const owners = await resolveOwners(store, request.user, create.owners)
  if ('errors' in owners) return { ...owners, status: 422 }
  const tags = await tagProblems(request, create.tags, 'dataset')
  if (tags) return { errors: tags, status: 422 }
  const folder = await folderProblem(folderCaller(request), create.folder_id, 'Dataset')
  if (folder) return { errors: folder, status: 422 }
  return { ok: { create: { ...create, owners: [...(owners.ok ?? [])] }, database } }
}

/**
 * Throws `dataset-protected` if row-level security rules or column masks name one of the datasets and the caller may not
 * change them: they end when the dataset is deleted or reads another source.
 */
export async function requireUnprotected(rows: readonly Pick<Dataset, 'id'>[], request: RouteRequest): Promise<void> {
  for (const { id } of rows)
    if (await isProtected(request.context.store, request.user, id)) throw new ApiError('dataset-protected')
}

async function parseUpdate(body: unknown, request: RouteRequest, row: Dataset): Promise<Parsed<DatasetBody>> {
  const read = parseEntityBody(datasetEntity, body, 'update')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const update = read.ok as DatasetUpdate
  const { store } = request.context
  const override = request.query['override_columns'] === 'true'
  const problems: FieldErrors = {
    ...(update.columns && !override ? checkParts('columns', update.columns, row.columns, 'column_name') : {}),
    ...(update.metrics ? checkParts('metrics', update.metrics, row.metrics, 'metric_name') : {}),
  }
  if (Object.keys(problems).length > 0) return { errors: problems, status: 422 }
  const folders = foldersProblem(updatedFolders(update) ?? [], partsAfter(row, update))
  if (folders) return { errors: { folders: [folders] }, status: 422 }
  const owners = await resolveOwners(store, request.user, update.owners, row)
  if ('errors' in owners) return { ...owners, status: 422 }
  const databaseId = update.database_id ?? row.database_id
  const database = await store.databases.get(databaseId)
  if (!database) return { errors: { database: ['Database does not exist'] }, status: 422 }
  const after = { ...row, ...selectEntityFields(datasetEntity, update) }
  if (changesSource(row, after)) {
    await requireUnprotected([row], request)
    await checkSource(request, after, database)
  }
  const schema = update.schema === undefined ? row.schema : update.schema
  const taken = await datasetNameProblem(store, databaseId, schema, update.table_name ?? row.table_name, row.id)
  if (taken) return { errors: { table_name: [taken] }, status: 422 }
  const tags = await tagProblems(request, update.tags, 'dataset', row)
  if (tags) return { errors: tags, status: 422 }
  const folder = await folderProblem(folderCaller(request), update.folder_id, 'Dataset', row)
  if (folder) return { errors: folder, status: 422 }
  return { ok: { update: { ...update, ...(owners.ok ? { owners: [...owners.ok] } : {}) }, override, database } }
}

/** Returns the columns and metrics after an update; parts that it does not send stay. */
function partsAfter(row: Dataset, { columns, metrics }: DatasetUpdate): FolderParts {
  const after = (
    sent: readonly DatasetFieldInput[] | undefined,
    stored: readonly { readonly id: number; readonly uuid: string }[],
  ) => sent?.map((each) => ({ uuid: each.uuid ?? stored.find(({ id }) => id === each.id)?.uuid })) ?? stored
  return { columns: after(columns, row.columns), metrics: after(metrics, row.metrics) }
}

/** Rejects callers who may not read the whole database. The error does not name a database that they may not see. */
async function requireSource(request: RouteRequest, database: Database): Promise<void> {
  if (callerHasFullDatabaseAccess(request, database)) return
  const seen: Condition = { and: [{ col: 'id', op: 'eq', value: database.id }, databaseAccess(request.user)] }
  const isSeen = (await request.context.store.databases.count(seen)) > 0
  throw new ApiError('database-access', { args: [isSeen ? database.database_name : database.id] })
}

/** Rejects a source that the caller may not read, and SQL that the guard or the engine rejects. */
async function checkSource(request: RouteRequest, source: SqlOfDataset, database: Database): Promise<void> {
  await requireSource(request, database)
  const { chartData, store } = request.context
  const problem = await sqlProblem({ chartData, store, user: request.user, database }, source)
  if (problem) throw problem
}

export async function createDataset(body: DatasetBody, request: RouteRequest): Promise<Dataset> {
  const { context, user } = request
  if (!('create' in body)) throw new Error('A dataset is created from a new one')
  const { create, database } = body
  const source = { table_name: create.table_name, schema: create.schema ?? null, sql: create.sql?.trim() || null }
  const found = await readColumns(context.chartData, database, source, request)
  if (found.length === 0) throw missingTable(create.table_name)
  const columns = found.map(draftColumn)
  const draft: DatasetDraft = {
    ...selectEntityFields(datasetEntity, create),
    ...source,
    database_id: database.id,
    owners: create.owners ?? [],
    ...(create.is_temporary ? { expires_on: context.now() + TEMPORARY_DATASET_MS } : {}),
    main_dttm_col: columns.find(({ is_dttm }) => is_dttm)?.column_name ?? null,
    columns,
    metrics: [countMetric, ...(create.metrics ?? []).map((sent) => metricDraft({ ...sent, uuid: null }))],
  }
  const dataset = await context.store.transaction(async (tx) => {
    await requireFreeDatasetName(tx, draft)
    const created = await tx.datasets.create(draft, user.userId)
    await putTags(tx, user, 'dataset', created.id, create.tags)
    return created
  })
  if (create.is_temporary) await limitTemporaryDatasets(context.store, user)
  return dataset
}

function missingTable(name: string): ApiError {
  const text = `Table [${name}] could not be found, please double check your database connection, schema, and table name`
  return new ApiError('fields-refused', { fields: { table: [text] } })
}

export async function updateDataset(
  row: DatasetHead,
  body: DatasetBody,
  request: RouteRequest,
  ifVersion?: number,
): Promise<DatasetHead> {
  if (!('update' in body)) throw new Error('A dataset is changed by an update')
  const { context, user } = request
  const { update, override, database } = body
  const patch = selectEntityFields(datasetEntity, update)
  const columns = override
    ? await overridden(request, database, { ...row, ...patch }, update)
    : update.columns?.map(columnDraft)
  const metrics = update.metrics?.map(metricDraft)
  const parts = compact({ columns, metrics })
  return context.store.transaction(async (tx) => {
    const options = ifVersion === undefined ? {} : { ifVersion }
    const saved = row.expires_on === null ? {} : { expires_on: null }
    await requireFreeDatasetName(tx, { ...row, ...patch })
    const after = await tx.datasets.update(row.id, { ...patch, ...parts, ...saved }, user.userId, options)
    await putTags(tx, user, 'dataset', row.id, update.tags)
    return after
  })
}

async function overridden(
  request: Pick<RouteRequest, 'context' | 'user' | 'signal'>,
  database: Database | undefined,
  row: DatasetHead,
  update: DatasetUpdate,
): Promise<readonly DatasetColumnDraft[]> {
  const given = (update.columns ?? []).map((column) => columnDraft({ ...column, id: null }))
  if (!database) return given
  const found = await readColumns(request.context.chartData, database, row, request)
  return syncColumns(given, found)
}

/** Returns a sent column in the form of the store; its shape has been checked. */
function columnDraft(sent: DatasetFieldInput): DatasetColumnDraft {
  return { ...keysOf(sent), ...selectEntityFields({ fields: datasetColumnFields }, sent) } as DatasetColumnDraft
}

function metricDraft(sent: DatasetFieldInput): DatasetMetricDraft {
  return { ...keysOf(sent), ...selectEntityFields({ fields: datasetMetricFields }, sent) } as DatasetMetricDraft
}

function keysOf({ id, uuid }: DatasetFieldInput) {
  return compact({ id: id ?? undefined, uuid: uuid ?? undefined })
}
