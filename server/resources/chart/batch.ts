import { parseQueryContext } from '#core/query/parse.ts'
import { type BatchItem, FRAMES_MEDIA_TYPE, type FrameHead } from '#core/query/result.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { errorBody } from '#core/rest/error-body.ts'
import { Fault } from '#core/rest/fault.ts'
import { anySignal } from '#server/data/any-signal.ts'
import { asFault } from '#server/http/as-fault.ts'
import type { Answer, Asked } from '#server/resources/resource.ts'
import { answerOrLater } from './later.ts'

const NEWLINE = Buffer.from('\n')

/**
 * `POST /api/v1/chart/data/batch`: many contexts in one call, answered as frames in the order they are ready. An item
 * fails alone, with the status it would have had alone. When the caller leaves, everything still running is stopped.
 */
export async function postBatch(asked: Asked): Promise<Answer> {
  const items = readItems(asked.body)
  return { status: 200, type: FRAMES_MEDIA_TYPE, stream: frames(items, asked) }
}

function readItems(body: unknown): readonly BatchItem[] {
  const items = (body as { items?: unknown } | null | undefined)?.items
  if (!Array.isArray(items))
    throw new Fault('request-wrong', { args: [JSON.stringify({ items: ['Not a valid list.'] })] })
  requireWithin('batch-items', items.length)
  return items.map((item: unknown, index) => {
    const id = (item as { id?: unknown } | null)?.id
    if (typeof id === 'string' && id !== '') return item as BatchItem
    throw new Fault('request-wrong', { args: [JSON.stringify({ [`items.${index}.id`]: ['Not a valid string.'] })] })
  })
}

async function* frames(items: readonly BatchItem[], asked: Asked): AsyncGenerator<Uint8Array> {
  const stopped = new AbortController()
  const signal = anySignal(asked.signal, stopped.signal)
  // Frames are read as they are: an encoding belongs to a whole answer.
  const { 'accept-encoding': _, ...headers } = asked.headers
  const open = new Map(items.map((item, index) => [index, frame(item, index, { ...asked, headers, signal })]))
  try {
    while (open.size > 0) {
      const { index, bytes } = await Promise.race(open.values())
      open.delete(index)
      yield bytes
    }
  } finally {
    // The reader may leave between two frames.
    stopped.abort()
  }
}

async function frame(item: BatchItem, index: number, asked: Asked): Promise<{ index: number; bytes: Uint8Array }> {
  const { status, body } = await answerItem(item, asked)
  const head: FrameHead = { id: item.id, status, length: body.byteLength }
  return { index, bytes: Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body, NEWLINE]) }
}

function bytesOf({ bytes, parts, json }: Answer): Uint8Array {
  return bytes ?? (parts ? Buffer.concat(parts) : Buffer.from(JSON.stringify(json)))
}

async function answerItem(item: BatchItem, asked: Asked): Promise<{ status: number; body: Uint8Array }> {
  try {
    const parsed = parseQueryContext(item.query_context)
    if ('errors' in parsed) throw new Fault('request-wrong', { args: [JSON.stringify(parsed.errors)] })
    const wanted = { sliceId: item.slice_id, dashboardId: item.dashboard_id }
    const answer = await answerOrLater({ ...parsed.ok, result_format: 'json' }, asked, wanted)
    return { status: answer.status, body: bytesOf(answer) }
  } catch (error) {
    const fault = asFault(error) ?? new Fault('internal', { cause: error })
    if (fault.code === 'internal' && !asked.signal.aborted)
      asked.context.log.error(fault.message, { detail: String(error) })
    return { status: fault.row.status, body: Buffer.from(JSON.stringify(errorBody(fault))) }
  }
}
