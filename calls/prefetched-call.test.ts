import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prefetchCall } from './prefetched-call.ts'
import { type ApiResponseError, call, configureCalls } from '#calls/call.ts'

interface Sent {
  readonly url: string
  readonly init: RequestInit
  readonly answer: (response: Response) => void
}

let sent: Sent[] = []
let now = 0

beforeEach(() => {
  sent = []
  now = 1000
  configureCalls({ basePath: '/bi', csrfToken: 'c5rf', timeout: 60_000 })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    return new Promise<Response>((answer, reject) => {
      sent.push({ url, init, answer })
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
    })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const urls = () => sent.map(({ url }) => url)

describe('a prefetched call', () => {
  it('sends the same request as the later call', async () => {
    const made = call('GET', '/a')
    prefetchCall(['/bi/b'])
    const [own, ahead] = sent.map(({ init: { signal: _signal, ...rest } }) => rest)
    expect(ahead).toEqual(own)
    sent[0]?.answer(Response.json({}))
    await made
  })

  it('sends the call once for the first caller, and again for the next one', async () => {
    prefetchCall(['/bi/x'])
    const first = call('GET', '/x')
    expect(urls()).toEqual(['/bi/x'])
    sent[0]?.answer(Response.json({ said: 1 }))
    expect(await first).toEqual({ said: 1 })
    const second = call('GET', '/x')
    expect(urls()).toEqual(['/bi/x', '/bi/x'])
    sent[1]?.answer(Response.json({ said: 2 }))
    expect(await second).toEqual({ said: 2 })
  })

  it.each([
    ['another URL', () => call('GET', '/y')],
    ['another method', () => call('POST', '/x')],
    ['another response type', () => call('GET', '/x', { accept: 'text/csv' })],
    ['a conditional request', () => call('GET', '/x', { headers: { 'if-match': '"1"' } })],
  ])('ignores a call with %s', async (_, make) => {
    prefetchCall(['/bi/x'])
    const made = make()
    expect(sent).toHaveLength(2)
    sent[1]?.answer(Response.json({}))
    await made
  })

  it('expires after ten seconds', async () => {
    prefetchCall(['/bi/x'])
    now += 10_001
    const made = call('GET', '/x')
    expect(urls()).toEqual(['/bi/x', '/bi/x'])
    sent[1]?.answer(Response.json({}))
    await made
  })

  it('aborts with its caller', async () => {
    prefetchCall(['/bi/x'])
    const controller = new AbortController()
    const made = call('GET', '/x', { signal: controller.signal })
    controller.abort()
    await expect(made).rejects.toMatchObject({ kind: 'abort' } satisfies Partial<ApiResponseError>)
    expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([true])
  })

  it('rejects its caller with the error of the call', async () => {
    prefetchCall(['/bi/x'])
    sent[0]?.answer(Response.json({ message: 'Not found' }, { status: 404 }))
    await expect(call('GET', '/x')).rejects.toMatchObject({ kind: 'answer', status: 404 })
  })
})
