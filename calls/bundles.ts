import { FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import { RESPONSE_FRAME, type BundleProgress, type BundleSecrets, type ImportResponse } from '#core/rest/bundle.ts'
import { printRison } from '#core/rest/rison.ts'
import { abortError, responseError, type CallOptions, responseFailure, connectionError, send } from '#calls/call.ts'
import { FrameReader } from '#calls/frames.ts'

/** Resources that can be exported and imported as bundles. */
export type BundledName = 'chart' | 'dashboard' | 'dataset' | 'database' | 'saved_query'

/** The caller's signal and progress callback. */
export interface BundleRequestOptions {
  /** Cancels the operation; nothing of it is kept. */
  readonly signal?: AbortSignal | undefined
  /** Receives the progress. */
  readonly onProgress?: ((progress: BundleProgress) => void) | undefined
}

/** The timeout for reading or writing a bundle, in milliseconds. */
const PATIENCE = 10 * 60_000

/** Returns a bundle of rows and their dependencies, with its file name. */
export async function exportBundle(
  name: BundledName,
  ids: readonly number[],
  wait: BundleRequestOptions = {},
): Promise<{ readonly content: Blob; readonly fileName: string }> {
  const query = { q: printRison(ids) }
  const { body, file } = await sendWithProgress('GET', `/api/v1/${name}/export/`, { query }, wait)
  const content = new Blob([new Uint8Array(body)], { type: 'application/zip' })
  return { content, fileName: file ?? `${name}_export.zip` }
}

/** The options of an import. */
export interface ImportChoice {
  readonly secrets: BundleSecrets
  readonly overwrite: boolean
  /** Publishes imported dashboards that are drafts in the bundle. */
  readonly isPublishing: boolean
  /** Dry run: returns what the import would do. */
  readonly isDryRun: boolean
}

/**
 * Imports a bundle. Rejects with an `ApiResponseError` whose body `parseImportObstacles` parses if input is missing or
 * something conflicts.
 */
export async function importBundle(
  name: BundledName,
  file: File,
  choice: ImportChoice,
  wait: BundleRequestOptions = {},
): Promise<ImportResponse> {
  const body = new FormData()
  body.append('formData', file)
  for (const [field, secrets] of Object.entries({ passwords: {}, ...choice.secrets }))
    body.append(field, JSON.stringify(secrets))
  body.append('overwrite', String(choice.overwrite))
  if (choice.isPublishing) body.append('publish', 'true')
  if (choice.isDryRun) body.append('dry_run', 'true')
  const answer = await sendWithProgress('POST', `/api/v1/${name}/import/`, { body }, wait)
  return JSON.parse(new TextDecoder().decode(answer.body)) as ImportResponse
}

/** The body of a response, and its file name. */
interface StreamedResponse {
  readonly body: Uint8Array
  readonly file?: string | undefined
}

/** Sends a request that streams its progress, until the response is complete. */
async function sendWithProgress(
  method: string,
  path: string,
  options: CallOptions,
  wait: BundleRequestOptions,
): Promise<StreamedResponse> {
  const { signal } = wait
  const response = await send(method, path, { ...options, accept: FRAMES_MEDIA_TYPE, timeout: PATIENCE, signal })
  if (!response.ok) throw await responseFailure(response)
  try {
    return await lastFrame(response, wait)
  } catch (cause) {
    throw signal?.aborted ? abortError() : connectionError(cause)
  }
}

async function lastFrame({ body }: Response, { onProgress }: BundleRequestOptions): Promise<StreamedResponse> {
  const frames = new FrameReader()
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
    for (const { head, body: bytes } of frames.push(read.value)) {
      if (head.id === RESPONSE_FRAME && head.status < 300) return { body: bytes, file: head.file }
      const lastValue: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (head.id === RESPONSE_FRAME) throw responseError(head.status, lastValue)
      onProgress?.(lastValue as BundleProgress)
    }
  throw new Error('The stream ended early.')
}
