import { parseQueryContext } from '#core/query/parse.ts'
import { type BatchItem, FRAMES_MEDIA_TYPE, type FrameHead } from '#core/query/result.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { errorBody } from '#core/rest/error-body.ts'
import { Fault } from '#core/rest/fault.ts'
import type { SentPiece } from '#server/data/answer-body.ts'
import { anySignal } from '#server/data/any-signal.ts'
import { accepts } from '#server/route/encoding.ts'
import { asFault } from '#server/route/as-fault.ts'
import type { Answer, Asked } from '#server/route/route.ts'
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
  const open = new Map(items.map((item, index) => [index, frame(item, index, { ...asked, signal })]))
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
  const { status, pieces } = await answerItem(item, asked)
  const length = pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  const isPlain = pieces.every(({ encoding }) => encoding === 'identity')
  const head: FrameHead = {
    id: item.id,
    status,
    length,
    ...(isPlain ? {} : { pieces: pieces.map(({ bytes, encoding }) => ({ length: bytes.byteLength, encoding })) }),
  }
  const line = Buffer.from(`${JSON.stringify(head)}\n`)
  return { index, bytes: Buffer.concat([line, ...pieces.map(({ bytes }) => bytes), NEWLINE]) }
}

interface Framed {
  readonly status: number
  readonly pieces: readonly SentPiece[]
}

function framed({ status, bytes, pieces, json }: Answer): Framed {
  return { status, pieces: pieces ?? [{ bytes: bytes ?? Buffer.from(JSON.stringify(json)), encoding: 'identity' }] }
}

async function answerItem(item: BatchItem, asked: Asked): Promise<Framed> {
  try {
    const parsed = parseQueryContext(item.query_context)
    if ('errors' in parsed) throw new Fault('request-wrong', { args: [JSON.stringify(parsed.errors)] })
    // Brotli is for whole answers: every browser undoes gzip within one.
    const pieces = { packed: accepts(asked.headers['accept-encoding'], 'gzip') }
    const wanted = { sliceId: item.slice_id, dashboardId: item.dashboard_id, pieces }
    return framed(await answerOrLater({ ...parsed.ok, result_format: 'json' }, asked, wanted))
  } catch (error) {
    const fault = asFault(error) ?? new Fault('internal', { cause: error })
    if (fault.code === 'internal' && !asked.signal.aborted)
      asked.context.log.error(fault.message, { detail: String(error) })
    return framed({ status: fault.row.status, json: errorBody(fault, { isBare: true }) })
  }
}
