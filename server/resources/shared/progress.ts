import { FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import { ANSWER_FRAME, type BundleProgress, PROGRESS_FRAME } from '#core/rest/bundle.ts'
import { anySignal } from '#server/data/any-signal.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import type { TellProgress } from '#server/transfer/progress.ts'
import { type Framed, framed, framedFailure, printFrame } from './frame.ts'

/** What a frame says that tells of work which goes on. */
const PROCESSING = 102

/** Long work on a bundle: told by `tell` as it goes on, ended by the signal of `asked`. */
type Work = (asked: RouteRequest, tell: TellProgress) => Promise<RouteResponse>

/**
 * The answer of long work. Who accepts frames is sent how far it has come as it goes on, and the answer in the last
 * frame, with the status and the body it would have had alone. Who leaves meanwhile ends the work.
 */
export async function withProgress(asked: RouteRequest, work: Work): Promise<RouteResponse> {
  if (!asked.headers['accept']?.includes(FRAMES_MEDIA_TYPE)) return work(asked, () => {})
  const headers = { 'cache-control': 'no-store' }
  return { status: 200, type: FRAMES_MEDIA_TYPE, headers, stream: frames(asked, work) }
}

/** Only the newest of what was told between two reads is sent: a slow reader holds nothing up. */
async function* frames(asked: RouteRequest, work: Work): AsyncGenerator<Uint8Array> {
  const stopped = new AbortController()
  let newest: BundleProgress | undefined
  let wake = (): void => {}
  const tell: TellProgress = (progress) => {
    newest = progress
    wake()
  }
  const done = ended({ ...asked, signal: anySignal(asked.signal, stopped.signal) }, work, tell)
  try {
    for (;;) {
      const told = new Promise<undefined>((resolve) => {
        wake = () => resolve(undefined)
      })
      const end = newest === undefined ? await Promise.race([done, told]) : undefined
      if (newest !== undefined) yield printFrame(PROGRESS_FRAME, framed({ status: PROCESSING, json: newest }))
      newest = undefined
      if (end) return yield printFrame(ANSWER_FRAME, end.framed, end.file)
    }
  } finally {
    // The reader may leave between two frames.
    stopped.abort()
  }
}

interface Ended {
  readonly framed: Framed
  /** The name of the file, where the answer is one. */
  readonly file: string | undefined
}

async function ended(asked: RouteRequest, work: Work, tell: TellProgress): Promise<Ended> {
  try {
    const answer = await work(asked, tell)
    const file = /filename=([\w.-]+)/.exec(answer.headers?.['content-disposition'] ?? '')?.[1]
    return { framed: framed(answer), file }
  } catch (error) {
    return { framed: framedFailure(error, asked), file: undefined }
  }
}
