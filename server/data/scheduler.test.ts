import { setMaxListeners } from 'node:events'
import { expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type Priority, Scheduler } from './scheduler.ts'

const open = new AbortController().signal

/** Returns tasks that end on request, with a log of the started ones. */
function workshop(slots: number) {
  const scheduler = new Scheduler(slots)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const put = (name: string, user: number, priority: Priority, expected: number, signal = open) =>
    scheduler.run({ priority, expected, user, signal }, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    await settle()
    ends.get(name)?.()
    await settle()
  }
  return { scheduler, begun, put, end, settle }
}

it('runs visible charts first, and among them the shortest', async () => {
  const { begun, put, end } = workshop(1)
  void put('running', 1, 'visible', 100)
  void put('background', 1, 'background', 6)
  void put('long', 1, 'visible', 500)
  void put('short', 1, 'visible', 50)
  void put('below', 1, 'below', 10)
  for (const name of ['running', 'short', 'long', 'below']) await end(name)
  expect(begun).toEqual(['running', 'short', 'long', 'below', 'background'])
})

it('prefers users with fewer running queries', async () => {
  const { begun, put, end } = workshop(3)
  void put('a1', 1, 'visible', 100)
  void put('a2', 1, 'visible', 100)
  void put('b1', 2, 'visible', 1000)
  void put('a3', 1, 'visible', 10)
  void put('b2', 2, 'visible', 1000)
  void put('c1', 3, 'visible', 2000)
  await end('a1')
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'b2'])
})

it('prefers the user with the fewest running queries to one with shorter queries', async () => {
  const { begun, put, end } = workshop(4)
  for (const name of ['a1', 'a2']) void put(name, 1, 'visible', 100)
  for (const name of ['b1', 'c1']) void put(name, name === 'b1' ? 2 : 3, 'visible', 100)
  void put('a3', 1, 'visible', 10)
  void put('b2', 2, 'visible', 1000)
  // The last free slot is for a user without any. Of the two slots that are free then, one is for b, who runs one task
  // where a runs two.
  for (const name of ['c1', 'b1']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'b2'])
})

it('reserves the last slot for users without a running query', async () => {
  const { begun, put, end, settle } = workshop(3)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void put(name, 1, 'visible', 100)
  await settle()
  expect(begun).toEqual(['a1', 'a2'])
  void put('b1', 2, 'background', 1000)
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('starts waiting queries when it gets more slots, and fewer when it gets less', async () => {
  const { scheduler, begun, put, end, settle } = workshop(1)
  for (const user of [1, 2, 3, 4]) void put(`of ${user}`, user, 'visible', 100)
  await settle()
  expect(begun).toEqual(['of 1'])
  scheduler.resize(3)
  await settle()
  expect(begun).toEqual(['of 1', 'of 2', 'of 3'])
  scheduler.resize(1)
  await end('of 1')
  await end('of 2')
  expect(begun).toHaveLength(3)
  await end('of 3')
  expect(begun).toEqual(['of 1', 'of 2', 'of 3', 'of 4'])
})

it('queries that are expected to be short are not delayed', async () => {
  const { begun, put, settle } = workshop(1)
  void put('heavy', 1, 'visible', 1000)
  void put('quick', 1, 'background', 4)
  await settle()
  expect(begun.toSorted()).toEqual(['heavy', 'quick'])
})

it('rejects callers who leave the queue with their reason, and never starts their jobs', async () => {
  const { begun, put, end } = workshop(1)
  const leaving = new AbortController()
  void put('running', 1, 'visible', 100)
  const waiting = put('waiting', 1, 'visible', 100, leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await end('running')
  expect(begun).toEqual(['running'])
})

it('frees the slot of a failed job', async () => {
  const scheduler = new Scheduler(1)
  const ticket = { priority: 'visible', expected: 100, user: 1, signal: open } as const
  await expect(scheduler.run(ticket, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await scheduler.run(ticket, async () => 'next')).toBe('next')
})

it('waiting-questions: queues queries up to the limit of a user, rejects one more, and still accepts other users', async () => {
  const { begun, put, end } = workshop(1)
  setMaxListeners(0, open)
  const most = bounds['waiting-questions'].most
  void put('running', 1, 'visible', 100)
  for (let at = 0; at < most; at++) void put(`a${at}`, 1, 'visible', 100 + at)
  await expect(put('one more', 1, 'visible', 1000)).rejects.toMatchObject({ code: 'queue-full' })
  void put('other', 2, 'visible', 50)
  await end('running')
  expect(begun).toEqual(['running', 'other'])
  await end('other')
  void put('again', 1, 'visible', 10)
  await end('a0')
  expect(begun.slice(2)).toEqual(['a0', 'again'])
})

it('reports the positions of waiting jobs in the order of admission', async () => {
  const { scheduler, put, end } = workshop(1)
  const signals = Array.from({ length: 4 }, () => new AbortController().signal)
  const [running, long, short, background] = signals as [AbortSignal, AbortSignal, AbortSignal, AbortSignal]
  void put('running', 1, 'visible', 100, running)
  void put('background', 1, 'background', 6, background)
  void put('long', 1, 'visible', 500, long)
  void put('short', 2, 'visible', 50, short)
  const positions = () => [running, short, long, background].map((signal) => scheduler.position(signal))
  expect(positions()).toEqual([null, 1, 2, 3])
  await end('running')
  expect(positions()).toEqual([null, null, 1, 2])
  expect(scheduler.position(open)).toBeNull()
  for (const name of ['short', 'long', 'background']) await end(name)
})
