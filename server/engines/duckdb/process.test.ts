import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Guard } from '#server/sql/guard.ts'
import type { Sql } from '#server/sql/sql.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'
import type { Connection, Place } from '../engine.ts'
import { filesOf } from './files.ts'
import { duckdb } from './index.ts'

/** Computes for minutes without looking up. */
const DEAF = (count = 4000) => `SELECT sum(levenshtein(repeat(t, ${count}), repeat(reverse(t), ${count}))) FROM many`
/** Needs far more memory than the least share. */
const GREEDY = (n = 1) => `SELECT sum(length(repeat(t, 100000000))) + ${n} FROM many`
/** So many processes that each has the least share there is. */
const SMALL = 10_000

let folder: string
let place: Place
const opened: Connection[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-process-'))
  place = { directory: folder }
  await writeDuckDB(folder, 'one.db', ["CREATE TABLE many AS SELECT 'x' || range AS t FROM range(2000)"])
})
afterEach(async () => {
  for (const connection of opened.splice(0)) await connection.close()
  rmSync(folder, { recursive: true, force: true })
})

async function connect(file = 'one.db'): Promise<Connection> {
  const connection = await duckdb.connect({ file }, place)
  opened.push(connection)
  return connection
}

async function ask(connection: Connection, text: string, author: number | null = 1, ms = 60_000): Promise<unknown> {
  return runs(connection, await read(connection, text), author, ms)
}

const read = (connection: Connection, text: string) => new Guard(connection, duckdb.dialect).statement(text)

async function runs(connection: Connection, sql: Sql, author: number | null = 1, ms = 60_000): Promise<unknown> {
  const run = { signal: AbortSignal.timeout(ms), maxRows: 10, labels: ['n'], author }
  return (await connection.table(sql, run)).columns[0]?.values[0]
}

/** The code or the name of what work fails with; the text of what it gives. */
const failure = (work: Promise<unknown>) =>
  work.then(String, (error: { code?: unknown; name: string }) =>
    typeof error.code === 'string' ? error.code : error.name,
  )
const pids = () => filesOf(place).fleet.pids
const isAlive = (pid: number): boolean => {
  try {
    // A process that ended and is not yet taken off the list is a zombie.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

it('answers at its limit who does not look up, ends the process, and asks again what else ran there', async () => {
  const connection = await connect()
  const [before] = pids()
  const deaf = failure(ask(connection, DEAF(), 1, 1500))
  // It runs when the process is ended and long after.
  const slow = ask(connection, 'SELECT count(*) FROM range(700000000) WHERE hash(range) % 3 = 0', 2)
  expect(await deaf).toBe('TimeoutError')
  expect(pids()).toEqual([before])
  await vi.waitFor(() => expect(pids()).not.toEqual([before]), { timeout: 15_000 })
  expect(Number(await slow)).toBeGreaterThan(0)
  expect(isAlive(before ?? 0)).toBe(false)
  expect(await failure(ask(connection, DEAF(3999), 2))).toBe('engine-ended-shape')
  expect(await ask(connection, 'SELECT 7', 1)).toBe(7)
})

it('finds the statement that takes the memory by asking what was there alone, and refuses its author in the end', async () => {
  place = { directory: folder, processes: SMALL }
  const connection = await connect()
  const [greedy, good] = [failure(ask(connection, GREEDY(), 1)), ask(connection, 'SELECT count(*) FROM many', 2)]
  expect(await good).toBe(2000)
  expect(await greedy).toBe('engine-ended')
  expect(await failure(ask(connection, GREEDY(2), 2))).toBe('engine-ended-shape')
  expect(await failure(ask(connection, GREEDY().replace('sum', 'max'), 1))).toBe('engine-ended')
  expect(await failure(ask(connection, GREEDY().replace('sum', 'min'), 1))).toBe('engine-ended')
  expect(await failure(ask(connection, 'SELECT 8', 1))).toBe('engine-ended-author')
  expect(await ask(connection, 'SELECT 8', 2)).toBe(8)
})

it('asks again first what came last, so that nobody waits behind the one to blame', async () => {
  place = { directory: folder, processes: SMALL }
  const connection = await connect()
  const order: string[] = []
  // Both are read before either is asked, so that they come in this order.
  const first = await read(connection, GREEDY(5))
  const second = await read(connection, 'SELECT count(*) FROM range(400000000) WHERE hash(range) % 3 = 0')
  const greedy = failure(runs(connection, first, 1)).then((code) => order.push(code))
  // It runs when the process dies.
  const slow = runs(connection, second, 2)
  await Promise.all([greedy, slow.then(() => order.push('answered'))])
  expect(order).toEqual(['answered', 'engine-ended'])
})

it('answers others while the one that has run for long is asked again', async () => {
  place = { directory: folder, processes: SMALL }
  const connection = await connect()
  const [before] = pids()
  const order: string[] = []
  const greedy = failure(ask(connection, GREEDY(7), 1)).then((code) => order.push(code))
  await vi.waitFor(() => expect(pids()).not.toEqual([before]), { timeout: 30_000, interval: 5 })
  const other = ask(connection, 'SELECT count(*) FROM many', 2).then((count) => order.push(String(count)))
  await Promise.all([greedy, other])
  expect(order).toEqual(['2000', 'engine-ended'])
  expect(await failure(ask(connection, GREEDY(8), 2))).toBe('engine-ended-shape')
})

it('blames no statement when another program kills the process again and again', async () => {
  const connection = await connect()
  const counting = (n: number) => `SELECT count(*) + ${n} - ${n} FROM range(60000000) WHERE hash(range) % 3 < 5`
  const asked = Array.from({ length: 10 }, (_, n) => failure(ask(connection, counting(n), n % 2)))
  const killed = new Set<number>()
  for (let n = 0; n < 3; n++) {
    await vi.waitFor(() => expect(pids().filter((pid) => !killed.has(pid))).toHaveLength(1), { timeout: 15_000 })
    const pid = pids().find((each) => !killed.has(each)) as number
    killed.add(pid)
    process.kill(pid, 'SIGKILL')
  }
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['60000000']))
  for (const author of [0, 1]) expect(await failure(ask(connection, counting(1), author))).toBe('60000000')
})

it('leaves a table as it was when the process dies while it loads, and loads it no second time', async () => {
  const connection = await connect()
  const [pid] = pids()
  const select = 'SELECT hash(range) AS t FROM range(3000000000)'
  const csv = join(folder, 'in.csv')
  writeFileSync(csv, 'a\n1\n')
  const loading = failure(
    duckdb.load?.({ file: 'one.db' }, place, { file: csv, table: 'many', existing: 'replace', select }) ??
      Promise.resolve('loads nothing'),
  )
  await vi.waitFor(() => expect(existsSync(join(folder, 'one.db.wal'))).toBe(false))
  await new Promise((resolve) => setTimeout(resolve, 500))
  process.kill(pid ?? 0, 'SIGKILL')
  expect(await loading).toBe('load-lost')
  expect(await ask(connection, 'SELECT count(*) FROM many')).toBe(2000)
  await duckdb.load?.({ file: 'one.db' }, place, { file: csv, table: 'many', existing: 'replace' })
  expect(await ask(connection, 'SELECT count(*) FROM many')).toBe(1)
})

it('serves more files than there may be processes, each in its turn', async () => {
  place = { directory: folder, processes: 2 }
  const names = ['a.db', 'b.db', 'c.db', 'd.db']
  for (const name of names) await writeDuckDB(folder, name, [`CREATE TABLE t AS SELECT '${name}' AS name`])
  const connections = await Promise.all(names.map((name) => connect(name)))
  const most = { seen: 0 }
  const watch = setInterval(() => (most.seen = Math.max(most.seen, pids().length)), 5)
  const text = 'SELECT max(name) FROM t, range(2000000) WHERE hash(range) >= 0'
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => ask(connections[index % 4] as Connection, text, index % 3)),
  )
  clearInterval(watch)
  expect(answers).toEqual(Array.from({ length: 12 }, (_, index) => names[index % 4]))
  expect(most.seen).toBeLessThanOrEqual(2)
})

it('makes no file for being read, and sees one that somebody else makes', async () => {
  const connection = await connect('none.db')
  expect(await connection.tables('main')).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([])
  await writeDuckDB(folder, 'none.db', ['CREATE TABLE there AS SELECT 1 AS n'])
  expect(await connection.tables('main')).toEqual([{ name: 'there', kind: 'table' }])
})

it('ends its process with the server, also when that is killed', async () => {
  const source = pathToFileURL(join(import.meta.dirname, 'index.ts')).href
  const files = pathToFileURL(join(import.meta.dirname, 'files.ts')).href
  const program = `
    const { duckdb } = await import(${JSON.stringify(source)})
    const { filesOf } = await import(${JSON.stringify(files)})
    const place = { directory: ${JSON.stringify(folder)} }
    const connection = await duckdb.connect({ file: 'one.db' }, place)
    console.log(filesOf(place).fleet.pids[0])
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--import', 'tsx/esm', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = Number(line.toString())
  expect(isAlive(child)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 10_000 })
})
