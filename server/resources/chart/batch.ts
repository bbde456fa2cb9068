import { parseQueryContext } from '#core/query/parse-query.ts'
import { type BatchItem, FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { anySignal } from '#server/data/any-signal.ts'
import { acceptsEncoding } from '#server/route/encoding.ts'
import {
  type FrameContent,
  toFrameContent,
  framedFailure,
  printFrame,
} from '#server/resources/shared/progress-frame.ts'
import type { RouteRequest, Route } from '#server/route/route.ts'
import { runBatchLayer, type LayerRoutes } from './batch-layer.ts'
import { runQueryContext, readDataPolicy } from './data.ts'
import { resultOrJob } from './deferred-result.ts'

/**
 * Runs many query contexts and the annotation layers of their charts in one request. Each result is sent as a frame as
 * soon as it is ready. Items with `after` start behind the others. Each item fails alone, with the status of its own
 * route. If the caller disconnects, all running items are stopped.
 */
export function batchRoute(layers: LayerRoutes): Route {
  return {
    method: 'POST',
    path: '/api/v1/chart/data/batch',
    tokenScope: 'read',
    guest: true,
    policy: readDataPolicy,
    csrfExempt: 'It changes nothing, and older clients send no token.',
    async handler(request) {
      const items = readItems(request.body)
      return {
        status: 200,
        type: FRAMES_MEDIA_TYPE,
        stream: frames(items, (item, to) => runBatchItem(item, to, layers), request),
      }
    },
  }
}

function readItems(body: unknown): readonly BatchItem[] {
  const items = (body as { items?: unknown } | null | undefined)?.items
  if (!Array.isArray(items))
    throw new ApiError('request-wrong', { args: [JSON.stringify({ items: ['Not a valid list.'] })] })
  requireWithin('batch-items', items.length)
  return items.map((item: unknown, index) => {
    const id = (item as { id?: unknown } | null)?.id
    if (typeof id === 'string' && id !== '') return item as BatchItem
    throw new ApiError('request-wrong', { args: [JSON.stringify({ [`items.${index}.id`]: ['Not a valid string.'] })] })
  })
}

type RunBatchItem = (item: BatchItem, request: RouteRequest) => Promise<FrameContent>

async function* frames(
  items: readonly BatchItem[],
  answer: RunBatchItem,
  request: RouteRequest,
): AsyncGenerator<Uint8Array> {
  const stopped = new AbortController()
  const signal = anySignal(request.signal, stopped.signal)
  const begin = (item: BatchItem) => answer(item, { ...request, signal })
  const first = new Map(items.flatMap((item, index) => (item.after === true ? [] : [[index, begin(item)] as const])))
  const answered = Promise.allSettled(first.values())
  const open = new Map(
    items.map((item, index) => [
      index,
      frame(index, item.id, first.get(index) ?? answered.then(async () => begin(item))),
    ]),
  )
  try {
    while (open.size > 0) {
      const { index, bytes } = await Promise.race(open.values())
      open.delete(index)
      yield bytes
    }
  } finally {
    // The client may disconnect between two frames.
    stopped.abort()
  }
}

async function frame(
  index: number,
  id: string,
  answer: Promise<FrameContent>,
): Promise<{ readonly index: number; readonly bytes: Uint8Array }> {
  return { index, bytes: printFrame(id, await answer) }
}

async function runBatchItem(item: BatchItem, request: RouteRequest, layers: LayerRoutes): Promise<FrameContent> {
  try {
    // Brotli is for complete responses: every browser can decompress gzip within one.
    const packed = acceptsEncoding(request.headers['accept-encoding'], 'gzip')
    if (item.layer !== undefined && request.user.guest) throw new ApiError('guest-call')
    if (item.layer !== undefined) return toFrameContent(await runBatchLayer(item.layer, request, { layers, packed }))
    const parsed = parseQueryContext(item.query_context)
    if ('errors' in parsed) throw new ApiError('request-wrong', { args: [JSON.stringify(parsed.errors)] })
    const responseOptions = { sliceId: item.slice_id, dashboardId: item.dashboard_id, pieces: { packed } }
    if (item.only_cached === true)
      return toFrameContent(
        await runQueryContext({ ...parsed.ok, result_format: 'json' }, request, { ...responseOptions, from: 'cache' }),
      )
    return toFrameContent(await resultOrJob({ ...parsed.ok, result_format: 'json' }, request, responseOptions))
  } catch (error) {
    return framedFailure(error, request)
  }
}
