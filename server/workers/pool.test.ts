import { afterEach, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { TestTask } from '#testing/task-worker.ts'
import { type PoolOptions, WorkerPool } from './pool.ts'
import { TaskError } from './task.ts'

const FROM = new URL('../../testing/tree.ts', import.meta.url).href
const MAX_TASKS = bounds['bundle-tasks'].most

interface Echo {
  readonly value: unknown
  /** How many tasks the thread has run. */
  readonly tasks: number
}

const pools: WorkerPool<TestTask, Echo>[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close()
})

function open(options: Partial<PoolOptions> = {}): WorkerPool<TestTask, Echo> {
  const pool = new WorkerPool<TestTask, Echo>({
    from: FROM,
    name: 'task-worker',
    threads: 1,
    limitMs: 60_000,
    memoryMb: 64,
    tasks: 'bundle-tasks',
    ...options,
  })
  pools.push(pool)
  return pool
}

const signal = new AbortController().signal
const echo = (value: unknown): TestTask => ({ do: 'echo', value })
const of = (person: number | null, given: AbortSignal = signal) => ({ person, signal: given })

it('runs tasks one after the other in the same thread', async () => {
  const pool = open()
  expect(await pool.run(echo({ a: [1] }), of(1))).toEqual({ value: { a: [1] }, tasks: 1 })
  expect(await pool.run(echo('x'), of(2))).toEqual({ value: 'x', tasks: 2 })
  expect(await pool.run({ do: 'bytes' }, of(2))).toEqual(new Uint8Array([1, 2, 3]))
})

it('transfers transferable objects', async () => {
  const bytes = new Uint8Array([7])
  const { value } = await open().run(echo(bytes), { ...of(1), transfer: [bytes.buffer] })
  expect(value).toEqual(new Uint8Array([7]))
  expect(bytes.byteLength).toBe(0)
})

it('returns API errors unchanged and other errors by message, and keeps the thread', async () => {
  const pool = open()
  await expect(pool.run({ do: 'fault' }, of(1))).rejects.toMatchObject({
    code: 'post-wrong',
    args: ['by name'],
    extra: { place: 1 },
  })
  await expect(pool.run({ do: 'error' }, of(1))).rejects.toEqual(new TaskError('error'))
  expect(await pool.run(echo(1), of(1))).toEqual({ value: 1, tasks: 3 })
})

it.each([
  ['exceeds the time limit', 'loop', { limitMs: 300 }, { code: 'work-timeout', args: [0.3] }],
  ['exceeds the memory limit', 'allocate', {}, { code: 'work-memory' }],
  ['ends its thread', 'die', {}, { message: 'The thread has ended' }],
  ['leaves its thread unusable', 'break', {}, { message: 'break' }],
] as const)('rejects a task that %s, and runs the next in a new thread', async (_, what, options, failure) => {
  const pool = open(options)
  expect(await pool.run(echo(1), of(1))).toEqual({ value: 1, tasks: 1 })
  await expect(pool.run({ do: what }, of(1))).rejects.toMatchObject(failure)
  expect(await pool.run(echo(2), of(1))).toEqual({ value: 2, tasks: 1 })
})

it('counts the processor time of a task, and ends one that only waits after five times its limit', async () => {
  const pool = open({ limitMs: 400 })
  expect(await pool.run({ do: 'sleep', ms: 800 }, of(1))).toEqual({ value: 800, tasks: 1 })
  await expect(pool.run({ do: 'wait' }, of(1))).rejects.toMatchObject({ code: 'work-timeout', args: [0.4] })
})

it('limits the memory of a thread so that Node ends only the thread', async () => {
  const limits = await open().run({ do: 'limits' }, of(1))
  expect(limits).toMatchObject({ maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 })
  // This flag replaces the limit of the young generation in all threads; a thread out of memory then ends the process.
  expect([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')).not.toContain('semi-space')
})

it('stops the running task of a caller who disconnects, and removes the waiting tasks', async () => {
  const pool = open()
  const [first, second] = [new AbortController(), new AbortController()]
  const looping = pool.run({ do: 'loop' }, of(1, first.signal))
  const waiting = pool.run(echo('never'), of(1, second.signal))
  const last = pool.run(echo('last'), of(2))
  second.abort(new Error('left the queue'))
  await expect(waiting).rejects.toThrow('left the queue')
  first.abort(new Error('left the work'))
  await expect(looping).rejects.toThrow('left the work')
  expect(await last).toEqual({ value: 'last', tasks: 1 })
  await expect(pool.run(echo(1), of(1, AbortSignal.abort(new Error('left before'))))).rejects.toThrow('left before')
})

it('runs tasks of users in turns', async () => {
  const pool = open()
  const done: unknown[] = []
  const ask = (person: number, value: string) =>
    pool.run(echo(value), of(person)).then((reply) => done.push(reply.value))
  await Promise.all([ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1'), ask(2, 'b2'), ask(3, 'c1')])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

it('leaves a thread free for other users while one loops', async () => {
  const pool = open({ threads: 2 })
  const left = new AbortController()
  const loops = [1, 2, 3].map(() => pool.run({ do: 'loop' }, of(1, left.signal)).catch(String))
  expect(await pool.run(echo('b'), of(2))).toEqual({ value: 'b', tasks: 1 })
  left.abort(new Error('left'))
  expect(await Promise.all(loops)).toEqual(Array(3).fill('Error: left'))
})

it('rejects more tasks of a user than the limit, and still accepts other users', async () => {
  const pool = open()
  const left = new AbortController()
  const taken = Array.from({ length: MAX_TASKS }, () => pool.run({ do: 'wait' }, of(1, left.signal)).catch(String))
  await expect(pool.run(echo(1), of(1))).rejects.toMatchObject({ code: 'work-waiting', args: [MAX_TASKS] })
  const other = pool.run(echo('other'), of(null))
  left.abort(new Error('left'))
  expect(await Promise.all(taken)).toEqual(Array(MAX_TASKS).fill('Error: left'))
  expect(await other).toMatchObject({ value: 'other' })
  expect(await pool.run(echo('again'), of(1))).toMatchObject({ value: 'again' })
})

it('rejects running and waiting tasks when it closes', async () => {
  const pool = open()
  const tasks = [pool.run({ do: 'loop' }, of(1)), pool.run(echo(1), of(1))]
  const failed = Promise.allSettled(tasks)
  pool.close()
  const unavailable = { status: 'rejected', reason: { code: 'unavailable' } }
  expect(await failed).toMatchObject([unavailable, unavailable])
  await expect(pool.run(echo(1), of(1))).rejects.toMatchObject({ code: 'unavailable' })
})
