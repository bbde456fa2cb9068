import type { IncomingFileObserver } from '#server/base/incoming-file-observer.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Form, FormFile, FormStart, StoredFormFile } from '#server/route/route.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import { fileTooLarge, isUrlencoded } from './body.ts'
import type { UploadedFiles } from './uploaded-files.ts'

const FIELDS = 50
const FILES = 5
/** Maximum total bytes of the fields of a multipart form; a dataset of thousands of columns fits. */
const MULTIPART_FIELDS_BYTES = 4 * 1024 * 1024

type OnFileStart = (start: FormStart) => IncomingFileObserver | undefined

/**
 * Reads the form of a request, multipart or urlencoded. Throws an error if it is not a form, is truncated or malformed,
 * or exceeds `limit` bytes. Its files are written to `disk`, if given. `onFileStart` is called for the first of them.
 */
export async function readForm(
  request: FastifyRequest,
  limit: number,
  disk?: UploadedFiles,
  onFileStart?: OnFileStart,
): Promise<Form> {
  if (isUrlencoded(request)) return { fields: textsOf(request.body), files: [], storedFiles: [] }
  if (!request.isMultipart()) throw new ApiError('not-multipart')
  try {
    return await readParts(request, limit, disk, onFileStart)
  } catch (error) {
    if (disk && isFileLimit(error)) throw fileTooLarge(limit)
    if (asApiError(error)) throw error
    // The only errors known to the reader of the parts are errors in the sent form.
    throw new ApiError('request-wrong', { args: ['the parts of the form cannot be read'], cause: error })
  }
}

async function readParts(
  request: FastifyRequest,
  limit: number,
  disk: UploadedFiles | undefined,
  onFileStart: OnFileStart | undefined,
): Promise<Form> {
  const fields: Record<string, string> = {}
  const files: FormFile[] = []
  const cached: StoredFormFile[] = []
  const limits = { fileSize: limit, files: FILES, fields: FIELDS, fieldSize: MULTIPART_FIELDS_BYTES }
  let fieldBytes = 0
  let fileBytes = 0
  let receipt: IncomingFileObserver | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new ApiError('payload-too-large', { args: [MULTIPART_FIELDS_BYTES] })
      const value = String(part.value)
      fieldBytes += Buffer.byteLength(value)
      fields[part.fieldname] = value
    } else {
      const head = { field: part.fieldname, filename: part.filename, type: part.mimetype }
      if (disk) {
        if (cached.length === 0) receipt = onFileStart?.({ fields, filename: part.filename })
        const { path, bytes } = await disk.keep(part.file, cached.length === 0 ? receipt : undefined)
        fileBytes += bytes
        cached.push({ ...head, path })
      } else {
        const bytes = await part.toBuffer()
        fileBytes += bytes.byteLength
        files.push({ ...head, bytes })
      }
    }
    if (fieldBytes > MULTIPART_FIELDS_BYTES) throw new ApiError('payload-too-large', { args: [MULTIPART_FIELDS_BYTES] })
    if (fileBytes > limit) throw disk ? fileTooLarge(limit) : new ApiError('payload-too-large', { args: [limit] })
  }
  return { fields, files, storedFiles: cached, receipt }
}

/** True if an error says that one file of a form exceeds its limit. */
function isFileLimit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
}

/** True if a request has a form of either content type. */
export function isForm(request: FastifyRequest): boolean {
  return isUrlencoded(request) || request.isMultipart()
}

/** Returns the fields as texts; of a repeated field, the last value. */
function textsOf(body: unknown): Record<string, string> {
  const entries = Object.entries((body ?? {}) as Record<string, string | string[]>)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]))
}
