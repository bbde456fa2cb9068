import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { hasPermission } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import { uploadDenial } from '#core/access/upload.ts'
import { uploadTypes } from '#core/rest/upload-type.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { int, readBody } from '#core/rest/body.ts'
import { doneResponse } from '#core/rest/response-shapes.ts'
import { replacedResponse } from '#core/rest/dataset-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { parseJson } from '#core/rest/json.ts'
import { idOf, rejectManagedEntity } from '#server/resources/resource-handlers.ts'
import { planRefresh, saveColumnRefresh } from '#server/resources/shared/column-refresh.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { type Renames, renamedSchema } from '#server/resources/shared/rename-columns.ts'
import type { OnRows } from '#server/engines/engine.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { readColumns } from '#server/resources/shared/source-columns.ts'
import { type RouteResponse, type RouteRequest, type Form, jsonResponse } from '#server/route/route.ts'
import { loadFile } from '#server/upload/upload-file.ts'
import { recordTableCopy, tableCopiesOf, dropCopies, removeAbsentCopies, removeCopies } from './table-copies.ts'
import { requireUpload, defaultSchemaName } from './upload-access.ts'
import {
  countingUpload,
  fileToLoad,
  findDatasetsByTable,
  namingFile,
  requireTableWriteAccess,
  runUpload,
  type UploadedFile,
  uploaderOf,
} from './upload.ts'
import { runListedUpload } from './running-upload-routes.ts'

export const undoBody = z.looseObject({ dataset_id: int })

/** A dataset whose table a file replaces. */
interface Target {
  readonly database: Database
  readonly dataset: Dataset
  readonly schema: string
}

const wrongDataset = (text: string): ApiError => new ApiError('fields-refused', { fields: { dataset_id: [text] } })

/** Returns the dataset with an id, which must be a table of the database that the caller may write. */
async function findTarget(request: RouteRequest, database: Database, id: number): Promise<Target> {
  const { datasets } = request.context.store
  const find = (action: 'read' | 'write') =>
    datasets.find({
      and: [{ col: 'id', op: 'eq', value: id }, allowedRows(request.user, action, 'Dataset', ruleOptions(request))],
    })
  if (!(await find('read'))) throw new ApiError('not-found')
  if (!hasPermission(request.user, 'can_write', 'Dataset') || !(await find('write'))) throw new ApiError('forbidden')
  const dataset = await datasets.get(id)
  if (!dataset) throw new ApiError('not-found')
  rejectManagedEntity(dataset)
  if (dataset.database_id !== database.id) throw wrongDataset('The dataset is in another database')
  if (dataset.sql) throw wrongDataset('The dataset is a query: it has no table')
  return { database, dataset, schema: dataset.schema || defaultSchemaName(database) }
}

/** Requires that the caller may change all datasets of the table; checked again when the queued upload runs. */
async function requireTable(request: RouteRequest, { database, dataset, schema }: Target): Promise<void> {
  const { table_name: table } = dataset
  requireTableWriteAccess(request, await findDatasetsByTable(request, database, table, schema), table, 'replace')
}

/** `POST /:id/replace_data`: loads a file into a new table, which becomes the table of a dataset with its columns. */
export async function postReplacement(request: RouteRequest): Promise<RouteResponse> {
  const database = await findDatabase(request, idOf(request))
  const form = request.form as Form
  const { dataset_id, renamed, ...fields } = form.fields
  const target = await findTarget(request, database, idField(dataset_id))
  const file = await fileToLoad(request, database, { ...form, fields: { ...fields, schema: target.schema } })
  const renames = renamesOf(renamed)
  const { filename } = file.file
  const listed = { databaseId: database.id, filename, table: target.dataset.table_name }
  const { answer } = await countingUpload(request, file, () =>
    runListedUpload(request, file.fields, listed, (listedRequest, onRows) =>
      runUpload(listedRequest, database, (current, present) => {
        requireUpload(current, present, file.type, target.schema)
        return namingFile(filename, () => replace(current, target, { ...file, renames }, onRows))
      }),
    ),
  )
  return jsonResponse(replacedResponse, answer, 201)
}

function idField(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw wrongDataset('Must be the id of a dataset.')
  return Number(text)
}

function renamesOf(text: string | undefined): Renames {
  const createError = (message: string) => new ApiError('fields-refused', { fields: { renamed: [message] } })
  let value: unknown
  try {
    value = text ? parseJson(text) : {}
  } catch {
    throw createError('Must be JSON.')
  }
  const read = renamedSchema.safeParse(value)
  if (!read.success) throw createError(read.error.issues[0]?.message ?? 'Must be an object of column names.')
  return new Map(Object.entries(read.data))
}

async function replace(
  request: RouteRequest,
  { dataset: { id }, ...rest }: Target,
  { renames, ...file }: UploadedFile & { readonly renames: Renames },
  onRows: OnRows | undefined,
) {
  // The dataset may have changed while other files were loaded.
  const target = await findTarget(request, rest.database, id)
  await requireTable(request, target)
  const { context } = request
  const { chartData, store } = context
  const { database, dataset, schema } = target
  const suffix = randomBytes(4).toString('hex')
  const earlier = await tableCopiesOf(store, target)
  const next = await recordTableCopy(store, target, `file_${suffix}`)
  const before = await recordTableCopy(store, target, `before_${suffix}`)
  let isSwapped = false
  try {
    const upload = { ...file, table: next.name, schema, existing: 'fail' as const }
    const report = await loadFile(chartData.sources, database, upload, uploaderOf(request, onRows))
    const source = { table_name: next.name, schema, sql: null }
    const plan = await planRefresh(dataset, request, await readColumns(chartData, database, source, request), renames)
    const undo = await chartData.sources.withTableChanges(database, (change) =>
      saveColumnRefresh(plan, request, async () => {
        const rename = [
          { from: dataset.table_name, to: before.name },
          { from: next.name, to: dataset.table_name },
        ]
        await change({ schema, drop: earlier.map(({ name }) => name), rename })
        isSwapped = true
      }),
    )
    const { changes, charts } = plan
    return { dataset, answer: { message: 'OK', changes, charts, undo, report } }
  } catch (error) {
    if (isSwapped) await swapBack(request, target, before.name)
    else await dropCopies(request, target, [next]).catch(() => {})
    throw error
  } finally {
    await removeAbsentCopies(request, target, [next, before, ...earlier]).catch(() => {})
    await store.databases.dataChanged(database.id)
  }
}

/** Swaps the previous rows of a dataset back in. */
async function swapBack(
  { context }: RouteRequest,
  { database, dataset, schema }: Target,
  before: string,
): Promise<void> {
  const { table_name: table } = dataset
  const changes = { schema, drop: [table], rename: [{ from: before, to: table }] }
  await context.chartData.sources.changeTables(database, changes)
}

/** `POST /:id/undo_replace_data`: restores the rows of a dataset that a file has replaced. */
export async function postUndo(request: RouteRequest): Promise<RouteResponse> {
  const database = await findDatabase(request, idOf(request))
  const read = readBody(undoBody, request.body ?? {})
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { dataset_id } = read.ok
  return runUpload(request, database, async (current, present) => {
    const { store } = current.context
    const target = await findTarget(current, present, dataset_id)
    requireAnyUpload(current, target)
    await requireTable(current, target)
    const copies = await tableCopiesOf(store, target)
    const before = copies.find(({ name }) => /_before_[^_]+$/.test(name))
    if (!before) throw wrongDataset('The previous rows are no longer stored')
    await swapBack(current, target, before.name)
    await removeCopies(store, [before])
    await store.databases.dataChanged(database.id)
    return jsonResponse(doneResponse, { message: 'OK' })
  })
}

/** Undoing writes rows as an upload does: some type of file must be allowed. */
function requireAnyUpload(request: RouteRequest, { database, schema }: Target): void {
  const type = uploadTypes.find((each) => uploadDenial(request.user, { type: each, database, schema }) === undefined)
  requireUpload(request, database, type ?? 'csv', schema)
}
