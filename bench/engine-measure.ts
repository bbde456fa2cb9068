import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { Client } from 'pg'
import { FrameReader, frameText } from '#calls/frames.ts'
import { startPostgres } from '#testing/postgres.ts'
import { type LoadClient, type Call, queryCall, startLoadClient } from './load-client.ts'
import { type BenchOrder, readOrder, sendFigure } from './bench-order.ts'
import { type Cell, cellsOf, plainColumns } from './plain-driver.ts'
import { measureInterleaved, median, quantile } from './statistics.ts'
import { openBenchFixture, type BenchFixture } from './fixture.ts'

interface Bench {
  readonly order: BenchOrder
  readonly fixture: BenchFixture
  readonly loadClient: LoadClient
}

interface Entry {
  readonly query: string
  readonly colnames: readonly string[]
  readonly columns?: Cell[][]
  readonly data?: Record<string, Cell>[]
}

const timeOf = async (promise: Promise<unknown>): Promise<number> => {
  await promise.catch(() => {})
  return performance.now()
}

/** Creates a dataset for one measure, calls `work` with its id, and deletes it. */
async function withDataset<T>({ fixture }: Bench, draft: object, work: (id: number) => Promise<T>): Promise<T> {
  const { datasets } = fixture.store
  const name = `measure ${Date.now()}`
  const { id } = await datasets.create({ database_id: fixture.database, table_name: name, ...draft }, null)
  try {
    return await work(id)
  } finally {
    await datasets.remove([id], null)
  }
}

/** Sends a request, disconnects before the response and resolves with the time of the disconnect. */
function askAndLeave({ url, headers, body }: Call, after: number): Promise<number> {
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', headers })
    call.on('error', () => {})
    call.end(body)
    setTimeout(() => {
      resolve(performance.now())
      call.destroy()
    }, after)
  })
}

/** Milliseconds between two checks whether the engine still runs the query. */
const METADATA_TIMEOUT_MS = 1

/** Resolves with the time at which the server's engine runs nothing any more. */
async function untilIdle({ file }: BenchFixture): Promise<number> {
  while (file.busy) await sleep(METADATA_TIMEOUT_MS)
  return performance.now()
}

/** B19: from the disconnect to the time the engine has stopped the query, compared with the engine's own interrupt. */
async function measureDisconnect(bench: Bench): Promise<void> {
  const { fixture, order } = bench
  const { samples, runFor, sql } = order.plan.dropped
  const columns = [{ column_name: 'n', type: 'DOUBLE' }]
  const [ours, theirs] = await withDataset(bench, { sql, columns }, async (id) => {
    const call = queryCall(fixture.url, fixture.cookie, id, { columns: ['n'], metrics: [] }, { force: true })
    const leaveOurs = async (): Promise<number> => {
      const left = await askAndLeave(call, runFor)
      if (!fixture.file.busy) throw new Error('The query was not running when the tab was closed')
      return (await untilIdle(fixture)) - left
    }
    const leaveTheirs = async (): Promise<number> => {
      const raw = timeOf(fixture.raw.run(sql))
      await sleep(runFor)
      const began = performance.now()
      fixture.raw.interrupt()
      return (await raw) - began
    }
    return measureInterleaved(samples, leaveOurs, leaveTheirs)
  })
  const value = median(ours) - median(theirs)
  const note = `${median(ours).toFixed(1)} ms over ${median(theirs).toFixed(1)} ms, longest ${quantile(ours, 1).toFixed(1)} ms`
  sendFigure({ measure: 'B19', name: 'tab closed: query gone', value, unit: 'ms more', most: 50, note })
}

/** Returns the single entry of a response, and whether it was brotli-compressed. */
async function entryOf({ loadClient }: Bench, call: Call): Promise<{ entry: Entry; packed: boolean }> {
  const { body, head } = await loadClient.once(call)
  const packed = /^content-encoding: br/im.test(head)
  return { entry: JSON.parse((packed ? brotliDecompressSync(body) : body).toString()).result[0] as Entry, packed }
}

/** Returns the first frame of a batch with one item. */
async function batchEntry({ url, headers, body }: Call): Promise<Entry> {
  const items = [{ id: 'one', query_context: JSON.parse(body) as object }]
  const answer = await fetch(`${url}/batch`, { method: 'POST', headers, body: JSON.stringify({ items }) })
  const [frame] = new FrameReader().push(new Uint8Array(await answer.arrayBuffer()))
  if (!frame) throw new Error('A batch without a frame')
  return JSON.parse(await frameText(frame.head, frame.body)).result[0] as Entry
}

function differingCells(entry: Entry, plain: readonly Cell[][]): number {
  const { data, colnames } = entry
  const columns = entry.columns ?? colnames.map((name) => (data ?? []).map((row) => row[name] ?? null))
  const length = Math.max(columns[0]?.length ?? 0, plain[0]?.length ?? 0)
  let count = Math.abs(columns.length - plain.length) * length
  for (const [index, cells] of plain.entries())
    for (let row = 0; row < length; row++)
      if (JSON.stringify(columns[index]?.[row]) !== JSON.stringify(cells[row])) count++
  return count
}

/**
 * B20: compares the computed, cached, fast-path and compressed responses, as rows and in a batch, with the driver's own
 * cells.
 */
async function equality(bench: Bench): Promise<void> {
  const { fixture, order } = bench
  for (const { name, sql, columns } of order.plan.equality.datasets) {
    const paths: string[] = []
    let differing = 0
    const drafts = columns.map((column_name) => ({ column_name }))
    const cells = await withDataset(bench, { sql, columns: drafts }, async (id) => {
      const query = { columns, metrics: [], orderby: [['k', true]], row_limit: 50_000 }
      const call = queryCall(fixture.url, fixture.cookie, id, query)
      const first = await entryOf(bench, call)
      const plain = await plainColumns(fixture.raw, first.entry.query)
      const take = (path: string, entry: Entry): void => {
        paths.push(path)
        differing += differingCells(entry, plain)
      }
      take('anew', first.entry)
      take('kept', (await entryOf(bench, call)).entry)
      for (let look = 0; look < 20; look++) {
        const { entry, packed } = await entryOf(bench, call)
        if (look === 0 || packed) take(packed ? 'packed' : 'again', entry)
        if (packed) break
        await sleep(50)
      }
      const { accept: _accept, ...headers } = call.headers
      take('rows', (await entryOf(bench, { ...call, headers })).entry)
      take('batch', await batchEntry(call))
      return plain.reduce((sum, column) => sum + column.length, 0)
    })
    const note = `${cells} cells each: ${paths.join(', ')}`
    sendFigure({ measure: 'B20', name: `${name}: differing cells`, value: differing, unit: 'cells', most: 0, note })
  }
}

/** B21: chart/data on PostgreSQL, compared with the driver alone running the same statement. */
async function overPostgres(bench: Bench): Promise<void> {
  const { fixture, order, loadClient } = bench
  const { samples, table, statement } = order.plan.postgres
  const server = await startPostgres()
  const raw = new Client({ connectionString: server.url })
  await raw.connect()
  await raw.query(table)
  await raw.query('VACUUM ANALYZE events')
  const { databases } = fixture.store
  const address = { backend: 'postgresql', sqlalchemy_uri: server.url }
  const { id: database_id } = await databases.create({ database_name: `measure ${Date.now()}`, ...address }, null)
  const names = statement.query['columns'] as readonly string[]
  const columns = names.map((column_name) => ({ column_name }))
  await withDataset(bench, { database_id, table_name: 'events', columns }, async (id) => {
    const call = queryCall(fixture.url, fixture.cookie, id, statement.query, { force: true })
    const { entry } = await entryOf(bench, call)
    const run = () => raw.query({ text: entry.query, rowMode: 'array' })
    const { rows } = (await run()) as unknown as { rows: unknown[][] }
    const plain = names.map((_, column) => cellsOf(rows.map((row) => row[column])))
    const differing = differingCells(entry, plain)
    const name = `PostgreSQL, ${rows.length} rows`
    if (differing > 0)
      return sendFigure({ measure: 'B21', name, value: null, unit: '', note: `${differing} cells differ` })
    const theirs = async (): Promise<number> => {
      const began = performance.now()
      await run()
      return performance.now() - began
    }
    const [ours, bare] = await measureInterleaved(samples, async () => (await loadClient.once(call)).time, theirs)
    const note = `${median(ours).toFixed(1)} ms over ${median(bare).toFixed(1)} ms`
    sendFigure({ measure: 'B21', name, value: median(ours) / median(bare), unit: 'x driver', most: 1.3, note })
  })
  await databases.remove([database_id], null)
  await raw.end()
  await server.stop()
}

// The driver reads timestamps without a zone as local times.
process.env['TZ'] = 'UTC'
const order = readOrder()
const fixture = await openBenchFixture(order.root)
const loadClient = startLoadClient(order.root)
const bench: Bench = { order, fixture, loadClient }
if (order.ids.includes('B19')) await measureDisconnect(bench)
if (order.ids.includes('B20')) await equality(bench)
if (order.ids.includes('B21')) await overPostgres(bench)
loadClient.close()
await fixture.close()
process.exit(0)
