import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type LoadClient, type Call, queryCall, startLoadClient } from './load-client.ts'
import { type BenchOrder, readOrder, type BenchStatement, sendFigure } from './bench-order.ts'
import { differingRows, plainColumns, runRaw } from './plain-driver.ts'
import { measureInterleaved, median, quantile } from './statistics.ts'
import { openBenchFixture, type BenchFixture } from './fixture.ts'

const MS = 1e6

interface Entry {
  readonly query: string
  readonly columns: (string | number | boolean | null)[][]
  readonly rowcount: number
}

/** The dependencies of the measures. */
interface Bench {
  readonly order: BenchOrder
  readonly fixture: BenchFixture
  readonly asker: LoadClient
}

const uncachedCall = ({ fixture }: Bench, query: BenchStatement['query']): Call =>
  queryCall(fixture.url, fixture.cookie, fixture.flights, query, { force: true })

async function answerOf({ asker }: Bench, call: Call): Promise<Entry> {
  const { body, head } = await asker.once(call)
  const coding = /^content-encoding: (\w+)/im.exec(head)?.[1]
  const text = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
  return JSON.parse(text.toString()).result[0] as Entry
}

/** B3: an uncached response over HTTP, compared with the same SQL on the same file in the same process. */
async function overRaw(bench: Bench, { name, query }: BenchStatement): Promise<void> {
  const { fixture, asker, order } = bench
  const call = uncachedCall(bench, query)
  const { query: sql, columns, rowcount } = await answerOf(bench, call)
  const differing = differingRows(columns, await plainColumns(fixture.raw, sql))
  const label = `${name}, ${rowcount} rows`
  if (differing.count > 0) {
    const note = `${differing.count} rows differ: ${differing.first}`
    return sendFigure({ measure: 'B3', name: label, value: null, unit: '', note })
  }
  const [requested, raw] = await measureInterleaved(
    order.plan.samples,
    async () => (await asker.once(call)).time,
    () => runRaw(fixture.raw, sql),
  )
  const [ours, theirs] = [median(requested), median(raw)]
  const note = `${ours.toFixed(1)} ms over ${theirs.toFixed(1)} ms`
  if (rowcount <= 1000 && theirs < 20)
    return sendFigure({ measure: 'B3', name: label, value: ours - theirs, unit: 'ms more', most: 3, note })
  const most = rowcount <= 1000 ? 1.15 : rowcount <= 10_000 ? 2 : 3.5
  sendFigure({ measure: 'B3', name: label, value: ours / theirs, unit: 'x raw', most, note })
}

/** B4: timer delays while responses of 50,000 rows are computed, compared with idle delays. */
async function loopDelay(bench: Bench): Promise<void> {
  const { order, asker } = bench
  const { statements, loop } = order.plan.uncached
  const call = uncachedCall(bench, (statements.at(-1) as BenchStatement).query)
  const observed = async (work: () => Promise<unknown>): Promise<number> => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await work()
    delay.disable()
    return delay.percentile(99) / MS
  }
  const busy: number[] = []
  const idle: number[] = []
  for (let turn = 0; turn < order.plan.slowSamples; turn++) {
    idle.push(await observed(() => sleep(500)))
    busy.push(
      await observed(async () => {
        for (let request = 0; request < loop.requests; request++) await asker.once(call)
      }),
    )
  }
  const value = median(busy) - median(idle)
  sendFigure({ measure: 'B4', name: 'event-loop delay p99, 50k rows, over idle', value, unit: 'ms more', most: 20 })
}

/** B6: many clients send the same new query at the same time. */
async function herd(bench: Bench): Promise<void> {
  const { fixture, asker, order } = bench
  const { clients, samples, statement } = order.plan.herd
  let runs = 0
  const bytes = fixture.product.bytes.bind(fixture.product)
  fixture.product.bytes = (...args) => {
    runs++
    return bytes(...args)
  }
  const executions: number[] = []
  const times: { ours: number; raw: number }[] = []
  for (let sample = -1; sample < samples; sample++) {
    const query = {
      ...statement.query,
      filters: [{ col: 'delay', op: '>', val: -1000 - Math.floor(Math.random() * 1e9) }],
    }
    const call = queryCall(fixture.url, fixture.cookie, fixture.flights, query)
    const sql = (await answerOf(bench, { ...call, body: call.body.replace('"full"', '"query"') })).query
    const raw = await runRaw(fixture.raw, sql)
    runs = 0
    const seen = await asker.load({ calls: [call], connections: clients, seconds: 0 })
    if (sample < 0) continue
    executions.push(runs)
    times.push({ ours: quantile(seen.times, 0.99), raw })
  }
  fixture.product.bytes = bytes
  const most = Math.max(...executions)
  sendFigure({
    measure: 'B6',
    name: `${clients} clients: engine executions`,
    value: most,
    unit: 'at most',
    most: 1,
    least: 1,
  })
  const value = median(times.map(({ ours, raw }) => ours / raw))
  const note = `${median(times.map(({ ours }) => ours)).toFixed(1)} ms over ${median(times.map(({ raw }) => raw)).toFixed(1)} ms`
  sendFigure({ measure: 'B6', name: `${clients} clients: p99 over raw`, value, unit: 'x raw', most: 1.3, note })
}

/** B18: cached responses, and those without data, while heavy queries run. */
async function alongsideHeavy(bench: Bench): Promise<void> {
  const { fixture, order } = bench
  const { clients, seconds, statement } = order.plan.heavy
  const light = startLoadClient(order.root)
  const heavyAsker = startLoadClient(order.root)
  const cached = queryCall(fixture.url, fixture.cookie, fixture.flights, order.plan.cached.statement.query)
  const metadata = queryCall(fixture.url, fixture.cookie, fixture.flights, {}, { result_type: 'columns' })
  await light.once(cached)
  for (const [name, call] of [
    ['cached', cached],
    ['metadata', metadata],
  ] as const) {
    const small = { calls: [call], connections: 1, seconds }
    const idle = quantile((await light.load(small)).times, 0.99)
    const heavy = heavyAsker.load({
      calls: Array.from({ length: clients }, (_, index) =>
        uncachedCall(bench, { ...statement.query, row_limit: 100 + index }),
      ),
      connections: clients,
      seconds: seconds * 1.5,
    })
    await sleep(200)
    const busy = quantile((await light.load(small)).times, 0.99)
    await heavy
    const note = `${busy.toFixed(1)} ms over ${idle.toFixed(1)} ms`
    sendFigure({
      measure: 'B18',
      name: `${clients} heavy queries: p99 of ${name}`,
      value: busy - idle,
      unit: 'ms more',
      most: 20,
      note,
    })
  }
  light.close()
  heavyAsker.close()
}

const order = readOrder()
const fixture = await openBenchFixture(order.root)
const loadClient = startLoadClient(order.root)
const bench: Bench = { order, fixture, asker: loadClient }
if (order.ids.includes('B3')) for (const statement of order.plan.uncached.statements) await overRaw(bench, statement)
if (order.ids.includes('B4')) await loopDelay(bench)
if (order.ids.includes('B6')) await herd(bench)
if (order.ids.includes('B18')) await alongsideHeavy(bench)
loadClient.close()
await fixture.close()
process.exit(0)
