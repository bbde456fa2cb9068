import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openStore, type Store } from '#server/store/store.ts'
import { benchHome } from './home.ts'
import type { Plan } from './bench-order.ts'

const FILE = 'draw.duckdb'
const DATABASE = 'bench draw'

/** A chart to draw, on a separate dashboard or with others. */
export interface DrawnChart {
  readonly viz_type: string
  readonly table: string
  readonly form: Readonly<Record<string, unknown>>
}

/** Creates the charts and dashboards in the shared home; existing ones are replaced. */
export async function openDrawStage(root: string, plan: Plan['draw']) {
  const file = join(benchHome(root), 'databases', FILE)
  rmSync(file, { force: true })
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  for (const sql of Object.values(plan.tables)) await connection.run(sql)
  connection.closeSync()
  instance.closeSync()
  const store = await openStore({ file: join(benchHome(root), 'facet.db') }, Date.now, randomUUID)
  const owner = (await store.users.byUsername('admin'))?.id ?? null
  const datasets = await datasetsOf(store, Object.keys(plan.tables), owner)
  /** Creates a chart and returns its id. */
  const chart = async ({ viz_type, table, form }: DrawnChart): Promise<number> => {
    const datasource_id = datasets.get(table)
    if (datasource_id === undefined) throw new Error(`There is no table ${table}`)
    const params = JSON.stringify({ ...form, viz_type, datasource: `${datasource_id}__table` })
    const draft = { slice_name: `Draw ${viz_type}`, viz_type, params, datasource_id, datasource_type: 'table' as const }
    return (await store.charts.create(draft, owner)).id
  }
  /** Creates a dashboard with these charts in rows of three and returns its id. */
  const dashboard = async (charts: readonly number[]): Promise<number> => {
    const draft = { dashboard_title: 'Measure drawing', published: true, owners: owner === null ? [] : [owner] }
    return (await store.dashboards.create({ ...draft, position_json: layoutOf(charts), charts: [...charts] }, owner)).id
  }
  return { chart, dashboard, close: () => store.close() }
}

async function datasetsOf(store: Store, tables: readonly string[], owner: number | null): Promise<Map<string, number>> {
  const known = await store.databases.find({ col: 'database_name', op: 'eq', value: DATABASE })
  const draft = { database_name: DATABASE, backend: 'duckdb', sqlalchemy_uri: `duckdb:///${FILE}` }
  const database = known ?? (await store.databases.create(draft, owner))
  const columns = [
    ...['date', 'arrival'].map((column_name) => ({ column_name, type: 'TIMESTAMP', is_dttm: true })),
    ...['origin', 'carrier'].map((column_name) => ({ column_name, type: 'VARCHAR' })),
    ...['latitude', 'longitude', 'n'].map((column_name) => ({ column_name, type: 'DOUBLE' })),
  ]
  const metrics = [
    { metric_name: 'count', expression: 'SUM(n)' },
    { metric_name: 'delay', expression: 'AVG(n)' },
  ]
  const made = new Map<string, number>()
  for (const table_name of tables) {
    const of = { database_id: database.id, table_name }
    const found = await store.datasets.find({
      and: Object.entries(of).map(([col, value]) => ({ col, op: 'eq' as const, value })),
    })
    const dataset = found ?? (await store.datasets.create({ ...of, main_dttm_col: 'date', columns, metrics }, owner))
    made.set(table_name, dataset.id)
  }
  return made
}

/** Returns a layout with one chart in full width, or several in rows of three. */
function layoutOf(charts: readonly number[]): string {
  const across = charts.length === 1 ? 1 : 3
  const rows = Array.from({ length: Math.ceil(charts.length / across) }, (_, row) =>
    charts.slice(row * across, (row + 1) * across),
  )
  const above = ['ROOT_ID', 'GRID_ID']
  const nodes = rows.flatMap((own, row) => [
    {
      type: 'ROW',
      id: `ROW-${row}`,
      children: own.map((id) => `CHART-${id}`),
      parents: above,
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    },
    ...own.map((chartId) => ({
      type: 'CHART',
      id: `CHART-${chartId}`,
      children: [],
      parents: [...above, `ROW-${row}`],
      meta: { chartId, width: 12 / across, height: across === 1 ? 80 : 30 },
    })),
  ])
  return JSON.stringify({
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: rows.map((_, row) => `ROW-${row}`), parents: ['ROOT_ID'] },
    ...Object.fromEntries(nodes.map((node) => [node.id, node])),
  })
}
