import { FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import { RESPONSE_FRAME, type BundleProgress, PROGRESS_FRAME } from '#core/rest/bundle.ts'
import { anySignal } from '#server/data/any-signal.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import type { ReportProgress } from '#server/transfer/progress.ts'
import { type FrameContent, toFrameContent, framedFailure, printFrame } from './progress-frame.ts'

/** Status of a frame that reports progress. */
const PROCESSING = 102

/** A long-running operation on a bundle: reports progress by `tell`, and ends by the signal of `request`. */
type BundleOperation = (request: RouteRequest, tell: ReportProgress) => Promise<RouteResponse>

/**
 * Returns the response of a long-running operation. Clients that accept frames get progress frames and the response in
 * the last frame, with its own status and body. A disconnect aborts the operation.
 */
export async function withProgress(request: RouteRequest, work: BundleOperation): Promise<RouteResponse> {
  if (!request.headers['accept']?.includes(FRAMES_MEDIA_TYPE)) return work(request, () => {})
  const headers = { 'cache-control': 'no-store' }
  return { status: 200, type: FRAMES_MEDIA_TYPE, headers, stream: frames(request, work) }
}

/** Sends only the newest report between two reads: a slow client delays nothing. */
async function* frames(request: RouteRequest, work: BundleOperation): AsyncGenerator<Uint8Array> {
  const stopped = new AbortController()
  let newest: BundleProgress | undefined
  let wake = (): void => {}
  const reportProgress: ReportProgress = (progress) => {
    newest = progress
    wake()
  }
  const done = runOperation({ ...request, signal: anySignal(request.signal, stopped.signal) }, work, reportProgress)
  try {
    for (;;) {
      const reported = new Promise<undefined>((resolve) => {
        wake = () => resolve(undefined)
      })
      const end = newest === undefined ? await Promise.race([done, reported]) : undefined
      if (newest !== undefined) yield printFrame(PROGRESS_FRAME, toFrameContent({ status: PROCESSING, json: newest }))
      newest = undefined
      if (end) return yield printFrame(RESPONSE_FRAME, end.framed, end.file)
    }
  } finally {
    // The client may disconnect between two frames.
    stopped.abort()
  }
}

interface OperationOutcome {
  readonly framed: FrameContent
  /** The name of the file, if the response is one. */
  readonly file: string | undefined
}

async function runOperation(
  request: RouteRequest,
  work: BundleOperation,
  reportProgress: ReportProgress,
): Promise<OperationOutcome> {
  try {
    const answer = await work(request, reportProgress)
    const file = /filename=([\w.-]+)/.exec(answer.headers?.['content-disposition'] ?? '')?.[1]
    return { framed: toFrameContent(answer), file }
  } catch (error) {
    return { framed: framedFailure(error, request), file: undefined }
  }
}
