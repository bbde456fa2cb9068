import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { openStore, type Store } from '#server/store/store.ts'
import { benchHome } from './home.ts'
import type { Plan } from './bench-order.ts'

const FILE = 'bench.duckdb'
/** Slugs of the dashboard with charts and of the one without. */
export const FULL_DASHBOARD = 'measure-full'
export const EMPTY_DASHBOARD = 'measure-empty'
/** Slug of the dashboard of many screens. */
export const LARGE_DASHBOARD = 'measure-many'

/** The dashboards of the measures, in the shared home. */
export interface Stage {
  readonly raw: DuckDBConnection
  /** Invalidates every cached result of the dashboard. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** Creates the large table, the charts and the dashboards unless they exist. */
export async function openStage(root: string, plan: Plan['dashboard']): Promise<Stage> {
  const databases = join(benchHome(root), 'databases')
  const file = join(databases, FILE)
  if (!existsSync(file)) await makeTable(file, join(databases, 'examples.duckdb'), plan.rowsSql)
  const store = await openStore({ file: join(benchHome(root), 'facet.db') }, Date.now, randomUUID)
  const dataset = await makeDashboards(store, plan.charts)
  await makeMany(store, dataset, plan)
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })
  let turn = 0
  return {
    raw: await instance.connect(),
    forget: async () => {
      await store.datasets.update(dataset, { template_params: JSON.stringify({ turn: ++turn, at: Date.now() }) }, null)
    },
    async close() {
      instance.closeSync()
      await store.close()
    },
  }
}

async function makeTable(file: string, source: string, statements: readonly string[]): Promise<void> {
  const draft = `${file}.draft`
  rmSync(draft, { force: true })
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`ATTACH '${source}' AS source (READ_ONLY)`)
  await connection.run(`ATTACH '${draft}' AS made (STORAGE_VERSION 'latest')`)
  for (const statement of statements) await connection.run(statement)
  await connection.run('DETACH made')
  instance.closeSync()
  const { renameSync } = await import('node:fs')
  renameSync(draft, file)
}

/** Creates the dashboards and returns the id of the dataset of the large table. */
async function makeDashboards(store: Store, names: readonly string[]): Promise<number> {
  const database =
    (await store.databases.find({ col: 'database_name', op: 'eq', value: 'bench' })) ??
    (await store.databases.create(
      { database_name: 'bench', backend: 'duckdb', sqlalchemy_uri: `duckdb:///${FILE}` },
      null,
    ))
  const known = await store.datasets.find({ col: 'database_id', op: 'eq', value: database.id })
  if (known) return known.id
  const flights = await store.datasets.find({ col: 'table_name', op: 'eq', value: 'flights' })
  const admin = await store.users.byUsername('admin')
  if (!flights || !admin) throw new Error('The example data are not there')
  const bare = <T extends object>({
    id: _id,
    uuid: _uuid,
    created_on: _c,
    changed_on: _d,
    ...rest
  }: T & Record<string, unknown>) => rest
  const dataset = await store.datasets.create(
    {
      database_id: database.id,
      table_name: 'flights',
      main_dttm_col: 'date',
      columns: flights.columns.map((column) => bare({ ...column })),
      metrics: flights.metrics.map((metric) => bare({ ...metric })),
    } as never,
    admin.id,
  )
  const charts: { id: number; name: string }[] = []
  for (const name of names) {
    const found = await store.charts.list({
      where: {
        and: [
          { col: 'slice_name', op: 'eq', value: name },
          { col: 'datasource_id', op: 'eq', value: flights.id },
        ],
      },
    })
    const chart = found.rows[0]
    if (!chart) throw new Error(`There is no example chart ${name}`)
    const params = { ...JSON.parse(chart.params ?? '{}'), datasource: `${dataset.id}__table` }
    const made = await store.charts.create(
      {
        slice_name: name,
        viz_type: chart.viz_type,
        datasource_id: dataset.id,
        datasource_type: 'table',
        params: JSON.stringify(params),
      },
      admin.id,
    )
    charts.push({ id: made.id, name })
  }
  const draft = { published: true, owners: [admin.id] }
  await store.dashboards.create(
    {
      ...draft,
      dashboard_title: 'Measure full',
      slug: FULL_DASHBOARD,
      position_json: JSON.stringify(positions(charts)),
      charts: charts.map(({ id }) => id),
    },
    admin.id,
  )
  await store.dashboards.create(
    { ...draft, dashboard_title: 'Measure empty', slug: EMPTY_DASHBOARD, position_json: JSON.stringify(positions([])) },
    admin.id,
  )
  return dataset.id
}

/** Creates a dashboard with copies of the charts, so that every tile is a different chart. */
async function makeMany(store: Store, dataset: number, { charts: names, many }: Plan['dashboard']): Promise<void> {
  if (await store.dashboards.find({ col: 'slug', op: 'eq', value: LARGE_DASHBOARD })) return
  const { rows } = await store.charts.list({ where: { col: 'datasource_id', op: 'eq', value: dataset } })
  const admin = await store.users.byUsername('admin')
  const charts: { id: number; name: string }[] = []
  for (let tile = 0; tile < many; tile++) {
    const name = names[tile % names.length] ?? ''
    const chart = rows.find(({ slice_name }) => slice_name === name)
    if (!chart) throw new Error(`There is no chart ${name}`)
    const { viz_type, params } = chart
    const draft = { slice_name: `${name} ${tile}`, viz_type, params, datasource_id: dataset, datasource_type: 'table' }
    charts.push({ id: (await store.charts.create(draft, admin?.id ?? null)).id, name: draft.slice_name })
  }
  await store.dashboards.create(
    {
      published: true,
      owners: admin ? [admin.id] : [],
      dashboard_title: 'Measure many',
      slug: LARGE_DASHBOARD,
      position_json: JSON.stringify(positions(charts)),
      charts: charts.map(({ id }) => id),
    },
    admin?.id ?? null,
  )
}

/** Returns a layout with three charts per row, all of one size. */
function positions(charts: readonly { readonly id: number; readonly name: string }[]): Record<string, unknown> {
  const rows = Array.from({ length: Math.ceil(charts.length / 3) }, (_, row) => `ROW-${row}`)
  const grid = ['ROOT_ID', 'GRID_ID']
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: rows, parents: ['ROOT_ID'] },
    ...Object.fromEntries(
      rows.map((id, row) => [
        id,
        {
          type: 'ROW',
          id,
          children: charts.slice(row * 3, row * 3 + 3).map((chart) => `CHART-${chart.id}`),
          parents: grid,
          meta: { background: 'BACKGROUND_TRANSPARENT' },
        },
      ]),
    ),
    ...Object.fromEntries(
      charts.map(({ id, name }, index) => [
        `CHART-${id}`,
        {
          type: 'CHART',
          id: `CHART-${id}`,
          children: [],
          parents: [...grid, `ROW-${Math.floor(index / 3)}`],
          meta: { chartId: id, sliceName: name, width: 4, height: 40 },
        },
      ]),
    ),
  }
}
