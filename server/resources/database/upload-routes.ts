import { stat } from 'node:fs/promises'
import { UPLOAD_PERMISSION, uploadViews } from '#core/access/upload.ts'
import { type UploadType, uploadTypes } from '#core/rest/upload-type.ts'
import type { Database } from '#core/entity/database.ts'
import { doneAnswer, uploadedAnswer, uploadMetadataAnswer } from '#core/rest/answer-shapes.ts'
import { replacedAnswer } from '#core/rest/dataset-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { PREVIEW_BYTES, type UploadPreview } from '#core/rest/upload.ts'
import { uploadTypeOf } from '#core/access/upload-extensions.ts'
import { engineNamed } from '#server/engines/index.ts'
import { idOf } from '#server/resources/generic.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import {
  type RouteResponse,
  type RouteRequest,
  type Form,
  type Policy,
  type Route,
  jsonResponse,
} from '#server/route/route.ts'
import { previewFile } from '#server/upload/upload-file.ts'
import { postReplacement, postUndo, undoBody } from './replace-data.ts'
import { namingFile, type UploadedFile, uploadedFile, uploaderOf, uploadFile } from './upload.ts'
import { keyField } from './upload-fields.ts'
import { runningUploadRoutes, runUpload } from './upload-running.ts'

/** Maximum sheets of a workbook whose columns are listed. */
const MAX_SHEETS = 20

const pairOf = (type: UploadType) => ({ permission: UPLOAD_PERMISSION, view: uploadViews[type] })

/** Returns the policy for uploads of a type, or of any type; the type of the file itself is checked later. */
const policyOf = (type: UploadType | undefined): Policy =>
  type === undefined ? { anyOf: uploadTypes.map(pairOf) } : pairOf(type)

function uploadRoute(
  path: string,
  type: UploadType | undefined,
  handler: (asked: RouteRequest) => Promise<RouteResponse>,
): Route {
  return {
    method: 'POST',
    path,
    policy: policyOf(type),
    formLimit: 'upload',
    keepsFiles: true,
    handler: (asked) => noContentIfDisconnected(asked, handler(asked)),
  }
}

async function postUpload(asked: RouteRequest, type: UploadType | undefined): Promise<RouteResponse> {
  const database = await findDatabase(asked, idOf(asked))
  const file = await uploadedFile(asked, database, asked.form as Form, type)
  const key = keyField(file.fields)
  const { dataset, report } =
    key === undefined ? await uploadFile(asked, database, file) : await runUpload(asked, database, file, key)
  return jsonResponse(uploadedAnswer, { message: 'OK', dataset_id: dataset.id, report }, 201)
}

/** Returns a preview of an upload from the beginning of the file; nothing is stored. */
async function postPreview(asked: RouteRequest): Promise<RouteResponse> {
  const database = await findDatabase(asked, idOf(asked))
  const form = asked.form as Form
  for (const { filename, path } of form.kept) {
    if (uploadTypeOf(filename) === 'csv' && (await stat(path)).size > PREVIEW_BYTES)
      throw new ApiError('payload-too-large', { args: [PREVIEW_BYTES] })
  }
  const file = await uploadedFile(asked, database, form)
  return { status: 200, json: { result: await preview(asked, database, file) } }
}

function preview(asked: RouteRequest, database: Database, file: UploadedFile): Promise<UploadPreview> {
  const isCut = file.fields['is_cut'] === 'true'
  return namingFile(file.file.filename, () =>
    previewFile(asked.context.chartData.sources, database, file, isCut, uploaderOf(asked)),
  )
}

/** Returns the column names of a file, for each sheet of a workbook. */
async function postMetadata(asked: RouteRequest, type: UploadType | undefined): Promise<RouteResponse> {
  const database = await metadataDatabase(asked)
  const file = await uploadedFile(asked, database, asked.form as Form, type)
  const first = await preview(asked, database, file)
  const items = [itemOf(first)]
  for (const sheet of first.sheets.filter((each) => each !== first.sheet).slice(0, MAX_SHEETS - 1))
    items.push(itemOf(await preview(asked, database, { ...file, options: { ...file.options, sheet } })))
  const { sheets } = first
  items.sort((one, other) => sheets.indexOf(one.sheet_name ?? '') - sheets.indexOf(other.sheet_name ?? ''))
  return jsonResponse(uploadMetadataAnswer, { result: { items } })
}

function itemOf({ sheet, column_names }: UploadPreview) {
  return { sheet_name: sheet, column_names: [...column_names] }
}

/** Returns the database of the path; without one, the first that accepts uploads, whose engine reads the file. */
async function metadataDatabase(asked: RouteRequest): Promise<Database> {
  if (asked.params['id'] !== undefined) return findDatabase(asked, idOf(asked))
  const { rows } = await asked.context.store.databases.list({
    where: { col: 'allow_file_upload', op: 'eq', value: true },
  })
  const found = rows.find(({ backend }) => engineNamed(backend)?.load)
  if (!found) throw new ApiError('not-found')
  return findDatabase(asked, found.id)
}

/** Returns the routes of one name: for files of one type, or of any type. */
function routesOf(name: string, type: UploadType | undefined): readonly Route[] {
  const prefix = name === '' ? '' : `${name}_`
  const metadata = (path: string): Route => ({
    ...uploadRoute(path, type, (asked) => postMetadata(asked, type)),
    answers: { 200: uploadMetadataAnswer },
  })
  return [
    {
      ...uploadRoute(`/:id/${prefix}upload`, type, (asked) => postUpload(asked, type)),
      answers: { 201: uploadedAnswer },
    },
    metadata(`/:id/${prefix === '' ? 'upload_' : prefix}metadata`),
    metadata(`/${prefix === '' ? 'upload_' : prefix}metadata`),
  ]
}

/** Routes for uploads, previews, and the columns of files. */
export const uploadRoutes: readonly Route[] = [
  ...runningUploadRoutes(policyOf(undefined)),
  ...routesOf('', undefined),
  ...uploadTypes.flatMap((type) => routesOf(type, type)),
  uploadRoute('/:id/upload_preview', undefined, postPreview),
  { ...uploadRoute('/:id/replace_data', undefined, postReplacement), answers: { 201: replacedAnswer } },
  {
    method: 'POST',
    path: '/:id/undo_replace_data',
    policy: policyOf(undefined),
    body: undoBody,
    answers: { 200: doneAnswer },
    handler: postUndo,
  },
]
