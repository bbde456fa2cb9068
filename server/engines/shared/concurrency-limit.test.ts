import { expect, it } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

const SIGNAL = new AbortController().signal

it('runs tasks in their order, up to the number of slots at a time', async () => {
  const limit = new ConcurrencyLimit(2)
  const events: string[] = []
  let running = 0
  const task = (name: string) => async () => {
    events.push(`${name}${++running}`)
    await Promise.resolve()
    running--
    if (name === 'b') throw new Error('failed')
    return name
  }
  const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => limit.run(SIGNAL, task(name))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(events.map((event) => event[0])).toEqual(['a', 'b', 'c', 'd'])
  expect(events.every((event) => Number(event[1]) <= 2)).toBe(true)
})

it('a waiting task can be cancelled, and closing rejects those that wait', async () => {
  const limit = new ConcurrencyLimit(1)
  let end: (() => void) | undefined
  const first = limit.run(SIGNAL, () => new Promise<void>((resolve) => (end = resolve)))
  const abort = new AbortController()
  const leaving = limit.run(abort.signal, () => Promise.resolve())
  const waiting = limit.run(SIGNAL, () => Promise.resolve())
  abort.abort(new Error('left'))
  await expect(leaving).rejects.toThrow('left')
  limit.close(new Error('closed'))
  await expect(waiting).rejects.toThrow('closed')
  end?.()
  await first
  await expect(limit.run(SIGNAL, () => Promise.resolve(1))).resolves.toBe(1)
})
