import type { QueryContext } from '#core/query/query-object.ts'
import { type BatchItem, COLUMNS_MEDIA_TYPE, type ColumnsEntry, type FrameHead } from '#core/query/result.ts'
import { withMoments } from '#core/query/stored-times.ts'
import type { AsyncJob } from '#core/rest/async-event.ts'
import { awaitJob, isAsync } from '#calls/async.ts'
import type { AskOptions } from '#calls/chart-data.ts'
import { chartDataFailure, unexpected } from '#calls/chart-failure.ts'
import { aborted, answered, lost, send } from '#calls/call.ts'
import { FrameReader, frameText } from '#calls/frames.ts'

interface Waiting {
  readonly item: BatchItem
  readonly signal: AbortSignal | undefined
  readonly resolve: (answers: readonly ColumnsEntry[]) => void
  readonly reject: (error: unknown) => void
}

/** Hands each frame to whoever waits for it, until the stream ends. */
async function deal(body: ReadableStream<Uint8Array>, open: Map<string, Waiting>): Promise<void> {
  const frames = new FrameReader()
  const reader = body.getReader()
  const handed: Promise<void>[] = []
  for (let read = await reader.read(); !read.done; read = await reader.read())
    for (const { head, body: bytes } of frames.push(read.value)) {
      const waiting = open.get(head.id)
      open.delete(head.id)
      if (waiting) handed.push(hand(waiting, head, bytes))
    }
  await Promise.all(handed)
}

/** Gives an answer to whoever waits for it; one that cannot be read fails alone. */
async function hand(waiting: Waiting, head: FrameHead, bytes: Uint8Array): Promise<void> {
  try {
    settle(waiting, head.status, JSON.parse(await frameText(head, bytes)))
  } catch (error) {
    waiting.reject(lost(error))
  }
}

function settle({ resolve, reject, signal }: Waiting, status: number, answer: unknown): void {
  if (status === 200) resolve((answer as { result: readonly ColumnsEntry[] }).result.map(withMoments))
  else if (status >= 400) reject(answered(status, answer))
  else if (status === 202 && isAsync()) awaitJob(answer as AsyncJob, signal).then(resolve, reject)
  else reject(unexpected(status, answer))
}

async function run(all: readonly Waiting[], timeout: number | undefined): Promise<void> {
  const open = new Map(all.map((each) => [each.item.id, each]))
  const controller = new AbortController()
  for (const each of all)
    each.signal?.addEventListener('abort', () => {
      if (!open.delete(each.item.id)) return
      each.reject(aborted())
      if (open.size === 0) controller.abort()
    })
  try {
    const response = await send('POST', '/api/v1/chart/data/batch', {
      body: { items: all.map((each) => each.item) },
      accept: COLUMNS_MEDIA_TYPE,
      signal: controller.signal,
      ...(timeout === undefined ? {} : { timeout }),
    })
    if (response.status !== 200 || !response.body) throw await chartDataFailure(response)
    await deal(response.body, open)
    if (open.size > 0) throw new Error('The stream ended early.')
  } catch (error) {
    const failed = lost(error)
    for (const each of open.values()) each.reject(failed)
    open.clear()
    // A stream nobody can read on is ended; of one read to its end nothing is left to end.
    controller.abort()
  }
}

/**
 * Gathers the questions asked within one frame and sends them as one request; each is answered as its frame arrives.
 * An aborted question leaves the batch, and the last to leave ends the request.
 */
export function createBatcher(schedule: (flush: () => void) => void = (flush) => setTimeout(flush, 0)) {
  let gathered: Waiting[] = []
  let serial = 0
  return function ask(context: QueryContext, options: AskOptions = {}): Promise<readonly ColumnsEntry[]> {
    return new Promise((resolve, reject) => {
      if (options.signal?.aborted) return reject(aborted())
      if (gathered.length === 0)
        schedule(() => {
          const all = gathered.filter((each) => !each.signal?.aborted)
          for (const each of gathered) if (each.signal?.aborted) each.reject(aborted())
          gathered = []
          if (all.length > 0) void run(all, options.timeout)
        })
      serial += 1
      const item: BatchItem = {
        id: String(serial),
        query_context: options.force ? { ...context, force: true } : context,
        ...(options.dashboardId === undefined ? {} : { dashboard_id: options.dashboardId }),
        ...(options.sliceId === undefined ? {} : { slice_id: options.sliceId }),
      }
      gathered.push({ item, signal: options.signal, resolve, reject })
    })
  }
}
