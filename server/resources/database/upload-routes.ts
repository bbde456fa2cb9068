import { stat } from 'node:fs/promises'
import { UPLOAD_PERMISSION, uploadViews } from '#core/access/upload.ts'
import { type UploadType, uploadTypes } from '#core/rest/upload-type.ts'
import type { Database } from '#core/entity/database.ts'
import { doneResponse, uploadedResponse, uploadMetadataResponse } from '#core/rest/response-shapes.ts'
import { replacedResponse } from '#core/rest/dataset-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { MAX_PREVIEW_BYTES, type UploadPreview } from '#core/rest/upload.ts'
import { uploadTypeOf } from '#core/access/upload-extensions.ts'
import { engineNamed } from '#server/engines/index.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
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
import { countingUpload, fileToLoad, namingFile, type UploadedFile, uploadedFile, uploaderOf } from './upload.ts'
import { receiveUpload, runFileUpload, runningUploadRoutes } from './running-upload-routes.ts'

/** Maximum sheets of a workbook whose columns are listed. */
const MAX_SHEETS = 20

const pairOf = (type: UploadType) => ({ permission: UPLOAD_PERMISSION, view: uploadViews[type] })

/** Returns the policy for uploads of a type, or of any type; the type of the file itself is checked later. */
const policyOf = (type: UploadType | undefined): Policy =>
  type === undefined ? { anyOf: uploadTypes.map(pairOf) } : pairOf(type)

function uploadRoute(
  path: string,
  type: UploadType | undefined,
  handler: (request: RouteRequest) => Promise<RouteResponse>,
): Route {
  return {
    method: 'POST',
    path,
    policy: policyOf(type),
    formLimit: 'upload',
    keepsFiles: true,
    handler: (request) => noContentIfDisconnected(request, handler(request)),
  }
}

async function postUpload(request: RouteRequest, type: UploadType | undefined): Promise<RouteResponse> {
  const database = await findDatabase(request, idOf(request))
  const file = await fileToLoad(request, database, request.form as Form, type)
  const { dataset, report } = await countingUpload(request, file, () => runFileUpload(request, database, file))
  return jsonResponse(uploadedResponse, { message: 'OK', dataset_id: dataset.id, report }, 201)
}

/** Returns a preview of an upload from the beginning of the file; nothing is stored. */
async function postPreview(request: RouteRequest): Promise<RouteResponse> {
  const database = await findDatabase(request, idOf(request))
  const form = request.form as Form
  for (const { filename, path } of form.storedFiles) {
    if (uploadTypeOf(filename) === 'csv' && (await stat(path)).size > MAX_PREVIEW_BYTES)
      throw new ApiError('payload-too-large', { args: [MAX_PREVIEW_BYTES] })
  }
  const file = await uploadedFile(request, database, form)
  return { status: 200, json: { result: await preview(request, database, file) } }
}

function preview(request: RouteRequest, database: Database, file: UploadedFile): Promise<UploadPreview> {
  const isCut = file.fields['is_cut'] === 'true'
  return namingFile(file.file.filename, () =>
    previewFile(request.context.chartData.sources, database, file, isCut, uploaderOf(request)),
  )
}

/** Returns the column names of a file, for each sheet of a workbook. */
async function postMetadata(request: RouteRequest, type: UploadType | undefined): Promise<RouteResponse> {
  const database = await metadataDatabase(request)
  const file = await uploadedFile(request, database, request.form as Form, type)
  const first = await preview(request, database, file)
  const items = [itemOf(first)]
  for (const sheet of first.sheets.filter((each) => each !== first.sheet).slice(0, MAX_SHEETS - 1))
    items.push(itemOf(await preview(request, database, { ...file, options: { ...file.options, sheet } })))
  const { sheets } = first
  items.sort((one, other) => sheets.indexOf(one.sheet_name ?? '') - sheets.indexOf(other.sheet_name ?? ''))
  return jsonResponse(uploadMetadataResponse, { result: { items } })
}

function itemOf({ sheet, column_names }: UploadPreview) {
  return { sheet_name: sheet, column_names: [...column_names] }
}

/** Returns the database of the path; without one, the first that accepts uploads, whose engine reads the file. */
async function metadataDatabase(request: RouteRequest): Promise<Database> {
  if (request.params['id'] !== undefined) return findDatabase(request, idOf(request))
  const { rows } = await request.context.store.databases.list({
    where: { col: 'allow_file_upload', op: 'eq', value: true },
  })
  const found = rows.find(({ backend }) => engineNamed(backend)?.load)
  if (!found) throw new ApiError('not-found')
  return findDatabase(request, found.id)
}

/** Returns the routes of one name: for files of one type, or of any type. */
function routesOf(name: string, type: UploadType | undefined): readonly Route[] {
  const prefix = name === '' ? '' : `${name}_`
  const metadata = (path: string): Route => ({
    ...uploadRoute(path, type, (request) => postMetadata(request, type)),
    responses: { 200: uploadMetadataResponse },
  })
  return [
    {
      ...uploadRoute(`/:id/${prefix}upload`, type, (request) => postUpload(request, type)),
      onFileStart: receiveUpload,
      responses: { 201: uploadedResponse },
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
  {
    ...uploadRoute('/:id/replace_data', undefined, postReplacement),
    onFileStart: receiveUpload,
    responses: { 201: replacedResponse },
  },
  {
    method: 'POST',
    path: '/:id/undo_replace_data',
    policy: policyOf(undefined),
    body: undoBody,
    responses: { 200: doneResponse },
    handler: postUndo,
  },
]
