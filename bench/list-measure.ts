import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { printRison } from '#core/rest/rison.ts'
import { makeApp } from '#server/app.ts'
import { readSettings } from '#server/config.ts'
import { completeConfig, makeHome, makeRoad, makeShared, openMetadata } from '#server/home.ts'
import { makeLog } from '#server/http/log.ts'
import { makeAttempts } from '#server/security/attempts.ts'
import { ensureAdmin } from '#server/security/first-user.ts'
import { openSession } from '#server/security/sessions.ts'
import type { Store } from '#server/store/store.ts'
import { type Order, readOrder, tell } from './order.ts'
import { interleaved, median, timed } from './statistics.ts'

/** A statement the store was asked, with its values. */
interface Said {
  readonly sql: string
  readonly values: readonly unknown[]
}

type Prepare = typeof DatabaseSync.prototype.prepare

/** Notes what is read of SQLite in this process while `work` runs. Stores have to be opened after it was called first. */
function notepad() {
  const prepare: Prepare = DatabaseSync.prototype.prepare
  let noted: Said[] | undefined
  DatabaseSync.prototype.prepare = function (this: InstanceType<typeof DatabaseSync>, sql: string) {
    const statement = prepare.call(this, sql)
    const all = statement.all.bind(statement)
    statement.all = (...values: Parameters<typeof all>) => {
      noted?.push({ sql, values })
      return all(...values)
    }
    return statement
  }
  return async (work: () => Promise<unknown>): Promise<readonly Said[]> => {
    const mine: Said[] = []
    noted = mine
    await work()
    noted = undefined
    return mine
  }
}

const DASHBOARDS = 20
const DATASETS = 50

/** A store of so many charts: on datasets, some on dashboards, each of the one owner. */
async function fill(store: Store, owner: number, charts: number): Promise<void> {
  await store.transaction(async (inside) => {
    const database = await inside.databases.create(
      { database_name: 'lists', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///lists.duckdb' },
      owner,
    )
    const datasets: number[] = []
    for (let at = 0; at < DATASETS; at++)
      datasets.push((await inside.datasets.create({ table_name: `table ${at}`, database_id: database.id }, owner)).id)
    const boards: number[] = []
    for (let at = 0; at < DASHBOARDS; at++)
      boards.push((await inside.dashboards.create({ dashboard_title: `Board ${at}` }, owner)).id)
    const params = JSON.stringify({ metrics: ['count'], groupby: ['a', 'b'], adhoc_filters: [], row_limit: 1000 })
    for (let at = 0; at < charts; at++)
      await inside.charts.create(
        {
          slice_name: `Chart ${at}`,
          viz_type: 'table',
          datasource_id: datasets[at % DATASETS] ?? 0,
          datasource_type: 'table',
          params,
          owners: [owner],
          dashboards: [boards[at % DASHBOARDS] ?? 0],
        },
        owner,
      )
  })
}

const asked = {
  'first page': { page_size: 25 },
  'page 200, by name': { page_size: 25, page: 200, order_column: 'slice_name', order_direction: 'asc' },
  searched: { page_size: 25, filters: [{ col: 'slice_name', opr: 'chart_all_text', value: 'chart 77' }] },
} as const

/** B26: a page of a list of 10,000 charts, over the statements it asked of the store, asked again by the driver alone. */
async function lists(order: Order): Promise<void> {
  const { charts, samples } = order.plan.lists
  const home = mkdtempSync(join(tmpdir(), 'facet-lists-'))
  const note = notepad()
  const settings = readSettings({ FACET_HOME: home, FACET_EXAMPLES: '0', PORT: '0' }, order.root)
  if ('problems' in settings) throw new Error(settings.problems.join())
  makeHome(home)
  const config = completeConfig(settings, order.root)
  const store = await openMetadata(settings)
  const { user } = await ensureAdmin(store, home, 'a password of the measure')
  await fill(store, user.id, charts)
  const shared = makeShared()
  const road = makeRoad(config, store, { shared })
  const log = makeLog({ level: config.logLevel, now: Date.now })
  const attempts = makeAttempts(shared)
  const app = await makeApp({ config, store, shared, road, log, attempts, now: Date.now, newUuid: randomUUID })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/chart/`
  const headers = { cookie: `session=${await openSession(store, user.id, Date.now())}` }
  const bare = new DatabaseSync(join(home, 'facet.db'), { readOnly: true })
  for (const [name, q] of Object.entries(asked)) {
    const address = `${url}?q=${encodeURIComponent(printRison(q))}`
    const ask = async () => (await fetch(address, { headers })).text()
    await ask()
    const said = await note(ask)
    const statements = said.map(({ sql, values }) => ({ statement: bare.prepare(sql), values }))
    const [ours, theirs] = await interleaved(
      samples,
      () => timed(ask),
      () =>
        timed(async () => {
          for (const { statement, values } of statements) statement.all(...(values as never[]))
        }),
    )
    const told = `${median(ours).toFixed(2)} over ${median(theirs).toFixed(2)} ms, ${said.length} statements`
    tell({ measure: 'B26', name, value: median(ours) / median(theirs), unit: 'x statements', most: 1.5, note: told })
  }
  bare.close()
  await app.close()
  await road.close()
  await shared.close()
  await store.close()
  rmSync(home, { recursive: true, force: true })
}

await lists(readOrder())
