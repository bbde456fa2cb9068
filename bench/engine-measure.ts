import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { FrameReader, frameText } from '#calls/frames.ts'
import { type LoadClient, type Call, queryCall, startLoadClient } from './load-client.ts'
import { type BenchOrder, readOrder, sendFigure } from './bench-order.ts'
import { plainColumns } from './plain-driver.ts'
import { differingCells, type Entry, entryOf, withDataset } from './result-entry.ts'
import { measureInterleaved, median, quantile } from './statistics.ts'
import { openBenchFixture, type BenchFixture } from './fixture.ts'

interface Bench {
  readonly order: BenchOrder
  readonly fixture: BenchFixture
  readonly loadClient: LoadClient
}

const timeOf = async (promise: Promise<unknown>): Promise<number> => {
  await promise.catch(() => {})
  return performance.now()
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
  const [ours, theirs] = await withDataset(fixture, { sql, columns }, async (id) => {
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

/** Returns the first frame of a batch with one item. */
async function batchEntry({ url, headers, body }: Call): Promise<Entry> {
  const items = [{ id: 'one', query_context: JSON.parse(body) as object }]
  const answer = await fetch(`${url}/batch`, { method: 'POST', headers, body: JSON.stringify({ items }) })
  const [frame] = new FrameReader().push(new Uint8Array(await answer.arrayBuffer()))
  if (!frame) throw new Error('A batch without a frame')
  return JSON.parse(await frameText(frame.head, frame.body)).result[0] as Entry
}

/**
 * B20: compares the computed, cached, fast-path and compressed responses, as rows and in a batch, with the driver's own
 * cells.
 */
async function equality(bench: Bench): Promise<void> {
  const { fixture, order, loadClient } = bench
  for (const { name, sql, columns } of order.plan.equality.datasets) {
    const paths: string[] = []
    let differing = 0
    const drafts = columns.map((column_name) => ({ column_name }))
    const cells = await withDataset(fixture, { sql, columns: drafts }, async (id) => {
      const query = { columns, metrics: [], orderby: [['k', true]], row_limit: 50_000 }
      const call = queryCall(fixture.url, fixture.cookie, id, query)
      const first = await entryOf(loadClient, call)
      const plain = await plainColumns(fixture.raw, first.entry.query)
      const take = (path: string, entry: Entry): void => {
        paths.push(path)
        differing += differingCells(entry, plain)
      }
      take('anew', first.entry)
      take('kept', (await entryOf(loadClient, call)).entry)
      for (let look = 0; look < 20; look++) {
        const { entry, packed } = await entryOf(loadClient, call)
        if (look === 0 || packed) take(packed ? 'packed' : 'again', entry)
        if (packed) break
        await sleep(50)
      }
      const { accept: _accept, ...headers } = call.headers
      take('rows', (await entryOf(loadClient, { ...call, headers })).entry)
      take('batch', await batchEntry(call))
      return plain.reduce((sum, column) => sum + column.length, 0)
    })
    const note = `${cells} cells each: ${paths.join(', ')}`
    sendFigure({ measure: 'B20', name: `${name}: differing cells`, value: differing, unit: 'cells', most: 0, note })
  }
}

const order = readOrder()
const fixture = await openBenchFixture(order.root)
const loadClient = startLoadClient(order.root)
const bench: Bench = { order, fixture, loadClient }
if (order.ids.includes('B19')) await measureDisconnect(bench)
if (order.ids.includes('B20')) await equality(bench)
loadClient.close()
await fixture.close()
process.exit(0)
