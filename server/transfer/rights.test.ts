import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { replaceTable } from '#testing/duckdb-file.ts'

const SECRET = '987654'
const MINE = '20000000-0000-4000-8000-000000000001'
const NEW = '20000000-0000-4000-8000-000000000002'
const CHART = '30000000-0000-4000-8000-000000000001'
const DASHBOARD = '50000000-0000-4000-8000-000000000001'

let fixture: TestApp
let admin: Client
/** May write charts, datasets and dashboards, and reads only their own datasets. */
let analyst: Client
let vault: Database

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const { store, chartData } = fixture.context
  vault = await fixture.database({ database_name: 'vault', sqlalchemy_uri: 'duckdb:///vault.duckdb' })
  await replaceTable(chartData.sources, vault, 'own', 'SELECT 1 AS n WHERE false')
  await replaceTable(chartData.sources, vault, 'salaries', `SELECT ${SECRET} AS n`)
  await store.databases.dataChanged(vault.id)
  const role = await store.roles.create({ name: 'Writes datasets' }, null)
  await store.roles.addPairs(role.id, [['can_write', 'Dataset']])
  analyst = await fixture.as('Gamma', 'Writes datasets')
})
afterAll(() => fixture.close())

const head = (type: string) => ({ 'metadata.yaml': `version: 1.0.0\ntype: ${type}\n` })
const datasetFile = (uuid: string, lines: readonly string[]) => `
uuid: ${uuid}
version: 1.0.0
database_uuid: ${vault.uuid}
columns: [{column_name: n, type: INTEGER}]
metrics: []
${lines.join('\n')}
`
const datasets = (uuid: string, ...lines: readonly string[]) =>
  zip({ ...head('SqlaTable'), 'datasets/vault/it.yaml': datasetFile(uuid, lines) })
const chartFile = (dataset: string, uuid = CHART) => `
slice_name: Mine
viz_type: table
params: {metrics: [count]}
uuid: ${uuid}
version: 1.0.0
dataset_uuid: ${dataset}
`
const dashboardFile = (...uuids: readonly string[]) => `
dashboard_title: Mine
uuid: ${DASHBOARD}
version: 1.0.0
position:
  ROOT_ID: {type: ROOT, id: ROOT_ID, children: [GRID_ID]}
  GRID_ID: {type: GRID, id: GRID_ID, children: []}
${uuids.map((uuid, at) => `  CHART-${at}: {type: CHART, id: CHART-${at}, children: [], meta: {chartId: ${at}, uuid: ${uuid}, width: 4, height: 50}}`).join('\n')}
metadata: {}
`

const problems = (answer: Awaited<ReturnType<Client['post']>>) => answer.json().errors[0].extra
const rowsOf = (client: Client, id: number) =>
  client.post('/api/v1/chart/data', {
    datasource: { id, type: 'table' },
    queries: [{ columns: ['n'], metrics: [], row_limit: 10 }],
  })
const owned = () => ({ owners: [analyst.user?.userId as number] })
const mine = async (values: object = {}) => {
  const { store } = fixture.context
  const known = await store.datasets.getByUuid(MINE, { deleted: true })
  const draft = { table_name: 'own', sql: null, template_params: null, schema: null, ...owned(), ...values }
  if (!known) return store.datasets.create({ ...draft, uuid: MINE, database_id: vault.id }, null)
  if (known.deleted_at !== null) await store.datasets.restore(known.id, null)
  return store.datasets.update(known.id, draft, null)
}

describe('a dataset of a bundle', () => {
  it.each([
    ['a table', 'table_name: salaries'],
    ['SQL', 'table_name: mine\nsql: SELECT * FROM salaries'],
  ])('a dataset that is %s on a database without permission is rejected', async (_, lines) => {
    const before = await fixture.context.store.datasets.count(true)
    for (const kind of ['dataset', 'chart', 'dashboard']) {
      const answer = await upload(
        analyst,
        kind,
        zip({
          ...head({ dataset: 'SqlaTable', chart: 'Slice', dashboard: 'Dashboard' }[kind] as string),
          'datasets/vault/it.yaml': datasetFile(NEW, [lines]),
          'charts/it.yaml': chartFile(NEW),
          'dashboards/it.yaml': dashboardFile(CHART),
        }),
      )
      expect(answer.statusCode).toBe(422)
      expect(problems(answer)['datasets/vault/it.yaml']).toBe(
        "A dataset cannot be written as user doesn't have access to its database",
      )
      expect(answer.body).not.toContain('"vault"')
    }
    expect(await fixture.context.store.datasets.count(true)).toBe(before)
  })

  it.each<[string, object, string]>([
    ['another table', {}, 'table_name: salaries'],
    ['another schema', {}, 'table_name: own\nschema: main'],
    ['another catalogue', {}, 'table_name: own\ncatalog: other'],
    ['SQL', {}, 'table_name: own\nsql: SELECT * FROM salaries'],
    ['the table of its name', { sql: 'SELECT 1 AS n', table_name: 'salaries' }, 'table_name: salaries'],
    [
      'the parameters of a template in its SQL',
      { sql: 'SELECT * FROM {{ place }}', template_params: '{"place":"own"}' },
      'table_name: own\nsql: "SELECT * FROM {{ place }}"\ntemplate_params: {place: salaries}',
    ],
  ])('gives its owner no %s on a database without permission', async (_, values, lines) => {
    for (const comeBack of [false, true]) {
      const { id } = await mine(values)
      if (comeBack) await fixture.context.store.datasets.remove([id], null)
      const before = await fixture.context.store.datasets.get(id, { deleted: true })
      const answer = await upload(analyst, 'dataset', datasets(MINE, lines), { overwrite: 'true' })
      expect(answer.statusCode).toBe(422)
      expect(problems(answer)['datasets/vault/it.yaml']).toMatch(/doesn't have access to its database$/)
      expect(await fixture.context.store.datasets.get(id, { deleted: true })).toEqual(before)
      expect((await rowsOf(analyst, id)).body).not.toContain(SECRET)
    }
  })

  it('keeps its source while it has row rules or masks that the importer may not change', async () => {
    const alpha = await fixture.as('Alpha')
    const { store } = fixture.context
    const { id } = await mine({ owners: [alpha.user?.userId as number] })
    const overwrite = () => upload(alpha, 'dataset', datasets(MINE, 'table_name: salaries'), { overwrite: 'true' })
    const rule = { name: 'none', filter_type: 'Base', clause: '1 = 0', tables: [id], roles: [] } as const
    const { id: ruleId } = await store.rowRules.create(rule, null)
    expect([(await overwrite()).statusCode, (await store.datasets.get(id))?.table_name]).toEqual([422, 'own'])
    await store.rowRules.remove([ruleId], null)
    await store.columnMasks.set(id, [{ column_name: 'n', method: 'null', filter_type: 'Base', roles: [] }])
    expect([(await overwrite()).statusCode, (await store.datasets.get(id))?.table_name]).toEqual([422, 'own'])
    await store.columnMasks.set(id, [])
    expect([(await overwrite()).statusCode, (await store.datasets.get(id))?.table_name]).toEqual([200, 'salaries'])
  })

  it('lets its owner overwrite it if its source stays the same', async () => {
    const { id } = await mine()
    const answer = await upload(analyst, 'dataset', datasets(MINE, 'table_name: own', 'description: Ours'), {
      overwrite: 'true',
    })
    expect([answer.statusCode, (await fixture.context.store.datasets.get(id))?.description]).toEqual([200, 'Ours'])
  })

  it('lets users with access to the database import it, if its SQL is read-only', async () => {
    const alpha = await fixture.as('Alpha')
    const ask = (sql: string) => upload(alpha, 'dataset', datasets(NEW, 'table_name: q', `sql: ${JSON.stringify(sql)}`))
    const refused: readonly (readonly [string, RegExp])[] = [
      ['DROP TABLE own', /must be read-only/],
      ["SELECT * FROM read_csv('/etc/passwd')", /not allowed: read_csv/],
      ['SELECT 1; SELECT 2', /multiple statements/],
    ]
    for (const [sql, why] of refused) {
      const answer = await ask(sql)
      expect([answer.statusCode, problems(answer)['datasets/vault/it.yaml']]).toEqual([
        422,
        { sql: [expect.stringMatching(why)] },
      ])
    }
    expect((await ask('SELECT n FROM salaries')).json()).toEqual({ message: 'OK' })
    const dataset = await fixture.context.store.datasets.getByUuid(NEW)
    expect((await rowsOf(alpha, dataset?.id as number)).body).toContain(SECRET)
    await fixture.context.store.datasets.remove([dataset?.id as number], null)
  })

  it('SQL of another engine is imported, with a warning', async () => {
    const sql = 'sql: SELECT n FROM own STRAIGHT_JOIN own USING n'
    const answer = await upload(admin, 'dataset', datasets(NEW, 'table_name: foreign tongue', sql))
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'OK', warnings: [expect.stringMatching(/^The SQL of the dataset foreign tongue cannot be read/)] },
    ])
  })
})

describe('a chart of a bundle', () => {
  it('imports it only for a dataset that the importing user may read', async () => {
    const hidden = await fixture.dataset({ table_name: 'salaries', database_id: vault.id, columns: [] })
    const charts = (dataset: string) => zip({ ...head('Slice'), 'charts/it.yaml': chartFile(dataset) })
    const refused = await upload(analyst, 'chart', charts(hidden.uuid))
    expect([refused.statusCode, problems(refused)['charts/it.yaml']]).toEqual([
      422,
      "A chart cannot be written as user doesn't have access to its dataset",
    ])
    await mine()
    expect((await upload(analyst, 'chart', charts(MINE))).statusCode).toBe(200)
    const moved = await upload(analyst, 'chart', charts(hidden.uuid), { overwrite: 'true' })
    expect([moved.statusCode, problems(moved)['charts/it.yaml']]).toEqual([422, expect.stringMatching(/its dataset$/)])
    // A user who has lost access to the dataset still has the chart.
    const chart = await fixture.context.store.charts.getByUuid(CHART)
    await fixture.context.store.charts.update(chart?.id as number, { datasource_id: hidden.id }, null)
    expect((await upload(analyst, 'chart', charts(hidden.uuid), { overwrite: 'true' })).statusCode).toBe(200)
    expect((await rowsOf(analyst, hidden.id)).statusCode).toBe(403)
  })
})

describe('a dashboard of a bundle', () => {
  it('adds no chart that the importer may not read, and keeps those it has', async () => {
    const { store } = fixture.context
    const hidden = await fixture.dataset({ table_name: 'salaries', database_id: vault.id, columns: [] })
    const secret = await fixture.chart({ datasource_id: hidden.id, params: '{"secret_form":1}' })
    const bare = zip({ ...head('Dashboard'), 'dashboards/it.yaml': dashboardFile(secret.uuid) })
    expect((await upload(analyst, 'dashboard', bare)).statusCode).toBe(200)
    const made = await store.dashboards.getByUuid(DASHBOARD)
    expect([made?.charts, made?.position_json?.includes('chartId')]).toEqual([[], false])
    expect((await analyst.get(`/api/v1/dashboard/${made?.id}/charts`)).body).not.toContain('secret_form')

    const withIt = zip({
      ...head('Dashboard'),
      'datasets/vault/it.yaml': datasetFile(hidden.uuid, ['table_name: salaries']),
      'charts/it.yaml': chartFile(hidden.uuid, secret.uuid),
      'dashboards/it.yaml': dashboardFile(secret.uuid),
    })
    const refused = await upload(analyst, 'dashboard', withIt, { overwrite: 'true' })
    expect([refused.statusCode, problems(refused)['dashboards/it.yaml']]).toEqual([
      422,
      `Charts already exist and user doesn't have permissions to see them: ${secret.uuid}`,
    ])

    await store.dashboards.update(made?.id as number, { charts: [secret.id] }, null)
    for (const bundle of [bare, withIt]) {
      expect((await upload(analyst, 'dashboard', bundle, { overwrite: 'true' })).statusCode).toBe(200)
      const after = await store.dashboards.get(made?.id as number)
      expect([after?.charts, JSON.parse(after?.position_json ?? '')['CHART-0'].meta.chartId]).toEqual([
        [secret.id],
        secret.id,
      ])
    }
  })

  it('imports no native filter on a dataset that the importer may not read', async () => {
    const { store } = fixture.context
    const hidden = await fixture.dataset({ table_name: 'salaries', database_id: vault.id, columns: [] })
    const uuid = '50000000-0000-4000-8000-000000000002'
    const filtered = (target: object) => {
      const filter = { id: 'f', type: 'NATIVE_FILTER', targets: [{ ...target, column: { name: 'n' } }] }
      const metadata = JSON.stringify({ native_filter_configuration: [filter] })
      const file = dashboardFile().replace(DASHBOARD, uuid).replace('metadata: {}', `metadata: ${metadata}`)
      return zip({
        ...head('Dashboard'),
        'datasets/vault/it.yaml': datasetFile(hidden.uuid, ['table_name: salaries']),
        'dashboards/it.yaml': file,
      })
    }
    const targets = async () => {
      const metadata = JSON.parse((await store.dashboards.getByUuid(uuid))?.json_metadata ?? '{}')
      return metadata.native_filter_configuration[0].targets
    }
    for (const target of [{ datasetUuid: hidden.uuid }, { datasetId: hidden.id }]) {
      const bundle = filtered(target)
      const answer = await upload(analyst, 'dashboard', bundle, { overwrite: 'true' })
      expect([answer.statusCode, answer.json().warnings]).toEqual([
        200,
        [expect.stringContaining('on datasets that you may not read lose their dataset')],
      ])
      expect(await targets()).toEqual([{ column: { name: 'n' } }])
    }
    expect(
      (await upload(admin, 'dashboard', filtered({ datasetId: hidden.id }), { overwrite: 'true' })).statusCode,
    ).toBe(200)
    // A target that an administrator has added may stay.
    const known = filtered({ datasetUuid: hidden.uuid })
    expect((await upload(analyst, 'dashboard', known, { overwrite: 'true' })).statusCode).toBe(200)
    expect(await targets()).toEqual([{ column: { name: 'n' }, datasetId: hidden.id }])
  })
})

it('a saved query of a bundle is not imported on a database that the importer may not see', async () => {
  const editor = await fixture.as('Gamma', 'sql_lab')
  const uuid = '60000000-0000-4000-8000-000000000001'
  const file = `label: Mine\nsql: SELECT 1\nversion: 1.0.0\nuuid: ${uuid}\ndatabase_uuid: ${vault.uuid}\n`
  const answer = await upload(editor, 'saved_query', zip({ ...head('SavedQuery'), 'queries/vault/it.yaml': file }))
  expect([answer.statusCode, problems(answer)['queries/vault/it.yaml']]).toEqual([
    422,
    { database_uuid: ['The database is not in the bundle'] },
  ])
  expect(
    (await editor.get('/api/v1/saved_query/?q=(filters:!((col:label,opr:all_text,value:vault)))')).json().count,
  ).toBe(0)
})
