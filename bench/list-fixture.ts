import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeApp } from '#server/app.ts'
import { readSettings } from '#server/base/config.ts'
import {
  completeConfig,
  makeHome,
  makeChartDataService,
  createSharedState,
  makeSqlExports,
  makeSqlQueries,
  openMetadata,
} from '#server/home.ts'
import { makeLog } from '#server/http/log.ts'
import { makeAttempts } from '#server/security/sign-in-attempts.ts'
import { openSession } from '#server/security/sessions.ts'
import type { Store } from '#server/store/store.ts'

/** The server in this process with a separate store full of charts. */
export interface ListFixture {
  readonly url: string
  readonly store: Store
  /** File of the store. */
  readonly file: string
  readonly dataset: { readonly uuid: string }
  readonly database: { readonly uuid: string }
  /** `Cookie` headers of an administrator, and of a user who may read one of two datasets and owns some charts. */
  readonly admin: string
  readonly reader: string
  close(): Promise<void>
}

/** Half of the charts use a dataset that the reader may not read; the reader owns every fortieth of those. */
async function fillStore(store: Store, charts: number) {
  const roleOf = async (name: string) => (await store.roles.byName(name))?.id as number
  const adminRole = await roleOf('Admin')
  const gamma = await roleOf('Gamma')
  return store.transaction(async (tx) => {
    const person = (username: string, roles: readonly number[]) =>
      tx.users.create({ username, first_name: username, last_name: 'B', roles }, null)
    const admin = await person('lister', [adminRole])
    const at = { database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///d.duckdb' }
    const database = await tx.databases.create(at, admin.id)
    const database_id = database.id
    const columns = Array.from({ length: 20 }, (_, n) => ({ column_name: `c${n}` }))
    const open = await tx.datasets.create({ database_id, table_name: 'open', columns }, admin.id)
    const closed = await tx.datasets.create({ database_id, table_name: 'closed', columns }, admin.id)
    const { id: reads } = await tx.roles.create({ name: 'Reads open' }, null)
    await tx.roles.setPairs(reads, [['datasource_access', `[d].[open](id:${open.id})`]])
    const reader = await person('reader', [gamma, reads])
    for (let n = 0; n < charts; n++) {
      const values = { slice_name: `Chart ${n} ${'äbc'[n % 3]}`, viz_type: 'pie', datasource_type: 'table' } as const
      const datasource_id = n % 2 === 0 ? open.id : closed.id
      const owners = n % 40 === 1 ? [reader.id] : []
      const params = JSON.stringify({
        datasource: `${datasource_id}__table`,
        metrics: ['count'],
        groupby: ['c1'],
        row_limit: 100,
      })
      await tx.charts.create({ ...values, datasource_id, params, owners }, admin.id)
    }
    return { admin: admin.id, reader: reader.id, dataset: open, database }
  })
}

/** Sizes of the lists of users and access. */
export interface AccessCounts {
  readonly users: number
  readonly roles: number
  readonly rules: number
}

/** Creates users with two roles each, and row rules of one role and one dataset each. */
function fillAccess(store: Store, { users, roles, rules }: AccessCounts): Promise<void> {
  return store.transaction(async (tx) => {
    const datasets = (await tx.datasets.list({})).rows.map(({ id }) => id)
    const roleIds: number[] = []
    for (let n = 0; n < roles; n++) {
      const { id } = await tx.roles.create({ name: `Team ${n}` }, null)
      await tx.roles.setPairs(id, [['can_read', 'Dashboard']])
      roleIds.push(id)
    }
    const roleAt = (n: number) => roleIds[n % roles] as number
    const drafts = Array.from({ length: users }, (_, n) => {
      const names = { username: `user ${n}`, first_name: `First ${n}`, last_name: 'B', email: `u${n}@example.org` }
      return { ...names, roles: [roleAt(n), roleAt(n + 7)].toSorted((a, b) => a - b) }
    })
    await tx.users.createMany(drafts, null)
    for (let n = 0; n < rules; n++) {
      const subjects = { tables: [datasets[n % datasets.length] as number], roles: [roleAt(n)] }
      await tx.rowRules.create({ name: `Rule ${n}`, filter_type: 'Regular', clause: 'c1 = 1', ...subjects }, null)
    }
  })
}

export async function openListFixture(root: string, charts: number, access: AccessCounts): Promise<ListFixture> {
  const home = mkdtempSync(join(tmpdir(), 'facet-lists-'))
  const settings = readSettings({ FACET_HOME: home, FACET_EXAMPLES: '0', PORT: '0' }, root)
  if ('problems' in settings) throw new Error(settings.problems.join())
  makeHome(home)
  const config = completeConfig(settings, root)
  const store = await openMetadata(settings)
  const shared = createSharedState(store)
  const chartData = await makeChartDataService(config, store, { shared })
  const people = await fillStore(store, charts)
  await fillAccess(store, access)
  const log = makeLog({ level: config.logLevel, now: Date.now })
  const sqlQueries = makeSqlQueries(config, { store, shared, chartData, log, now: Date.now })
  const sqlExports = makeSqlExports(config, { store, shared, chartData, log, now: Date.now })
  const common = { sqlQueries, sqlExports, now: Date.now, newUuid: randomUUID, attempts: makeAttempts(shared) }
  const app = await makeApp({ config, store, shared, chartData, log, ...common })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const cookieOf = async (id: number) => `session=${await openSession(store, id, Date.now())}`
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    store,
    file: join(home, 'facet.db'),
    dataset: people.dataset,
    database: people.database,
    admin: await cookieOf(people.admin),
    reader: await cookieOf(people.reader),
    async close() {
      await app.close()
      await chartData.close()
      await shared.close()
      await store.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
