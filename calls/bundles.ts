import { FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import { ANSWER_FRAME, type BundleProgress, type ImportAnswer } from '#core/rest/bundle.ts'
import { printRison } from '#core/rest/rison.ts'
import { aborted, answered, type CallOptions, failure, lost, send } from '#calls/call.ts'
import { FrameReader } from '#calls/frames.ts'

/** Kinds whose rows go out and come in as bundles. */
export type BundledName = 'chart' | 'dashboard' | 'dataset' | 'database' | 'saved_query'

/** Who waits for a bundle. */
export interface BundleWait {
  /** Aborted when nobody waits any longer: then nothing is kept of what has been done. */
  readonly signal?: AbortSignal | undefined
  /** Hears how far it has come. */
  readonly onProgress?: ((progress: BundleProgress) => void) | undefined
}

/** Milliseconds that a bundle may take to be read or written. */
const PATIENCE = 10 * 60_000

/** A bundle of rows and what they use, with the name of its file. */
export async function exportBundle(
  name: BundledName,
  ids: readonly number[],
  wait: BundleWait = {},
): Promise<{ readonly content: Blob; readonly fileName: string }> {
  const query = { q: printRison(ids) }
  const { body, file } = await follow('GET', `/api/v1/${name}/export/`, { query }, wait)
  const content = new Blob([new Uint8Array(body)], { type: 'application/zip' })
  return { content, fileName: file ?? `${name}_export.zip` }
}

/** How a bundle is brought in. */
export interface ImportChoice {
  /** By path of the database's file. */
  readonly passwords: Readonly<Record<string, string>>
  readonly overwrite: boolean
  /** Publishes imported dashboards that are drafts in the bundle. */
  readonly isPublishing: boolean
  /** Only tries, and tells what would be done. */
  readonly isRehearsal: boolean
}

/** Brings in a bundle; an `ApiResponseError` whose body `importTrouble` reads where something stands in the way. */
export async function importBundle(
  name: BundledName,
  file: File,
  choice: ImportChoice,
  wait: BundleWait = {},
): Promise<ImportAnswer> {
  const body = new FormData()
  body.append('formData', file)
  body.append('passwords', JSON.stringify(choice.passwords))
  body.append('overwrite', String(choice.overwrite))
  if (choice.isPublishing) body.append('publish', 'true')
  if (choice.isRehearsal) body.append('dry_run', 'true')
  const answer = await follow('POST', `/api/v1/${name}/import/`, { body }, wait)
  return JSON.parse(new TextDecoder().decode(answer.body)) as ImportAnswer
}

/** The body of an answer, and the name of the file that it is. */
interface Followed {
  readonly body: Uint8Array
  readonly file?: string | undefined
}

/** Makes a call that tells how far it has come, until its answer is there. */
async function follow(method: string, path: string, options: CallOptions, wait: BundleWait): Promise<Followed> {
  const { signal } = wait
  const response = await send(method, path, { ...options, accept: FRAMES_MEDIA_TYPE, timeout: PATIENCE, signal })
  if (!response.ok) throw await failure(response)
  try {
    return await lastFrame(response, wait)
  } catch (cause) {
    throw signal?.aborted ? aborted() : lost(cause)
  }
}

async function lastFrame({ body }: Response, { onProgress }: BundleWait): Promise<Followed> {
  const frames = new FrameReader()
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
    for (const { head, body: bytes } of frames.push(read.value)) {
      if (head.id === ANSWER_FRAME && head.status < 300) return { body: bytes, file: head.file }
      const said: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (head.id === ANSWER_FRAME) throw answered(head.status, said)
      onProgress?.(said as BundleProgress)
    }
  throw new Error('The stream ended early.')
}
