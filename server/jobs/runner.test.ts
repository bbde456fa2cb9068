import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStore, type Store } from '#server/store/store.ts'
import { JobPostponed, Runner, type Worker } from './runner.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
let store: Store
let now = 1_700_000_000_000
let runners: Runner[] = []

beforeEach(async () => {
  let uuids = 0
  store = await openStore(
    { file: ':memory:' },
    () => now,
    () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
  )
})
afterEach(async () => {
  for (const runner of runners) await runner.stop()
  runners = []
  await store.close()
})

function run(name: string, workers: Record<string, Worker>, { slots = 1, lease = 60 } = {}): Runner {
  const runner = new Runner({ store, log, name, workers, slots, lease, pause: 5 })
  runners.push(runner)
  runner.start()
  return runner
}

const enqueue = (kind: string, payload: unknown = {}) =>
  store.jobs.enqueue({ kind, payload: JSON.stringify(payload), user_id: null })
const status = async (id: number) => (await store.jobs.get(id))?.status

it('runs jobs oldest first and stores their results', async () => {
  const first = await enqueue('double', { n: 2 })
  const second = await enqueue('double', { n: 3 })
  const other = await enqueue('unknown')
  const order: number[] = []
  run('a', {
    double: async (payload) => {
      const { n } = payload as { n: number }
      order.push(n)
      return n * 2
    },
  })
  await vi.waitFor(async () => expect(await status(second.id)).toBe('done'))
  expect(order).toEqual([2, 3])
  expect((await store.jobs.get(first.id))?.result).toBe('4')
  expect(await status(other.id)).toBe('pending')
})

it('stores the error of a failed job, and runs the next', async () => {
  const bad = await enqueue('try', false)
  const good = await enqueue('try', true)
  run('a', {
    try: async (payload) => {
      if (!payload) throw new Error('no luck')
    },
  })
  await vi.waitFor(async () => expect(await status(good.id)).toBe('done'))
  expect(await store.jobs.get(bad.id)).toMatchObject({ status: 'error', errors: '[{"message":"no luck"}]' })
})

it('aborts a job that is cancelled', async () => {
  const job = await enqueue('wait')
  let stopped = false
  run('a', {
    wait: (_payload, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true
          reject(new Error('stopped'))
        })
      }),
  })
  await vi.waitFor(async () => expect(await status(job.id)).toBe('running'))
  expect(await store.jobs.cancel(job.id)).toBe(true)
  await vi.waitFor(() => expect(stopped).toBe(true))
  expect(await status(job.id)).toBe('cancelled')
})

it('takes over the job of a runner that died once its claim has lapsed', async () => {
  const job = await enqueue('work')
  await store.jobs.claim(['work'], 'dead', 60)
  run('alive', { work: async () => 'done after all' })
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(await status(job.id)).toBe('running')
  now += 61
  await vi.waitFor(async () => expect(await status(job.id)).toBe('done'))
  expect((await store.jobs.get(job.id))?.attempts).toBe(2)
})

it('does not start a job again that it runs, if the clock has passed its claim', async () => {
  const slow = await enqueue('work')
  let end = (): void => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  const work = vi.fn<Worker>(async (payload) => ((payload as { isShort?: boolean }).isShort ? undefined : held))
  // The claim is not renewed meanwhile.
  run('a', { work }, { slots: 2, lease: 60_000 })
  await vi.waitFor(() => expect(work).toHaveBeenCalledOnce())
  now += 60_001
  const other = await enqueue('work', { isShort: true })
  await vi.waitFor(async () => expect(await status(other.id)).toBe('done'))
  expect(work).toHaveBeenCalledTimes(2)
  end()
  await vi.waitFor(async () => expect(await status(slow.id)).toBe('done'))
  expect((await store.jobs.get(slow.id))?.attempts).toBe(1)
})

it('returns unfinished jobs to the queue when it stops', async () => {
  const job = await enqueue('wait')
  const runner = run('a', {
    wait: (_payload, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ending')))),
  })
  await vi.waitFor(async () => expect(await status(job.id)).toBe('running'))
  await runner.stop()
  expect(await status(job.id)).toBe('pending')
  expect((await store.jobs.get(job.id))?.attempts).toBe(0)
})

it('returns a postponed job and the other jobs of its user to the queue, without counting attempts', async () => {
  const jobs = [await enqueue('wait'), await enqueue('wait')]
  let attempts = 0
  let isFree = false
  run('a', {
    wait: async () => {
      attempts++
      if (!isFree) throw new JobPostponed()
    },
  })
  await vi.waitFor(async () => expect((await store.jobs.get(jobs[1]?.id ?? 0))?.run_after).toBe(now + 1000))
  for (let turn = 2; turn <= 5; turn++) {
    now += 1000
    await vi.waitFor(() => expect(attempts).toBe(turn))
  }
  isFree = true
  await vi.waitFor(async () => {
    now += 1000
    expect(await Promise.all(jobs.map(({ id }) => status(id)))).toEqual(['done', 'done'])
  })
  expect((await store.jobs.get(jobs[0]?.id ?? 0))?.attempts).toBe(1)
})

it('fetches jobs at once when notified', async () => {
  const runner = new Runner({
    store,
    log,
    name: 'a',
    workers: { now: async () => 1 },
    slots: 2,
    lease: 60,
    pause: 60_000,
  })
  runners.push(runner)
  runner.start()
  await new Promise((resolve) => setTimeout(resolve, 20))
  const job = await enqueue('now')
  runner.wake()
  await vi.waitFor(async () => expect(await status(job.id)).toBe('done'))
})
