import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Condition } from '#core/access/condition.ts'
import { seedMetadata } from '#server/store/seed.ts'
import { openStore, type Store, type StoreLocation } from '#server/store/store.ts'
import { startPostgres } from '#testing/postgres.ts'

/** Number of charts; the number of requests grows with it. */
const CHARTS = Number(process.argv[2] ?? 5000)
const READS = Math.ceil(CHARTS * 0.4)
const LISTS = Math.ceil(CHARTS * 0.04)
const WRITES = Math.ceil(CHARTS * 0.06)

function reportTimes(name: string, times: number[]): void {
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3)
  console.log(`${name.padEnd(34)} p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   n ${times.length}`)
}

async function time(name: string, runs: number, act: (run: number) => Promise<unknown>): Promise<void> {
  for (let warm = 0; warm < 20; warm++) await act(warm)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await act(run)
    times.push(performance.now() - start)
  }
  reportTimes(name, times)
}

async function fillStore(store: Store): Promise<{ user: number; dataset: number }> {
  await seedMetadata(store)
  const roles = [(await store.roles.byName('Admin'))?.id as number]
  return store.transaction(async (tx) => {
    const { id: user } = await tx.users.create({ username: 'u', first_name: 'U', last_name: 'V', roles }, null)
    const at = { database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'duckdb://' }
    const { id: database_id } = await tx.databases.create(at, user)
    const columns = Array.from({ length: 50 }, (_, n) => ({ column_name: `c${n}` }))
    const { id: dataset } = await tx.datasets.create({ database_id, table_name: 't', columns }, user)
    for (let n = 0; n < CHARTS; n++) {
      const values = { slice_name: `Chart ${n} ${'äbc'[n % 3]}`, viz_type: 'pie', datasource_id: dataset }
      const owners = n % 10 === 0 ? [user] : []
      await tx.charts.create({ ...values, datasource_type: 'table', params: '{"a":1}'.repeat(100), owners }, user)
    }
    return { user, dataset }
  })
}

async function measure(location: StoreLocation): Promise<void> {
  const start = performance.now()
  const store = await openStore(location, Date.now, randomUUID)
  console.log(`\n${store.engine}: opened with schema in ${(performance.now() - start).toFixed(0)} ms, ${CHARTS} charts`)
  const { user, dataset } = await fillStore(store)
  const seen: Condition = {
    or: [{ owner: user }, { some: 'dataset', where: { some: 'database', where: { col: 'id', op: 'eq', value: 1 } } }],
  }
  const named: Condition = { and: [seen, { col: 'slice_name', op: 'ct', value: 'ÄB' }] }
  const newest = [{ column: 'changed_on', direction: 'desc' }] as const
  await time('read a chart by id', READS, (n) => store.charts.get((n % CHARTS) + 1))
  await time('read a dataset of 50 columns', READS, () => store.datasets.get(dataset))
  await time('list 25, newest first', LISTS, () => store.charts.list({ order: newest, page: 0, pageSize: 25 }))
  await time('list 25 one may see', LISTS, () =>
    store.charts.list({ where: seen, order: newest, page: 3, pageSize: 25 }),
  )
  await time('search in names, 25 one may see', LISTS, () => store.charts.list({ where: named, page: 0, pageSize: 25 }))
  await time('who an admin is, with permissions', READS / 4, () => store.users.current(user))
  await time('change a chart, with its event', WRITES, (n) =>
    store.charts.update((n % Math.min(50, CHARTS)) + 1, { slice_name: `n ${performance.now()}` }, user),
  )
  await store.close()
}

const folder = mkdtempSync(join(tmpdir(), 'facet-bench-'))
await measure({ file: join(folder, 'meta.db') })
rmSync(folder, { recursive: true, force: true })
const server = await startPostgres()
await measure({ url: server.url })
await server.stop()
