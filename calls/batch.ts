import type { LayerData } from '#core/form/layer-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { type BatchItem, COLUMNS_MEDIA_TYPE, type ColumnarResult, type FrameHead } from '#core/query/result.ts'
import { withTimestamps } from '#core/query/stored-times.ts'
import type { AsyncJob } from '#core/rest/async-event.ts'
import { bounds } from '#core/rest/bounds.ts'
import {
  type AnnotationQuery,
  type AnnotationFetchOptions,
  fetchAnnotation,
  LAYER_TIMEOUT_SECONDS,
  readLayer,
} from '#calls/annotation-data.ts'
import { awaitJob, isAsync } from '#calls/async-jobs.ts'
import type { ChartDataRequestOptions } from '#calls/chart-data.ts'
import { chartDataFailure, unexpectedStatusError } from '#calls/chart-failure.ts'
import { abortError, responseError, connectionError, send } from '#calls/call.ts'
import { FrameReader, frameText } from '#calls/frames.ts'

/** Sends the queries of a chart. */
type SendQueries = (context: QueryContext, options?: ChartDataRequestOptions) => Promise<readonly ColumnarResult[]>

/** One item of a batch, with the parser of its result. */
interface PendingRequest<T> {
  readonly item: Omit<BatchItem, 'id'>
  readonly signal: AbortSignal | undefined
  /** Milliseconds. */
  readonly timeout: number | undefined
  readonly read: (status: number, answer: unknown) => T | Promise<T>
  /** Sends the same query as a separate request, used if the batch has no other item. */
  readonly single?: (() => Promise<T>) | undefined
  /** Answered after the other items of the batch. */
  readonly isAfter?: boolean | undefined
}

interface WaitingRequest {
  readonly item: BatchItem
  readonly signal: AbortSignal | undefined
  readonly timeout: number | undefined
  readonly settle: (status: number, answer: unknown) => void
  readonly reject: (error: unknown) => void
  readonly single: (() => void) | undefined
}

/** Passes each frame to its caller until the stream ends. */
async function distributeFrames(body: ReadableStream<Uint8Array>, open: Map<string, WaitingRequest>): Promise<void> {
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

/** Settles one caller with its frame; an invalid frame fails alone. */
async function hand(waiting: WaitingRequest, head: FrameHead, bytes: Uint8Array): Promise<void> {
  try {
    waiting.settle(head.status, JSON.parse(await frameText(head, bytes)))
  } catch (error) {
    waiting.reject(connectionError(error))
  }
}

/** Returns the longest timeout of the items; undefined if one of them uses the default. */
function timeoutOf(all: readonly WaitingRequest[]): number | undefined {
  const own = all.flatMap(({ timeout }) => timeout ?? [])
  return own.length < all.length ? undefined : Math.max(...own)
}

async function sendBatch(all: readonly WaitingRequest[]): Promise<void> {
  const open = new Map(all.map((each) => [each.item.id, each]))
  const controller = new AbortController()
  const timeout = timeoutOf(all)
  for (const each of all)
    each.signal?.addEventListener('abort', () => {
      if (!open.delete(each.item.id)) return
      each.reject(abortError())
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
    await distributeFrames(response.body, open)
    if (open.size > 0) throw new Error('The stream ended early.')
  } catch (error) {
    const failed = connectionError(error)
    for (const each of open.values()) each.reject(failed)
    open.clear()
    // Cancels a stream that can no longer be parsed; no effect if it has ended.
    controller.abort()
  }
}

/** Sends the collected items; a single item with a separate request is sent that way. */
function sendAll(all: readonly WaitingRequest[]): void {
  const [first] = all
  if (all.length === 1 && first?.single) return first.single()
  const most = bounds['batch-items'].most
  for (let at = 0; at < all.length; at += most) void sendBatch(all.slice(at, at + most))
}

function readEntries(status: number, answer: unknown, signal: AbortSignal | undefined) {
  if (status === 200) return (answer as { result: readonly ColumnarResult[] }).result.map(withTimestamps)
  if (status === 202 && isAsync()) return awaitJob(answer as AsyncJob, signal)
  throw unexpectedStatusError(status, answer)
}

function itemOf(
  context: QueryContext,
  { dashboardId, sliceId, force, onlyCached }: ChartDataRequestOptions,
): PendingRequest<never>['item'] {
  return {
    query_context: force ? { ...context, force: true } : context,
    ...(dashboardId === undefined ? {} : { dashboard_id: dashboardId }),
    ...(sliceId === undefined ? {} : { slice_id: sliceId }),
    ...(onlyCached ? { only_cached: true } : {}),
  }
}

export interface BatchOptions {
  /** Schedules the sending of the collected items. */
  readonly schedule?: (flush: () => void) => void
  /** Sends the queries of a chart as a separate request, used if the batch has no other item. */
  readonly single?: SendQueries
}

/** Milliseconds that `isAfter` items wait for other items. */
const PATIENCE = 250

/**
 * Collects the chart queries and annotation layers of one frame and sends them as one request. Each caller gets its
 * result when its frame arrives. Aborted items leave the batch; when all are aborted, the request is cancelled. A
 * single layer is sent as a separate request. `isAfter` items wait for the next other item, up to a timeout. `sendNow`
 * sends immediately.
 */
export function createBatcher({ schedule = (flush) => setTimeout(flush, 0), single: askSingle }: BatchOptions = {}) {
  let gathered: WaitingRequest[] = []
  let behind: WaitingRequest[] = []
  let patience: ReturnType<typeof setTimeout> | undefined
  let serial = 0

  function sendGathered(): void {
    const all = [...gathered, ...behind]
    clearTimeout(patience)
    ;[gathered, behind] = [[], []]
    for (const each of all) if (each.signal?.aborted) each.reject(abortError())
    sendAll(all.filter((each) => !each.signal?.aborted))
  }

  /** Returns the queue of an item and schedules it for sending. */
  function queue(isAfter: boolean): WaitingRequest[] {
    if (!isAfter && gathered.length === 0) schedule(sendGathered)
    if (isAfter && behind.length === 0) patience = setTimeout(sendGathered, PATIENCE)
    return isAfter ? behind : gathered
  }

  function put<T>({ item, signal, timeout, read, single, isAfter = false }: PendingRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortError())
      serial += 1
      queue(isAfter).push({
        item: { id: String(serial), ...item, ...(isAfter ? { after: true } : {}) },
        signal,
        timeout,
        settle(status, answer) {
          if (status >= 400) return reject(responseError(status, answer))
          Promise.resolve(read(status, answer)).then(resolve, reject)
        },
        reject,
        single: single && (() => void single().then(resolve, reject)),
      })
    })
  }

  const ask: SendQueries = (context, options = {}) =>
    put({
      item: itemOf(context, options),
      signal: options.signal,
      timeout: options.timeout,
      isAfter: options.isAfter,
      read: (status, answer) => readEntries(status, answer, options.signal),
      single: askSingle && (() => askSingle(context, options)),
    })

  function askLayer(question: AnnotationQuery, options: AnnotationFetchOptions = {}): Promise<LayerData> {
    const { value, isNative, overrides } = question
    const { signal, force, timeout = LAYER_TIMEOUT_SECONDS } = options
    return put({
      item: { layer: { value, is_native: isNative, overrides, ...(force ? { force } : {}) } },
      signal,
      timeout: timeout * 1000,
      read: (_status, answer) => readLayer(question, answer),
      single: () => fetchAnnotation(question, options),
    })
  }

  return { ask, askLayer, sendNow: sendGathered }
}
