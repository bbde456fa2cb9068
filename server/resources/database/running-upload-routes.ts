import type { IncomingFileObserver } from '#server/base/incoming-file-observer.ts'
import { basename } from 'node:path'
import type { Database } from '#core/entity/database.ts'
import { doneResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { runningUploadsResponse } from '#core/rest/running-uploads.ts'
import {
  type FormStart,
  type RouteResponse,
  type RouteRequest,
  type Policy,
  type Route,
  jsonResponse,
} from '#server/route/route.ts'
import type { OnRows } from '#server/engines/engine.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { RunningUploads, type UploadSubject } from '#server/upload/running-uploads.ts'
import { type LoadedFile, uploadTableOf, type UploadedFile, uploadFile } from './upload.ts'
import { isUploadKey, keyField } from './upload-fields.ts'

const runningUploadsByStore = new WeakMap<object, RunningUploads>()

/** Returns the uploads of a server that outlive their connections. */
function uploadsOf({ context }: RouteRequest): RunningUploads {
  const known = runningUploadsByStore.get(context.store) ?? new RunningUploads(context.now)
  runningUploadsByStore.set(context.store, known)
  return known
}

/** Loads a file into the table of its form; under the key of the form if there is one. */
export function runFileUpload(request: RouteRequest, database: Database, file: UploadedFile): Promise<LoadedFile> {
  const upload = { databaseId: database.id, filename: file.file.filename, table: uploadTableOf(file) }
  return runListedUpload(request, file.fields, upload, (current, onRows) => uploadFile(current, database, file, onRows))
}

/** The database, file and table of an upload. */
interface ListedUpload {
  readonly databaseId: number
  readonly filename: string
  readonly table: string
}

/**
 * Runs an upload under the key of its form. It then continues after the caller has disconnected, and the caller can stop
 * it by the key. An upload without a key ends with its connection.
 */
export async function runListedUpload<T extends { readonly dataset: { readonly id: number } }>(
  request: RouteRequest,
  fields: UploadedFile['fields'],
  { databaseId, filename, table }: ListedUpload,
  work: (request: RouteRequest, onRows?: OnRows) => Promise<T>,
): Promise<T> {
  const key = keyField(fields)
  if (key === undefined) return work(request)
  const { userId } = request.user
  if (userId === null)
    throw new ApiError('fields-refused', { fields: { upload_key: ['Needs a user who is signed in.'] } })
  const subject = subjectOf(key, databaseId, filename, table)
  const listed = (signal: AbortSignal, onRows: OnRows) => work({ ...request, signal }, onRows)
  return uploadsOf(request).run(userId, subject, listed, request.form?.receipt)
}

/** Maximum characters of a listed name. */
const MAX_LISTED_NAME = 250

function subjectOf(key: string, databaseId: number, filename: string, table: string): UploadSubject {
  return {
    key,
    file_name: basename(filename).slice(0, MAX_LISTED_NAME),
    table_name: table.slice(0, MAX_LISTED_NAME),
    database_id: databaseId,
  }
}

/** Lists an upload with a key from the beginning of its file. Returns undefined for an upload without a key. */
export function receiveUpload(
  request: RouteRequest,
  { fields, filename }: FormStart,
): IncomingFileObserver | undefined {
  const key = keyField(fields)
  const { userId } = request.user
  if (key === undefined || userId === null) return undefined
  const length = Number(request.headers['content-length'])
  const subject = subjectOf(key, idOf(request), filename, uploadTableOf({ fields, file: { filename } }))
  const totalBytes = Number.isSafeInteger(length) ? length : null
  return uploadsOf(request).receive({ userId, subject, totalBytes, signal: request.signal })
}

async function list(request: RouteRequest): Promise<RouteResponse> {
  const { userId } = request.user
  const result = userId === null ? [] : uploadsOf(request).list(userId)
  return jsonResponse(runningUploadsResponse, { result: [...result] })
}

async function remove(request: RouteRequest): Promise<RouteResponse> {
  const { userId } = request.user
  const { key = '' } = request.params
  if (userId === null || !isUploadKey(key) || !uploadsOf(request).remove(userId, key)) throw new ApiError('not-found')
  return jsonResponse(doneResponse, { message: 'OK' })
}

/** `GET /uploads/` lists the uploads of the caller; `DELETE /uploads/{key}` stops one, or removes its result. */
export const runningUploadRoutes = (policy: Policy): readonly Route[] => [
  { method: 'GET', path: '/uploads', policy, responses: { 200: runningUploadsResponse }, handler: list },
  { method: 'DELETE', path: '/uploads/:key', policy, responses: { 200: doneResponse }, handler: remove },
]
