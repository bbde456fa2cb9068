import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { writeDuckDB } from '#testing/duckdb-file.ts'
import { failureOf, isAlive, processorMs, useEngineProcesses } from '#testing/engine-processes.ts'
import type { Connection } from '../engine.ts'
import { filesOf } from './files.ts'
import { duckdb } from './index.ts'

const engine = useEngineProcesses(duckdb, (storage) => filesOf(storage).processPool.pids)
const { connect, ask, pids } = engine

/** Processor time that a process spends only once a load is running: a call takes a tenth of it. */
const LOAD_MS = 200

/** Waits until a load that was called is running in a process. */
async function untilBusy(pid: number): Promise<void> {
  const before = processorMs(pid)
  await vi.waitFor(() => expect(processorMs(pid) - before).toBeGreaterThan(LOAD_MS), { timeout: 30_000, interval: 10 })
}

it('leaves a table unchanged when the process crashes during a load, and does not repeat the load', async () => {
  const connection = await connect()
  const [pid] = pids()
  const select = 'SELECT hash(range) AS t FROM range(3000000000)'
  const csv = join(engine.state.folder, 'in.csv')
  writeFileSync(csv, 'a\n1\n')
  const loading = failureOf(
    duckdb.load?.({ file: 'one.db' }, engine.state.storage, {
      file: csv,
      table: 'many',
      existing: 'replace',
      select,
    }) ?? Promise.resolve('loads nothing'),
  )
  await untilBusy(pid ?? 0)
  process.kill(pid ?? 0, 'SIGKILL')
  expect(await loading).toBe('load-lost')
  expect(await ask(connection, 'SELECT count(*) FROM many')).toBe(2000)
  await duckdb.load?.({ file: 'one.db' }, engine.state.storage, { file: csv, table: 'many', existing: 'replace' })
  expect(await ask(connection, 'SELECT count(*) FROM many')).toBe(1)
})

it.each(['replace', 'fail'] as const)(
  'stops a load that its signal ends, and changes no table: %s',
  async (existing) => {
    const connection = await connect()
    const leaving = new AbortController()
    const csv = join(engine.state.folder, 'in.csv')
    writeFileSync(csv, 'a\n1\n')
    const table = existing === 'replace' ? 'many' : 'fresh'
    const given = { file: csv, table, existing, select: 'SELECT hash(range) AS t FROM range(3000000000)' }
    const loading = failureOf(
      duckdb.load?.({ file: 'one.db' }, engine.state.storage, given, leaving.signal) ??
        Promise.resolve('loads nothing'),
    )
    await untilBusy(pids()[0] ?? 0)
    leaving.abort()
    expect(await loading).toBe('AbortError')
    expect(await ask(connection, 'SELECT count(*) FROM many')).toBe(2000)
    expect((await connection.tables('main')).map(({ name }) => name)).toEqual(['many'])
  },
)

it('serves more files than there may be processes, each in its turn', async () => {
  engine.state.storage = { directory: engine.state.folder, processes: 2 }
  const names = ['a.db', 'b.db', 'c.db']
  for (const name of names) await writeDuckDB(engine.state.folder, name, [`CREATE TABLE t AS SELECT '${name}' AS name`])
  const connections = await Promise.all(names.map((name) => connect(name)))
  const most = { seen: 0 }
  const watch = setInterval(() => (most.seen = Math.max(most.seen, pids().length)), 5)
  const text = 'SELECT max(name) FROM t, range(300000) WHERE hash(range) >= 0'
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => ask(connections[index % 3] as Connection, text, index % 2)),
  )
  clearInterval(watch)
  expect(answers).toEqual([...names, ...names])
  expect(most.seen).toBeLessThanOrEqual(2)
})

it('creates no file by reading, and detects one that another process creates', async () => {
  const connection = await connect('none.db')
  expect(await connection.tables('main')).toEqual([])
  expect(readdirSync(engine.state.folder).filter((name) => name.startsWith('none'))).toEqual([])
  await writeDuckDB(engine.state.folder, 'none.db', ['CREATE TABLE there AS SELECT 1 AS n'])
  expect(await connection.tables('main')).toEqual([{ name: 'there', kind: 'table' }])
})

// The server is compiled by the process that is killed.
it('ends its process with the server, also when that is killed', { timeout: 180_000 }, async () => {
  const source = pathToFileURL(join(import.meta.dirname, 'index.ts')).href
  const files = pathToFileURL(join(import.meta.dirname, 'files.ts')).href
  const program = `
    const { duckdb } = await import(${JSON.stringify(source)})
    const { filesOf } = await import(${JSON.stringify(files)})
    const place = { directory: ${JSON.stringify(engine.state.folder)} }
    const connection = await duckdb.connect({ file: 'one.db' }, place)
    console.log(filesOf(place).processPool.pids[0])
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--import', 'tsx/esm', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const failed = once(parent, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}`)))
  const [line] = (await Promise.race([once(parent.stdout, 'data'), failed])) as [Buffer]
  const child = Number(line.toString())
  expect(isAlive(child)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 10_000 })
})
