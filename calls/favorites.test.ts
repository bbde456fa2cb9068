import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseRison } from '#core/rest/rison.ts'
import { configureCalls } from '#calls/call.ts'
import { isFavorite, setFavorite } from '#calls/favorites.ts'

let requested: string[] = []

beforeEach(() => {
  requested = []
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    const { searchParams } = new URL(url, 'http://localhost')
    const ids = parseRison(searchParams.get('q') ?? '!()') as number[]
    return new Response(JSON.stringify({ result: ids.map((id) => ({ id, value: id === 2 })) }))
  })
})

afterEach(() => vi.unstubAllGlobals())

it('requests the favorites of a page in one call per type', async () => {
  const stars = [isFavorite('chart', 1), isFavorite('chart', 2), isFavorite('chart', 2), isFavorite('dashboard', 2)]
  expect(await Promise.all(stars)).toEqual([false, true, true, true])
  expect(requested.map((url) => decodeURIComponent(url))).toEqual([
    '/api/v1/chart/favorite_status/?q=!(1,2)',
    '/api/v1/dashboard/favorite_status/?q=!(2)',
  ])
})

it('reports a failure to each caller, and sends the next query again', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"message":"no"}', { status: 500 }))
  const failed = await Promise.allSettled([isFavorite('chart', 1), isFavorite('chart', 2)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  vi.stubGlobal('fetch', async () => new Response('{"result":[{"id":1,"value":true}]}'))
  expect(await isFavorite('chart', 1)).toBe(true)
})

it('leaves aborted callers out of the request, and aborts it once every caller has', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requested.push(url)
    signals.push(init?.signal)
    return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  const callers = [1, 2, 3].map(() => new AbortController())
  const stars = callers.map(({ signal }, index) => isFavorite('chart', index + 1, signal))
  const [first, second, third] = callers
  first?.abort()
  await expect
    .poll(() => requested.map((url) => decodeURIComponent(url)))
    .toEqual(['/api/v1/chart/favorite_status/?q=!(2,3)'])
  second?.abort()
  expect(signals[0]?.aborted).toBe(false)
  third?.abort()
  expect(signals[0]?.aborted).toBe(true)
  expect((await Promise.allSettled(stars)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

it('sends nothing if every caller has aborted', async () => {
  const caller = new AbortController()
  const star = isFavorite('chart', 1, caller.signal)
  caller.abort()
  const later = isFavorite('chart', 2)
  await expect(star).rejects.toMatchObject({ kind: 'abort' })
  expect(await later).toBe(true)
  expect(requested.map((url) => decodeURIComponent(url))).toEqual(['/api/v1/chart/favorite_status/?q=!(2)'])
})

it('R-FAV-02: marks and unmarks by the literal paths', async () => {
  await setFavorite('chart', 3, true)
  await setFavorite('dashboard', 4, false)
  expect(requested).toEqual(['/superset/favstar/slice/3/select/', '/superset/favstar/Dashboard/4/unselect/'])
})
