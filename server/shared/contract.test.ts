import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CachedResult } from './cached-result.ts'
import { CompressedPayload } from './compressed-payload.ts'
import { openStore } from '#server/store/store.ts'
import { emptyDatabase } from '#testing/postgres.ts'
import { createLocalSharedState } from './local-shared.ts'
import type { SharedState } from './shared.ts'

/** Two processes of one installation. `wait` lets this many milliseconds pass for both. */
interface Pair {
  readonly one: SharedState
  readonly other: SharedState
  readonly wait: (milliseconds: number) => Promise<void>
  readonly close: () => Promise<void>
}

function locally(): Pair {
  let now = 1000
  const shared = createLocalSharedState({ cacheBytes: 1_000_000, now: () => now })
  const wait = async (milliseconds: number) => void (now += milliseconds)
  return { one: shared, other: shared, wait, close: () => shared.close() }
}

/** Two servers with one store: they count limits together, and share nothing else. */
async function throughStore(): Promise<Pair> {
  const database = await emptyDatabase()
  let now = 1000
  const clock = () => now
  const first = await openStore({ url: database.url }, clock, randomUUID)
  const second = await openStore({ url: database.url }, clock, randomUUID)
  const [one, other] = [first, second].map(({ limitCounts: limits }) =>
    createLocalSharedState({ cacheBytes: 1000, now: clock, limits }),
  )
  const wait = async (milliseconds: number) => void (now += milliseconds)
  const close = async () => {
    await Promise.all([first.close(), second.close()])
    await database.stop()
  }
  return { one: one!, other: other!, wait, close }
}

/** The implementations of `Shared`. For the local one, a single process is both of the pair. */
const halves: Readonly<Record<string, () => Pair | Promise<Pair>>> = { local: locally }

const answer = (text: string, madeAt = 0): CachedResult => ({
  data: CompressedPayload.of(Buffer.from(text)),
  columns: [],
  rowCount: 1,
  sqlRowCount: 1,
  labels: { a: ['b'] },
  query: 'SELECT 1',
  from: null,
  to: 5,
  applied: [],
  rejected: [],
  read: [],
  rowLimit: 10,
  legs: { queue: 0, plan: 1, engine: 2, post: 3, serialise: 4 },
  madeAt,
})
const { signal: staying } = new AbortController()

describe.each(Object.entries(halves))('the contract of processes: %s', (_, open) => {
  let pair: Pair
  beforeEach(async () => {
    pair = await open()
  })
  afterEach(() => pair.close())

  it.each(['short', 'long '.repeat(1000)])(
    'a result stored by one process is returned by the other: %.5s',
    async (text) => {
      await pair.one.results.keep('a', answer(text, 7), 10)
      for (const { results } of [pair.one, pair.other]) {
        const found = await results.findAny('a')
        const { data, ...details } = found as CachedResult
        const { data: _data, ...given } = answer(text, 7)
        expect([Buffer.from(await data.plain()).toString(), details]).toEqual([text, given])
        expect(results.findNow('a', null)?.cachedResult).toBe(found)
      }
      expect(await pair.other.results.findAny('b')).toBeUndefined()
    },
  )

  it('expires a result after its timeout, and replaces it', async () => {
    await pair.one.results.keep('a', answer('first', 1), 10)
    await pair.one.results.keep('a', answer('second', 2), 20)
    await pair.one.results.keep('ever', answer('ever'), null)
    await pair.wait(19_999)
    expect((await pair.other.results.findAny('a'))?.madeAt).toBe(2)
    await pair.wait(1)
    expect(await pair.other.results.findAny('a')).toBeUndefined()
    expect(pair.one.results.findNow('a', null)).toBeUndefined()
    expect(await pair.other.results.findAny('ever')).toBeDefined()
  })

  it('finds a result as soon as it is stored', () => {
    const made = answer('now')
    void pair.one.results.keep('a', made, 10)
    expect(pair.one.results.findNow('a', null)?.cachedResult).toBe(made)
  })

  it('computes a result once for concurrent callers, and again later', async () => {
    let made = 0
    const make = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return answer('x', ++made)
    }
    const pending = [pair.one, pair.other, pair.one].map(({ results }) => results.join('a', staying, make))
    expect((await Promise.all(pending)).map(({ madeAt }) => madeAt)).toEqual([1, 1, 1])
    expect((await pair.other.results.join('a', staying, make)).madeAt).toBe(2)
  })

  it('cancels the computation only when the last caller leaves', async () => {
    const ended = vi.fn<() => void>()
    const leaving = [new AbortController(), new AbortController()]
    const make = (signal: AbortSignal) =>
      new Promise<CachedResult>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended()
          reject(signal.reason)
        })
      })
    const requested = leaving.map((each, index) =>
      [pair.one, pair.other][index]?.results.join('a', each.signal, make).catch((error: unknown) => error),
    )
    leaving[0]?.abort('first')
    expect(await requested[0]).toBe('first')
    expect(ended).not.toHaveBeenCalled()
    leaving[1]?.abort('last')
    expect(await requested[1]).toBe('last')
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  })

  it('reports a failed computation to its callers only', async () => {
    const broken = async () => {
      throw new Error('broken')
    }
    await expect(pair.one.results.join('a', staying, broken)).rejects.toThrow('broken')
    expect((await pair.other.results.join('a', staying, async () => answer('x', 3))).madeAt).toBe(3)
  })

  it('response bodies are found by the process that stored them', () => {
    const body = Buffer.from('body')
    pair.one.results.bodies.keep('a', body)
    expect(pair.one.results.bodies.find('a')).toBe(body)
    expect(pair.one.results.bodies.find('b')).toBeUndefined()
  })

  it('delivers messages of a topic to all subscribers in order, until they leave', async () => {
    const heard: unknown[][] = [[], []]
    const leave = [pair.one, pair.other].map((each, index) =>
      each.topic('news').listen((message) => heard[index]?.push(message)),
    )
    pair.one.topic('other').publish('not this')
    pair.one.topic('news').publish({ n: 1 })
    pair.one.topic('news').publish([2])
    expect(heard[0]).toEqual([{ n: 1 }, [2]])
    await vi.waitFor(() => expect(heard[1]).toEqual([{ n: 1 }, [2]]))
    leave[0]?.()
    pair.other.topic('news').publish('three')
    expect(heard[1]?.at(-1)).toBe('three')
    expect(heard[0]).toHaveLength(2)
  })
})

describe.each(Object.entries({ ...halves, 'a store of two servers': throughStore }))('limits of %s', (_, open) => {
  let pair: Pair
  beforeEach(async () => {
    pair = await open()
  })
  afterEach(() => pair.close())

  it('allows the limit within the preceding window, across all servers', async () => {
    const allow = (shared: SharedState) => shared.allow([{ key: 'a', most: 3 }], 1000)
    expect(await allow(pair.one)).toEqual([0])
    await pair.wait(500)
    expect([await allow(pair.other), await allow(pair.one), await allow(pair.other)]).toEqual([[1], [2], undefined])
    await pair.wait(499)
    expect(await allow(pair.one)).toBeUndefined()
    await pair.wait(1)
    expect(await allow(pair.one)).toEqual([2])
    expect(await allow(pair.other)).toBeUndefined()
  })

  it('allows concurrent attempts up to the limit', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_each, index) =>
        (index % 2 ? pair.one : pair.other).allow([{ key: 'a', most: 7 }], 1000),
      ),
    )
    expect(all.filter((each) => each !== undefined)).toHaveLength(7)
  })

  it('counts a rejected attempt under no key, and never rejects a key without a limit', async () => {
    const limits = [{ key: 'free' }, { key: 'a', most: 1 }]
    expect(await pair.one.allow(limits, 1000)).toEqual([0, 0])
    expect(await pair.other.allow(limits, 1000)).toBeUndefined()
    expect(await pair.one.allow([{ key: 'free' }], 1000)).toEqual([1])
    expect(await pair.one.allow([{ key: 'free' }, { key: 'b', most: 1 }], 1000)).toEqual([2, 0])
  })

  it('counts no forgiven attempts', async () => {
    const count = () => pair.one.allow([{ key: 'a' }], 1000)
    for (let n = 0; n < 4; n++) await count()
    await pair.other.forgive('a', 1)
    expect(await count()).toEqual([3])
    await pair.other.forgive('a')
    expect(await count()).toEqual([0])
    await pair.other.forgive('never counted', 1)
  })
})
