import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessCalls } from '#server/engines/duckdb/calls.ts'
import { open } from '#server/engines/duckdb/open-database.ts'
import { Reader } from '#server/engines/duckdb/reader.ts'
import { openSession } from '#server/security/sessions.ts'
import { benchHome } from './home.ts'
import { queryCall, startLoadClient } from './load-client.ts'
import { type BenchOrder, readOrder, type BenchStatement, sendFigure } from './bench-order.ts'
import { type Cell, differingRows } from './plain-driver.ts'
import { descendants } from './process-tree.ts'
import { measureInterleaved, median, quantile, measureMs } from './statistics.ts'
import { openBenchFixture, type BenchFixture } from './fixture.ts'

const BYTES = 2 ** 20
const KILLS = 7

/** Returns a planned statement in the form sent to the engine process. */
async function asRequested(fixture: BenchFixture, { query }: BenchStatement): Promise<ProcessCalls['bytes'][0]> {
  const call = queryCall(fixture.url, fixture.cookie, fixture.flights, query, { force: true })
  const answer = await fetch(call.url, { method: 'POST', headers: call.headers, body: call.body })
  const { result } = (await answer.json()) as { result: { query: string; colnames: string[] }[] }
  const { query: text, colnames: labels } = result[0] as { query: string; colnames: string[] }
  return { text, labels, params: [], layout: 'columns', maxRows: 50_000 }
}

const cellsIn = (data: Uint8Array): Cell[][] => JSON.parse(Buffer.from(data).toString()) as Cell[][]

/** B24: the cost of a query in a separate process, compared with the same code on the same file in this process. */
async function overInProcess({ order, fixture }: Bench): Promise<void> {
  const scratch = join(benchHome(order.root), 'databases', 'scratch')
  const reader = new Reader(await open({ file: fixture.path, scratch, write: false }))
  const signal = new AbortController().signal
  for (const statement of order.plan.uncached.statements) {
    const query = await asRequested(fixture, statement)
    const aside = () => fixture.file.ask('bytes', query, { signal, author: null, text: query.text })
    const here = () => reader.bytes(query, signal)
    const [{ data = new Uint8Array() }, plain] = [await aside(), await here()]
    const name = `${statement.name}, ${(data.length / BYTES).toFixed(2)} MB`
    const differing = differingRows(cellsIn(data), cellsIn(plain.data))
    if (differing.count > 0) {
      const note = `${differing.count} rows differ: ${differing.first}`
      sendFigure({ measure: 'B24', name, value: null, unit: '', note })
      continue
    }
    const [ours, theirs] = await measureInterleaved(
      order.plan.samples,
      () => measureMs(aside),
      () => measureMs(here),
    )
    const value = median(ours.map((time, index) => time - (theirs[index] ?? Number.NaN)))
    const note = `${median(ours).toFixed(2)} ms over ${median(theirs).toFixed(2)} ms`
    sendFigure({
      measure: 'B24',
      name,
      value,
      unit: 'ms more',
      most: Number(Math.max(0.5, data.length / BYTES).toFixed(2)),
      note,
    })
  }
  reader.close()
}

/** B24: from the death of an engine process to the next result of its file. */
async function afterDeath({ order, fixture }: Bench): Promise<void> {
  const [first] = order.plan.uncached.statements
  const query = await asRequested(fixture, first as BenchStatement)
  const ask = () =>
    fixture.file.ask('bytes', query, { signal: AbortSignal.timeout(30_000), author: null, text: query.text })
  const times: number[] = []
  for (let turn = 0; turn < KILLS; turn++) {
    const before = await measureMs(ask)
    const engines = descendants(process.pid).filter((pid) => commandOf(pid).includes('duckdb-child'))
    for (const pid of engines) process.kill(pid, 'SIGKILL')
    times.push((await measureMs(ask)) - before)
  }
  const note = `longest ${quantile(times, 1).toFixed(0)} ms`
  sendFigure({ measure: 'B24', name: 'killed: answering again', value: median(times), unit: 'ms', most: 500, note })
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Expressions that exhaust the engine's processors (ignoring its interrupts), its memory, or the disk. */
const HEAVIEST: readonly ((turn: number) => string)[] = [
  (turn) => `SUM(levenshtein(repeat(origin, ${3000 - turn}), repeat(destination, ${3000 - turn})))`,
  (turn) => `SUM(length(repeat(origin, ${100_000_000 + turn})))`,
  (turn) => `COUNT(DISTINCT origin || destination || delay || distance || ${turn})`,
  (turn) => `LENGTH(STRING_AGG(origin || destination || ${turn} ORDER BY md5(destination || delay)))`,
]

/** L2: cached responses to other users while one user runs the heaviest queries. */
async function alongsideHeaviest({ order, fixture }: Bench): Promise<void> {
  const { clients, seconds, statement } = order.plan.heaviest
  const asker = startLoadClient(order.root)
  const cached = queryCall(fixture.url, fixture.cookie, fixture.flights, statement.query)
  await asker.once(cached)
  const idle = (await asker.load({ calls: [cached], connections: 1, seconds })).times
  const admin = (await fixture.store.roles.byName('Admin'))?.id ?? 0
  const username = `heavy ${Date.now()}`
  const draft = { username, first_name: 'Heavy', last_name: 'QueryRunner', password: '', roles: [admin] }
  const heavy = await fixture.store.users.create(draft, null)
  const cookie = `session=${await openSession(fixture.store, heavy.id, Date.now())}`
  const ending = new AbortController()
  let turn = 0
  const dataRequest = Array.from({ length: clients }, async (_, client) => {
    while (!ending.signal.aborted) {
      const sqlExpression = HEAVIEST[client % HEAVIEST.length]?.(++turn) ?? ''
      const metrics = [{ expressionType: 'SQL', sqlExpression, label: 'x' }]
      const call = queryCall(fixture.url, cookie, fixture.flights, { metrics, columns: [] }, { force: true })
      const answer = await fetch(call.url, { method: 'POST', headers: call.headers, body: call.body }).catch(() => {})
      await answer?.arrayBuffer()
      // Retries a rejected request after a pause, like an impatient user.
      await sleep(100)
    }
  })
  await sleep(500)
  const busy = (await asker.load({ calls: [cached], connections: 1, seconds })).times
  ending.abort()
  await Promise.all(dataRequest)
  asker.close()
  const [idleMs, loaded] = [quantile(idle, 0.99), quantile(busy, 0.99)]
  const note = `${loaded.toFixed(1)} ms over ${idleMs.toFixed(1)} ms, longest ${quantile(busy, 1).toFixed(0)} ms, ${turn} heavy questions`
  sendFigure({ measure: 'L2', name: 'p99 of others', value: loaded - idleMs, unit: 'ms more', most: 20, note })
}

interface Bench {
  readonly order: BenchOrder
  readonly fixture: BenchFixture
}

const order = readOrder()
const fixture = await openBenchFixture(order.root, { FACET_WEB_TIMEOUT_S: '5', FACET_LOG_LEVEL: 'silent' })
const bench: Bench = { order, fixture }
if (order.ids.includes('B24')) {
  await overInProcess(bench)
  await afterDeath(bench)
}
if (order.ids.includes('L2')) await alongsideHeaviest(bench)
await fixture.close()
process.exit(0)
