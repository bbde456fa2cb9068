import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BatchItem } from '#core/query/result.ts'
import { createBatcher } from '#calls/batch.ts'
import { configureCalls } from '#calls/call.ts'

const encoder = new TextEncoder()
const context = (column: string) => ({ datasource: { id: 3, type: 'table' }, queries: [{ columns: [column] }] })

/** The server side of one request: the received queries, and a stream for the response. */
interface FetchCall {
  readonly items: readonly BatchItem[]
  readonly signal: AbortSignal
  readonly stream: ReadableStreamDefaultController<Uint8Array>
}

let requested: FetchCall[] = []
let answer: (requested: FetchCall) => void = () => undefined

function frame(id: string, status: number, body: unknown): Uint8Array {
  const text = encoder.encode(JSON.stringify(body))
  const head = encoder.encode(`${JSON.stringify({ id, status, length: text.length })}\n`)
  return Uint8Array.from([...head, ...text, 10])
}

const entry = (value: number) => ({ result: [{ error: null, columns: [[value]] }] })

beforeEach(() => {
  requested = []
  configureCalls({ basePath: '', csrfToken: 'token', timeout: 60_000 })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { items } = JSON.parse(init.body as string) as { items: BatchItem[] }
    const signal = init.signal as AbortSignal
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        signal.addEventListener('abort', () => {
          try {
            stream.error(signal.reason)
          } catch {
            // The stream has been closed.
          }
        })
        const one = { items, signal, stream }
        requested.push(one)
        answer(one)
      },
    })
    return new Response(body, { status: 200 })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  answer = () => undefined
})

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: { kind: string; status: number; message: string }) => ({
      kind: error.kind,
      status: error.status,
      message: error.message,
    }),
  )

describe('a batch of queries', () => {
  it('sends concurrent queries as one request and matches results by id, in any order', async () => {
    answer = ({ items, stream }) => {
      for (const [index, item] of items.toReversed().entries()) stream.enqueue(frame(item.id, 200, entry(index)))
      stream.close()
    }
    const { ask } = createBatcher()
    const [a, b] = await Promise.all([
      ask(context('a'), { dashboardId: 5, sliceId: 11 }),
      ask(context('b'), { force: true }),
    ])
    expect([a[0]?.columns, b[0]?.columns]).toEqual([[[1]], [[0]]])
    expect(requested).toHaveLength(1)
    expect(requested[0]?.items.map(({ id: _id, ...rest }) => rest)).toEqual([
      { query_context: context('a'), dashboard_id: 5, slice_id: 11 },
      { query_context: { ...context('b'), force: true } },
    ])
  })

  it('delivers a result before the others have arrived', async () => {
    const { ask } = createBatcher()
    const first = ask(context('a'))
    const second = ask(context('b'))
    await vi.waitFor(() => expect(requested).toHaveLength(1))
    requested[0]?.stream.enqueue(frame(requested[0].items[1]?.id as string, 200, entry(2)))
    expect((await second)[0]?.columns).toEqual([[2]])
    requested[0]?.stream.enqueue(frame(requested[0].items[0]?.id as string, 200, entry(1)))
    expect((await first)[0]?.columns).toEqual([[1]])
  })

  it('sends a later query as another request', async () => {
    answer = ({ items, stream }) => {
      for (const item of items) stream.enqueue(frame(item.id, 200, entry(1)))
      stream.close()
    }
    const { ask } = createBatcher()
    await ask(context('a'))
    await ask(context('b'))
    expect(requested).toHaveLength(2)
  })

  it('a failed item does not affect others, and has its status and message', async () => {
    answer = ({ items, stream }) => {
      stream.enqueue(frame(items[0]?.id as string, 400, { message: 'Columns missing in dataset: [x]' }))
      stream.enqueue(frame(items[1]?.id as string, 200, entry(9)))
      stream.close()
    }
    const { ask } = createBatcher()
    const [failed, fine] = await Promise.all([outcome(ask(context('x'))), outcome(ask(context('b')))])
    expect(failed).toEqual({ kind: 'answer', status: 400, message: 'Columns missing in dataset: [x]' })
    expect(fine).toEqual(entry(9).result)
  })

  it('C-DATA-09: rejects an aborted query as an abort, and resolves the others', async () => {
    const { ask } = createBatcher()
    const leave = new AbortController()
    const left = outcome(ask(context('a'), { signal: leave.signal }))
    const stored = ask(context('b'))
    await vi.waitFor(() => expect(requested).toHaveLength(1))
    leave.abort()
    expect(await left).toMatchObject({ kind: 'abort' })
    expect(requested[0]?.signal.aborted).toBe(false)
    requested[0]?.stream.enqueue(frame(requested[0].items[1]?.id as string, 200, entry(4)))
    expect((await stored)[0]?.columns).toEqual([[4]])
  })

  it('cancels the request when its last query is aborted', async () => {
    const { ask } = createBatcher()
    const leave = [new AbortController(), new AbortController()]
    const left = leave.map(({ signal }) => outcome(ask(context('a'), { signal })))
    await vi.waitFor(() => expect(requested).toHaveLength(1))
    for (const each of leave) each.abort()
    expect(await Promise.all(left)).toMatchObject([{ kind: 'abort' }, { kind: 'abort' }])
    expect(requested[0]?.signal.aborted).toBe(true)
  })

  it('sends no aborted query', async () => {
    const { ask } = createBatcher()
    const leave = new AbortController()
    const left = outcome(ask(context('a'), { signal: leave.signal }))
    leave.abort()
    expect(await left).toMatchObject({ kind: 'abort' })
    expect(requested).toHaveLength(0)
  })

  it('rejects the remaining queries when a stream ends early', async () => {
    answer = ({ items, stream }) => {
      stream.enqueue(frame(items[0]?.id as string, 200, entry(1)))
      stream.enqueue(frame(items[1]?.id as string, 200, entry(2)).subarray(0, 20))
      stream.close()
    }
    const { ask } = createBatcher()
    const answers = await Promise.all(['a', 'b', 'c'].map((column) => outcome(ask(context(column)))))
    expect(answers[0]).toEqual(entry(1).result)
    expect(answers.slice(1)).toMatchObject([
      { kind: 'network', message: "Can't reach the server." },
      { kind: 'network', message: "Can't reach the server." },
    ])
  })

  it('cancels an unreadable stream', async () => {
    answer = ({ stream }) => stream.enqueue(encoder.encode('no frame\n'))
    const { ask } = createBatcher()
    expect(await outcome(ask(context('a')))).toMatchObject({ kind: 'network' })
    expect(requested[0]?.signal.aborted).toBe(true)
  })

  it('C-DATA-10: a stream that stays silent too long is a timeout', async () => {
    const { ask } = createBatcher()
    expect(await outcome(ask(context('a'), { timeout: 20 }))).toMatchObject({ kind: 'timeout' })
  })

  it('rejects all queries with the message of a rejected batch', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"message":"Too many items"}', { status: 422 }))
    const { ask } = createBatcher()
    expect(await Promise.all([outcome(ask(context('a'))), outcome(ask(context('b')))])).toEqual([
      { kind: 'answer', status: 422, message: 'Too many items' },
      { kind: 'answer', status: 422, message: 'Too many items' },
    ])
  })

  it('sends a layer with the queries; its frame fails or is aborted separately', async () => {
    const { ask, askLayer } = createBatcher()
    const leave = new AbortController()
    const native = { value: 4, isNative: true, overrides: { time_range: 'Last week' } }
    const chart = ask(context('a'))
    const layer = askLayer(native, { force: true })
    const failed = outcome(askLayer({ value: 7, isNative: false, overrides: {} }))
    const left = outcome(askLayer({ ...native, value: 8 }, { signal: leave.signal }))
    await vi.waitFor(() => expect(requested).toHaveLength(1))
    const { items = [], stream } = requested[0] ?? {}
    expect(items.slice(1).map((item) => item.layer)).toEqual([
      { value: 4, is_native: true, overrides: { time_range: 'Last week' }, force: true },
      { value: 7, is_native: false, overrides: {} },
      { value: 8, is_native: true, overrides: { time_range: 'Last week' } },
    ])
    leave.abort()
    expect(await left).toMatchObject({ kind: 'abort' })
    stream?.enqueue(frame(items[2]?.id as string, 404, { message: 'Not found' }))
    expect(await failed).toEqual({ kind: 'answer', status: 404, message: 'Not found' })
    stream?.enqueue(frame(items[1]?.id as string, 200, { data: [{ short_descr: 'Opening' }] }))
    expect(await layer).toEqual({ records: [{ short_descr: 'Opening' }] })
    stream?.enqueue(frame(items[0]?.id as string, 200, entry(4)))
    expect((await chart)[0]?.columns).toEqual([[4]])
  })

  it('C-DATA-10: times out after the longest timeout of its items', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const { ask, askLayer } = createBatcher()
    void outcome(ask(context('a'), { timeout: 5_000 }))
    void outcome(askLayer({ value: 4, isNative: true, overrides: {} }))
    await vi.waitFor(() => expect(requested).toHaveLength(1))
    expect(timeout).toHaveBeenLastCalledWith(60_000)
    timeout.mockRestore()
  })

  it('sends a low-priority query with the next request, in the last position', async () => {
    vi.useFakeTimers()
    const { ask } = createBatcher()
    void outcome(ask(context('counts'), { isAfter: true }))
    await vi.advanceTimersByTimeAsync(249)
    expect(requested).toHaveLength(0)
    void outcome(ask(context('a')))
    await vi.advanceTimersByTimeAsync(0)
    expect(requested.map(({ items }) => items.map(({ id: _id, ...rest }) => rest))).toEqual([
      [{ query_context: context('a') }, { query_context: context('counts'), after: true }],
    ])
    void outcome(ask(context('more counts'), { isAfter: true }))
    await vi.advanceTimersByTimeAsync(249)
    expect(requested).toHaveLength(1)
    vi.useRealTimers()
  })

  it('sends a low-priority query alone after 250 ms', async () => {
    vi.useFakeTimers()
    answer = ({ items, stream }) => {
      for (const item of items) stream.enqueue(frame(item.id, 200, entry(items.length)))
      stream.close()
    }
    const { ask } = createBatcher()
    const counts = [ask(context('a'), { isAfter: true }), ask(context('b'), { isAfter: true })]
    await vi.advanceTimersByTimeAsync(250)
    vi.useRealTimers()
    expect((await Promise.all(counts)).map(([found]) => found?.columns)).toEqual([[[2]], [[2]]])
    expect(requested).toHaveLength(1)
  })

  it('drops a held back query that is aborted', async () => {
    vi.useFakeTimers()
    const { ask } = createBatcher()
    const leave = new AbortController()
    const left = outcome(ask(context('counts'), { isAfter: true, signal: leave.signal }))
    leave.abort()
    await vi.advanceTimersByTimeAsync(250)
    expect(await left).toMatchObject({ kind: 'abort' })
    expect(requested).toHaveLength(0)
    vi.useRealTimers()
  })

  it('splits it into several requests above the limit of items', async () => {
    answer = ({ items, stream }) => {
      for (const item of items) stream.enqueue(frame(item.id, 200, entry(1)))
      stream.close()
    }
    const { ask } = createBatcher()
    await Promise.all(Array.from({ length: 501 }, () => ask(context('a'))))
    expect(requested.map(({ items }) => items.length)).toEqual([500, 1])
  })
})
