import { expect, it } from 'vitest'
import type { AsyncEvent } from '#core/rest/async-event.ts'
import { createJobRegistry } from '#calls/job-client.ts'

/** Timers that run on demand. */
function clock() {
  let now = 0
  const timers = new Set<{ at: number; act: () => void }>()
  return {
    after: (ms: number, act: () => void) => {
      const timer = { at: now + ms, act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass: (ms: number): void => {
      const until = now + ms
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
        if (!next) break
        now = next.at
        timers.delete(next)
        next.act()
      }
      now = until
    },
  }
}

function page(fetchResult: (url: string) => Promise<string> = async (url) => `result of ${url}`) {
  const { after, pass } = clock()
  const left: string[] = []
  const warned: string[] = []
  const jobs = createJobRegistry({
    fetchResult,
    leave: (jobId) => left.push(jobId),
    after,
    warn: (message) => warned.push(message),
  })
  return { jobs, pass, left, warned }
}

const event = (job_id: string, over: Partial<AsyncEvent> = {}): AsyncEvent => ({
  id: '1-0',
  channel_id: 'c',
  job_id,
  user_id: 1,
  status: 'done',
  errors: [],
  result_url: `/result/${job_id}`,
  ...over,
})

it('X-EVENT-05: each job has a separate listener', async () => {
  const { jobs } = page()
  const [a, b] = [jobs.wait('a'), jobs.wait('b')]
  jobs.hear(event('b'))
  jobs.hear(event('a'))
  expect(await Promise.all([a, b])).toEqual(['result of /result/a', 'result of /result/b'])
  expect(jobs.isAwaited()).toBe(false)
})

it('X-EVENT-06: done fetches the result and resolves, or rejects when that fails', async () => {
  const { jobs } = page(async (url) => {
    if (url === '/result/bad') throw new Error('gone')
    return 'data'
  })
  const [good, bad] = [jobs.wait('good'), jobs.wait('bad')]
  jobs.hear(event('bad'))
  jobs.hear(event('good'))
  await expect(bad).rejects.toThrow('gone')
  await expect(good).resolves.toBe('data')
})

it("X-EVENT-07: an error rejects the job with the server's message, given as text or as an object", async () => {
  const { jobs } = page()
  const [a, b] = [jobs.wait('a'), jobs.wait('b')]
  jobs.hear(event('a', { status: 'error', errors: [{ message: 'no such column' }] }))
  jobs.hear(event('b', { status: 'error', errors: ['too long' as never] }))
  await expect(a).rejects.toMatchObject({ name: 'ApiError', kind: 'answer', message: 'no such column' })
  await expect(b).rejects.toThrow('too long')
})

it('X-EVENT-02: a status that is neither done nor error ends nothing', async () => {
  const { jobs } = page()
  const waiting = jobs.wait('a')
  jobs.hear(event('a', { status: 'running' }))
  expect(jobs.isAwaited()).toBe(true)
  jobs.hear(event('a'))
  await expect(waiting).resolves.toBe('result of /result/a')
})

it('X-EVENT-08: an event without a listener is tried again after 100 ms times the attempt, six times', async () => {
  const { jobs, pass } = page()
  jobs.hear(event('a'))
  // 100 + 200 + 300 + 400 + 500 = 1500: the sixth try is at 2100 ms.
  pass(2099)
  const waiting = jobs.wait('a')
  pass(1)
  await expect(waiting).resolves.toBe('result of /result/a')
})

it('X-EVENT-09 X-EVENT-10: drops the event after the last try with one warning', () => {
  const { jobs, pass, warned } = page()
  jobs.hear(event('a'))
  pass(2099)
  expect(warned).toEqual([])
  pass(1)
  expect(warned).toEqual(['Nobody waits for the job a'])
  pass(100_000)
  expect(warned).toHaveLength(1)
})

it('ignores later events of an aborted job', async () => {
  const { jobs, pass, left, warned } = page()
  const controller = new AbortController()
  const waiting = jobs.wait('a', controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ kind: 'abort' })
  jobs.hear(event('a'))
  pass(10_000)
  expect([left, warned, jobs.isAwaited()]).toEqual([['a'], [], false])
})

it('cancels a job whose id arrives after the abort', async () => {
  const { jobs, left } = page()
  await expect(jobs.wait('a', AbortSignal.abort())).rejects.toMatchObject({ kind: 'abort' })
  expect(left).toEqual(['a'])
})

it('rejects with a timeout when a job sends no event for ten minutes', async () => {
  const { jobs, pass, left } = page()
  const waiting = jobs.wait('a')
  pass(600_000)
  await expect(waiting).rejects.toMatchObject({ kind: 'timeout' })
  expect(left).toEqual(['a'])
})

it('cancels all waiting jobs when the page is left', () => {
  const { jobs, left } = page()
  for (const id of ['a', 'b']) void jobs.wait(id).catch(() => {})
  jobs.leaveAll()
  expect(left).toEqual(['a', 'b'])
})
