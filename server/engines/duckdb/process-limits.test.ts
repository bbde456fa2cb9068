import { expect, it, vi } from 'vitest'
import { failureOf, isAlive, MANY_PROCESSES, useEngineProcesses } from '#testing/engine-processes.ts'
import { filesOf } from './files.ts'
import { duckdb } from './index.ts'

const engine = useEngineProcesses(duckdb, (storage) => filesOf(storage).processPool.pids)
const { connect, read, run, ask, pids } = engine

/** Computes for minutes without checking for an interrupt. */
const DEAF = (count = 4000) => `SELECT sum(levenshtein(repeat(t, ${count}), repeat(reverse(t), ${count}))) FROM many`
/** Requires far more memory than the smallest share. */
const GREEDY = (n = 1) => `SELECT sum(length(repeat(t, 100000000))) + ${n} FROM many`

it('responds at its limit, ends the process, and repeats other queries of the process', async () => {
  const connection = await connect()
  const [before] = pids()
  const deaf = failureOf(ask(connection, DEAF(), 1, 1500))
  // It is running when the process is killed, and long after.
  const slow = ask(connection, 'SELECT count(*) FROM range(700000000) WHERE hash(range) % 3 = 0', 2)
  expect(await deaf).toBe('TimeoutError')
  expect(pids()).toEqual([before])
  await vi.waitFor(() => expect(pids()).not.toEqual([before]), { timeout: 15_000 })
  expect(Number(await slow)).toBeGreaterThan(0)
  expect(isAlive(before ?? 0)).toBe(false)
  expect(await failureOf(ask(connection, DEAF(3999), 2))).toBe('engine-ended-shape')
  expect(await ask(connection, 'SELECT 7', 1)).toBe(7)
})

it('finds the statement that exhausts the memory by running it separately, and finally rejects its author', async () => {
  engine.state.storage = { directory: engine.state.folder, processes: MANY_PROCESSES }
  const connection = await connect()
  const [greedy, good] = [failureOf(ask(connection, GREEDY(), 1)), ask(connection, 'SELECT count(*) FROM many', 2)]
  expect(await good).toBe(2000)
  expect(await greedy).toBe('engine-ended')
  expect(await failureOf(ask(connection, GREEDY(2), 2))).toBe('engine-ended-shape')
  expect(await failureOf(ask(connection, GREEDY().replace('sum', 'max'), 1))).toBe('engine-ended')
  expect(await failureOf(ask(connection, GREEDY().replace('sum', 'min'), 1))).toBe('engine-ended')
  expect(await failureOf(ask(connection, 'SELECT 8', 1))).toBe('engine-ended-author')
  expect(await ask(connection, 'SELECT 8', 2)).toBe(8)
})

it('repeats the latest first, so that no query waits behind the offending one', async () => {
  engine.state.storage = { directory: engine.state.folder, processes: MANY_PROCESSES }
  const connection = await connect()
  const order: string[] = []
  // Both are prepared before either is run, so that they start in this order.
  const first = await read(connection, GREEDY(5))
  const second = await read(connection, 'SELECT count(*) FROM range(400000000) WHERE hash(range) % 3 = 0')
  const greedy = failureOf(run(connection, first, 1)).then((code) => order.push(code))
  // It is running when the process dies.
  const slow = run(connection, second, 2)
  await Promise.all([greedy, slow.then(() => order.push('answered'))])
  expect(order).toEqual(['answered', 'engine-ended'])
})

it('responds to others while a long query is repeated', async () => {
  engine.state.storage = { directory: engine.state.folder, processes: MANY_PROCESSES }
  const connection = await connect()
  const [before] = pids()
  const order: string[] = []
  const greedy = failureOf(ask(connection, GREEDY(7), 1)).then((code) => order.push(code))
  await vi.waitFor(() => expect(pids()).not.toEqual([before]), { timeout: 30_000, interval: 5 })
  const other = ask(connection, 'SELECT count(*) FROM many', 2).then((count) => order.push(String(count)))
  await Promise.all([greedy, other])
  expect(order).toEqual(['2000', 'engine-ended'])
  expect(await failureOf(ask(connection, GREEDY(8), 2))).toBe('engine-ended-shape')
})

it('blames no statement when another program kills the process again and again', async () => {
  const connection = await connect()
  const counting = (n: number) => `SELECT count(*) + ${n} - ${n} FROM range(60000000) WHERE hash(range) % 3 < 5`
  const pending = Array.from({ length: 10 }, (_, n) => failureOf(ask(connection, counting(n), n % 2)))
  const killed = new Set<number>()
  for (let n = 0; n < 3; n++) {
    await vi.waitFor(() => expect(pids().filter((pid) => !killed.has(pid))).toHaveLength(1), { timeout: 15_000 })
    const pid = pids().find((each) => !killed.has(each)) as number
    killed.add(pid)
    process.kill(pid, 'SIGKILL')
  }
  expect(new Set(await Promise.all(pending))).toEqual(new Set(['60000000']))
  for (const author of [0, 1]) expect(await failureOf(ask(connection, counting(1), author))).toBe('60000000')
})
