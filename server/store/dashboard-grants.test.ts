import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { datasetAccess } from '#core/access/rules.ts'
import { onBothEngines, type StoreFixture } from '#testing/stores.ts'
import { grantDatasetAccess } from './grant-dataset-access.ts'
import { withValueChecks, TransactionScope } from './guard.ts'
import { up } from './migrations/005-dashboard-grants.ts'
import type { AnyDatabase } from './migrations/schema.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

let made = 0

/** Creates a dataset with a chart, in a schema of a database. */
async function charted({ store }: StoreFixture, owners: readonly number[] = []) {
  const n = ++made
  const backend = { backend: 'duckdb', sqlalchemy_uri: 'duckdb://' }
  const database = await store.databases.create({ database_name: `d${n}`, ...backend }, null)
  const dataset = await store.datasets.create(
    { database_id: database.id, table_name: `t${n}`, schema: 's', owners },
    null,
  )
  const chart = await store.charts.create(
    { slice_name: 'c', viz_type: 'table', datasource_id: dataset.id, datasource_type: 'table' },
    null,
  )
  return { database, dataset, chart }
}

/** Creates a user with a separate role that has these permissions. */
async function person({ store, user }: StoreFixture, ...pairs: readonly (readonly [string, string])[]) {
  const { id } = await store.roles.create({ name: `r${++made}` }, null)
  await store.roles.setPairs(id, pairs)
  const account = await user(`u${made}`)
  await store.users.update(account.id, { roles: [id] }, null)
  return { id: account.id, role: id, current: await store.users.current(account.id) }
}

onBothEngines('grants of dashboards', (fixture) => {
  it('give a role access to a dataset while it is on the dashboard and the grant is not revoked', async () => {
    const { store } = fixture()
    const { dataset, chart } = await charted(fixture())
    const otherOne = await charted(fixture())
    const reader = await person(fixture())
    const draft = { dashboard_title: 'x', published: true, roles: [reader.role] }
    const board = await store.dashboards.create({ ...draft, charts: [chart.id, otherOne.chart.id] }, null)
    const other = await store.dashboards.create({ ...draft, charts: [otherOne.chart.id] }, null)
    const reads = async () => {
      if (!reader.current) throw new Error('There is no reader')
      return (await store.datasets.list({ where: datasetAccess(reader.current, { byRole: true }) })).ids
    }
    expect(await reads()).toEqual([])
    const grant = await store.dashboardGrants.create({ dashboard_id: board.id, dataset_id: dataset.id }, null)
    expect(await reads()).toEqual([dataset.id])
    // A grant to a dashboard that does not show the dataset has no effect, even if another dashboard shows it.
    await store.dashboards.update(board.id, { charts: [otherOne.chart.id] }, null)
    await store.dashboards.update(other.id, { charts: [chart.id] }, null)
    expect(await reads()).toEqual([])
    await store.dashboards.update(board.id, { charts: [chart.id] }, null)
    expect(await reads()).toEqual([dataset.id])
    await store.dashboardGrants.remove(grant.id, null)
    expect(await reads()).toEqual([])
    await store.dashboardGrants.restore(grant.id, null)
    await store.dashboards.update(board.id, { published: false }, null)
    expect(await reads()).toEqual([])
  })

  it('grants are created once when a dashboard is saved concurrently', async () => {
    const { store } = fixture()
    const { dataset, chart } = await charted(fixture())
    const { role } = await person(fixture())
    const { id } = await store.dashboards.create({ dashboard_title: 'x', charts: [chart.id], roles: [role] }, null)
    const saved = () => store.transaction((tx) => grantDatasetAccess(tx, undefined, [id]))
    await Promise.all([saved(), saved(), saved()])
    const { rows } = await store.dashboardGrants.list({ where: { col: 'dashboard_id', op: 'eq', value: id } })
    expect(rows.map((row) => row.dataset_id)).toEqual([dataset.id])
    expect(await store.dashboardGrants.missing({ dashboards: [id] })).toEqual([])
  })

  it('migrates grants of older dashboards if an owner may read the dataset', async () => {
    const { store, location, engine } = fixture()
    const of = () => charted(fixture())
    const all = await of()
    const ways = {
      all: await person(fixture(), ['all_datasource_access', 'all_datasource_access']),
      every: await person(fixture(), ['all_database_access', 'all_database_access']),
      database: await person(fixture(), ['database_access', `[x].(id:${all.database.id})`]),
      schema: await person(fixture(), ['schema_access', `[${all.database.database_name}].[s]`]),
      dataset: await person(fixture(), ['datasource_access', `[x].[t](id:${all.dataset.id})`]),
      owner: await person(fixture()),
      nothing: await person(fixture(), ['database_access', `[x].(id:${all.dataset.id + 1000})`]),
      otherSchema: await person(fixture(), ['schema_access', `[${all.database.database_name}].[other]`]),
      gone: await person(fixture(), ['all_datasource_access', 'all_datasource_access']),
    }
    await store.datasets.update(all.dataset.id, { owners: [ways.owner.id] }, null)
    await store.users.update(ways.gone.id, { active: false }, null)
    const boards: Record<string, number> = {}
    const board = { dashboard_title: 'x', charts: [all.chart.id], roles: [ways.all.role] }
    for (const [name, { id }] of Object.entries(ways))
      boards[name] = (await store.dashboards.create({ ...board, owners: [ways.nothing.id, id] }, null)).id
    boards['without roles'] = (await store.dashboards.create({ ...board, roles: [], owners: [ways.all.id] }, null)).id
    const dialect = 'file' in location ? sqliteDialect(location.file) : postgresDialect(location.url)
    const db: AnyDatabase = new Kysely({ dialect: withValueChecks(dialect, new TransactionScope()) })
    for (const view of ['granted_datasets', 'dashboard_datasets']) await db.schema.dropView(view).execute()
    await sql`drop table dashboard_grants`.execute(db)
    await db.transaction().execute((tx) => up(tx, engine))
    await db.destroy()
    const among = Object.values(boards)
    const { rows } = await store.dashboardGrants.list({ where: { col: 'dashboard_id', op: 'in', value: among } })
    const names = Object.keys(boards).filter((name) => rows.some((row) => row.dashboard_id === boards[name]))
    expect(names).toEqual(['all', 'every', 'database', 'schema', 'dataset', 'owner'])
    for (const row of rows) expect([row.dataset_id, row.version, row.note]).toEqual([all.dataset.id, 1, ''])
    expect(rows.find((row) => row.dashboard_id === boards['schema'])?.created_by_fk).toBe(ways.schema.id)
    const missing = await store.dashboardGrants.missing({ dashboards: among })
    expect(missing.map(({ dashboard_id }) => dashboard_id)).toEqual([
      boards['nothing'],
      boards['otherSchema'],
      boards['gone'],
    ])
    expect(await store.dashboardGrants.missing({ dashboards: among, limit: 1 })).toHaveLength(1)
  })
})
