import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { destinationOf } from '#server/engines/connection-destination.ts'
import { decryptSecret, encryptSecret } from '#server/security/secret-box.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { importBundle } from './import.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const DATABASE = '11111111-1111-4111-8111-111111111111'
const DATASET = '22222222-2222-4222-8222-222222222222'
const CHART = '33333333-3333-4333-8333-333333333333'
const OTHER = '44444444-4444-4444-8444-444444444444'
const DASHBOARD = '55555555-5555-4555-8555-555555555555'

const chartFile = (uuid: string, name: string, more = '') => `
slice_name: ${name}
viz_type: pie
params:
  metric: count
  slice_id: 7
  annotation_layers:
    - {name: A, annotationType: FORMULA, value: x}
    - {name: B, annotationType: EVENT, value: 3}
query_context: '{"datasource":{"id":7,"type":"table"},"queries":[{"metrics":["count"],"datasource":{"id":7,"type":"table"}}]}'
uuid: ${uuid}
version: 1.0.0
dataset_uuid: ${DATASET}
${more}`

const bundle: Record<string, string> = {
  'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\ntimestamp: "2022-05-01T12:34:56+00:00"\n',
  'databases/local.yaml': `
database_name: Warehouse
sqlalchemy_uri: duckdb:///warehouse.duckdb
allow_csv_upload: true
extra: {allows_virtual_table_explore: true}
uuid: ${DATABASE}
version: 1.0.0
engine_of_tomorrow: kept out
`,
  'datasets/Warehouse/sales.yaml': `
table_name: sales
main_dttm_col: day
offset: 0
schema: null
sql: null
extra: {certification: {certified_by: Ada}}
uuid: ${DATASET}
version: 1.0.0
database_uuid: ${DATABASE}
columns:
  - {column_name: day, is_dttm: true, type: DATE, extra: {}}
  - {column_name: amount, type: DOUBLE}
metrics:
  - {metric_name: count, expression: COUNT(*)}
`,
  'charts/Share_7.yaml': chartFile(CHART, 'Share'),
  'charts/Unplaced_9.yaml': chartFile('66666666-6666-4666-8666-666666666666', 'Unplaced'),
  'dashboards/Sales.yaml': `
dashboard_title: Sales
description: null
css: ''
slug: sales
uuid: ${DASHBOARD}
version: 1.0.0
position:
  DASHBOARD_VERSION_KEY: v2
  ROOT_ID: {type: ROOT, id: ROOT_ID, children: [GRID_ID]}
  GRID_ID: {type: GRID, id: GRID_ID, children: [ROW-1], parents: [ROOT_ID]}
  ROW-1: {type: ROW, id: ROW-1, children: [CHART-a, CHART-b], parents: [ROOT_ID, GRID_ID], meta: {}}
  CHART-a: {type: CHART, id: CHART-a, children: [], parents: [ROOT_ID, GRID_ID, ROW-1], meta: {chartId: 7, uuid: ${CHART}, width: 4, height: 50}}
  CHART-b: {type: CHART, id: CHART-b, children: [], parents: [ROOT_ID, GRID_ID, ROW-1], meta: {chartId: 8, uuid: ${OTHER}, width: 4, height: 50}}
metadata:
  color_scheme: supersetColors
  tomorrow: {kept: true}
  timed_refresh_immune_slices: [7, 8, 99]
  expanded_slices: {'7': true, '99': true}
  default_filters: '{"7": {"day": "2020"}, "99": {}}'
  filter_scopes: {'7': {day: {scope: [ROOT_ID], immune: [8, 99]}}}
  chart_configuration:
    '7': {id: 7, crossFilters: {scope: {rootPath: [ROOT_ID], excluded: [7, 99]}, chartsInScope: [1, 2, 3]}}
  native_filter_configuration:
    - id: NATIVE_FILTER-1
      filterType: filter_select
      targets: [{column: {name: amount}, datasetUuid: ${DATASET}}]
      scope: {rootPath: [ROOT_ID], excluded: [99]}
      chartsInScope: [1, 2, 3]
      tabsInScope: [TAB-gone]
`,
}

describe('a dashboard bundle', () => {
  it('imports everything that its dashboard needs, matched by uuid', async () => {
    const answer = await upload(admin, 'dashboard', zip(bundle))
    expect(answer.statusCode).toBe(200)
    // B references by id what only the other installation has.
    expect(answer.json()).toEqual({
      message: 'OK',
      warnings: [
        'Unknown fields of databases/local.yaml are retained and exported again: engine_of_tomorrow',
        expect.stringMatching(/^Annotation layers of the chart .* are omitted, .*: B$/),
      ],
    })
    const { store } = fixture.context
    const chart = await store.charts.getByUuid(CHART)
    const dataset = await store.datasets.getByUuid(DATASET)
    const database = await store.databases.getByUuid(DATABASE)
    const dashboard = await store.dashboards.getByUuid(DASHBOARD)
    expect(database).toMatchObject({ database_name: 'Warehouse', backend: 'duckdb', allow_file_upload: true })
    expect(dataset).toMatchObject({ database_id: database?.id, extra: '{"certification":{"certified_by":"Ada"}}' })
    expect(dataset?.columns.map((column) => column.column_name)).toEqual(['day', 'amount'])
    expect(chart).toMatchObject({ datasource_id: dataset?.id, owners: [admin.user?.userId] })
    expect(JSON.parse(chart?.params ?? '')).toEqual({
      metric: 'count',
      annotation_layers: [{ name: 'A', annotationType: 'FORMULA', value: 'x' }],
      datasource: `${dataset?.id}__table`,
    })
    expect(JSON.parse(chart?.query_context ?? '')).toEqual({
      datasource: { id: dataset?.id, type: 'table' },
      queries: [{ metrics: ['count'] }],
    })
    expect(dashboard).toMatchObject({ slug: 'sales', charts: [chart?.id] })
    expect(await store.charts.getByUuid('66666666-6666-4666-8666-666666666666')).toBeUndefined()
  })

  it('maps ids, drops missing objects and keeps unknown keys', async () => {
    const { store } = fixture.context
    const id = (await store.charts.getByUuid(CHART))?.id as number
    const dashboard = await store.dashboards.getByUuid(DASHBOARD)
    const position = JSON.parse(dashboard?.position_json ?? '')
    expect(position['CHART-a'].meta).toMatchObject({ chartId: id, uuid: CHART })
    expect(position['CHART-b'].meta).toEqual({ uuid: OTHER, width: 4, height: 50 })
    expect(position.DASHBOARD_VERSION_KEY).toBe('v2')
    const metadata = JSON.parse(dashboard?.json_metadata ?? '')
    expect(metadata).toEqual({
      color_scheme: 'supersetColors',
      tomorrow: { kept: true },
      timed_refresh_immune_slices: [id],
      expanded_slices: { [id]: true },
      default_filters: JSON.stringify({ [id]: { day: '2020' } }),
      filter_scopes: { [id]: { day: { scope: ['ROOT_ID'], immune: [] } } },
      chart_configuration: {
        [id]: { id, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [id] }, chartsInScope: [] } },
      },
      native_filter_configuration: [
        {
          id: 'NATIVE_FILTER-1',
          filterType: 'filter_select',
          targets: [{ column: { name: 'amount' }, datasetId: (await store.datasets.getByUuid(DATASET))?.id }],
          scope: { rootPath: ['ROOT_ID'], excluded: [] },
          chartsInScope: [id],
          tabsInScope: [],
        },
      ],
    })
  })

  it('returns 422 for existing entities without the overwrite option', async () => {
    const answer = await upload(admin, 'dashboard', zip(bundle))
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        errors: [
          {
            message: 'Error importing dashboard',
            error_type: 'GENERIC_COMMAND_ERROR',
            level: 'warning',
            extra: {
              'dashboards/Sales.yaml': 'Dashboard already exists and `overwrite=true` was not passed',
              code: 'import-failed',
              args: ['dashboard'],
              issue_codes: [{ code: 1010, message: expect.stringMatching(/^Issue 1010 - /) }],
            },
          },
        ],
      },
    ])
  })

  it('overwrites only the dashboard on request', async () => {
    const { store } = fixture.context
    const changed = {
      ...bundle,
      'charts/Share_7.yaml': chartFile(CHART, 'Changed'),
      'dashboards/Sales.yaml': (bundle['dashboards/Sales.yaml'] as string).replace(
        'dashboard_title: Sales',
        'dashboard_title: New',
      ),
    }
    expect((await upload(admin, 'dashboard', zip(changed), { overwrite: 'true' })).statusCode).toBe(200)
    expect((await store.dashboards.getByUuid(DASHBOARD))?.dashboard_title).toBe('New')
    expect((await store.charts.getByUuid(CHART))?.slice_name).toBe('Share')
  })

  it('overwrites no entity of another owner', async () => {
    const answer = await upload(await fixture.as('Alpha'), 'dashboard', zip(bundle), { overwrite: 'true' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0].extra['dashboards/Sales.yaml']).toBe(
      "A dashboard already exists and user doesn't have permissions to overwrite it",
    )
  })

  it('restores a deleted dashboard', async () => {
    const { store } = fixture.context
    const id = (await store.dashboards.getByUuid(DASHBOARD))?.id as number
    await store.dashboards.remove([id], null)
    expect((await upload(admin, 'dashboard', zip(bundle))).statusCode).toBe(200)
    expect(await store.dashboards.getByUuid(DASHBOARD)).toMatchObject({ id, dashboard_title: 'Sales' })
  })

  it('an error in one file changes nothing', async () => {
    const { store } = fixture.context
    const before = await store.databases.count(true)
    const uuid = '77777777-7777-4777-8777-777777777777'
    const broken = {
      ...bundle,
      'databases/local.yaml': (bundle['databases/local.yaml'] as string).replace(DATABASE, uuid),
      'datasets/Warehouse/sales.yaml': (bundle['datasets/Warehouse/sales.yaml'] as string).replace(DATABASE, uuid),
    }
    expect((await upload(admin, 'dashboard', zip(broken))).statusCode).toBe(422)
    expect(await store.databases.count(true)).toBe(before)
  })
})

describe('an invalid bundle', () => {
  it.each<[string, Record<string, string>, number, object]>([
    ['without YAML', { 'readme.txt': 'hello' }, 400, { errors: [{ message: 'No valid import files were found' }] }],
    [
      'of another kind',
      { ...bundle, 'metadata.yaml': 'version: 1.0.0\ntype: Slice\n' },
      422,
      { errors: [{ extra: { 'metadata.yaml': { type: ['Must be equal to Dashboard.'] } } }] },
    ],
    [
      'with a field missing',
      { ...bundle, 'charts/Share_7.yaml': chartFile(CHART, 'Share').replace('viz_type: pie', '') },
      422,
      { errors: [{ extra: { 'charts/Share_7.yaml': { viz_type: ['Missing data for required field.'] } } }] },
    ],
    [
      'with a text that is no YAML',
      { ...bundle, 'charts/Share_7.yaml': 'a: [1' },
      422,
      { errors: [{ extra: { 'charts/Share_7.yaml': 'Not a valid YAML file' } }] },
    ],
  ])('%s', async (_, files, status, body) => {
    const answer = await upload(admin, 'dashboard', zip(files))
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject(body)
  })

  it('a missing required password rejects the bundle', async () => {
    const uuid = '88888888-8888-4888-8888-888888888888'
    const files = {
      'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
      'databases/far.yaml': `
database_name: Far
sqlalchemy_uri: postgresql://ada:XXXXXXXXXX@db.example/sales
uuid: ${uuid}
version: 1.0.0
`,
    }
    const response = await upload(admin, 'database', zip(files))
    expect(response.json().errors[0].extra['databases/far.yaml']).toEqual({
      _schema: ['Must provide a password for the database'],
    })
    expect(response.json().errors[0].extra.secret_servers).toEqual({
      'databases/far.yaml': ['postgresql://ada:XXXXXXXXXX@db.example/sales'],
    })
    const passwords = JSON.stringify({ 'databases/far.yaml': 'open sesame' })
    expect((await upload(admin, 'database', zip(files), { passwords })).statusCode).toBe(200)
    const stored = await fixture.context.store.databases.getByUuid(uuid)
    expect(stored?.sqlalchemy_uri).toBe('postgresql://ada:XXXXXXXXXX@db.example/sales')
    const secret = decryptSecret(fixture.context.config.secretKey, stored?.secrets ?? '')
    expect(JSON.parse(secret)).toMatchObject({ password: 'open sesame' })
    const shown = await admin.get(`/api/v1/database/${stored?.id}`)
    expect(shown.body).not.toContain('sesame')
    expect(shown.body).not.toContain(stored?.secrets)
  })

  it('a masked password that no key decrypts rejects the bundle until a new one is given', async () => {
    const uuid = '89898989-8888-4888-8888-888888888888'
    const uri = 'postgresql://ada:XXXXXXXXXX@lost.example/sales'
    const secrets = encryptSecret('a lost key', JSON.stringify({ password: 'lost', destination: destinationOf(uri) }))
    await fixture.database({ uuid, database_name: 'Lost', backend: 'postgresql', sqlalchemy_uri: uri, secrets })
    const files = {
      'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
      'databases/lost.yaml': `database_name: Lost\nsqlalchemy_uri: ${uri}\nuuid: ${uuid}\nversion: 1.0.0\n`,
    }
    const passwords = JSON.stringify({ 'databases/lost.yaml': 'open sesame' })
    const response = await upload(admin, 'database', zip(files), { passwords, overwrite: 'true' })
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
    const stored = await fixture.context.store.databases.getByUuid(uuid)
    const secret = decryptSecret(fixture.context.config.secretKey, stored?.secrets ?? '')
    expect(JSON.parse(secret)).toMatchObject({ password: 'open sesame' })
  })

  it('a database that joins others by id rejects the bundle, unless it is the stored one', async () => {
    const joined = await fixture.database({
      database_name: 'Joined',
      backend: 'federation',
      sqlalchemy_uri: 'federation:///?attached=shop:3',
    })
    const importing = (uri: string, uuid: string) =>
      upload(
        admin,
        'database',
        zip({
          'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
          'databases/joined.yaml': `database_name: Joined\nsqlalchemy_uri: ${uri}\nuuid: ${uuid}\nversion: 1.0.0\n`,
        }),
        { overwrite: 'true' },
      )
    const rejected = { sqlalchemy_uri: ['A database that joins others by their numbers is not imported'] }
    for (const [uri, uuid] of [
      ['federation:///?attached=shop:4', joined.uuid],
      ['federation:///?attached=shop:3', '88888888-8888-4888-8888-888888888889'],
    ] as const) {
      const answer = await importing(uri, uuid)
      expect([answer.statusCode, answer.json().errors[0].extra['databases/joined.yaml']]).toEqual([422, rejected])
    }
    expect((await importing(joined.sqlalchemy_uri, joined.uuid)).statusCode).toBe(200)
    expect((await admin.delete(`/api/v1/database/${joined.id}`)).statusCode).toBe(200)
  })

  it('a file that is no ZIP file is rejected', async () => {
    for (const [kind, why] of [
      ['chart', 'Not a ZIP file'],
      ['dashboard', 'Could not find a valid command to import file'],
      ['dataset', 'Could not find a valid command to import file'],
    ] as const) {
      const answer = await upload(admin, kind, strToU8('hello'))
      expect([kind, answer.statusCode, answer.json().errors[0].message]).toEqual([kind, 422, why])
    }
  })

  it.each(['../evil.yaml', 'a/../../evil.yaml', '/etc/evil.yaml', 'C:\\evil.yaml'])(
    'the path %s rejects the bundle',
    async (path) => {
      const answer = await upload(admin, 'dashboard', zip({ [path]: 'a: 1' }, ''))
      expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
        422,
        `The file "${path}" in the bundle is not safe to unpack`,
      ])
    },
  )

  it('a file that unpacks to many times its size is rejected', async () => {
    const bomb = zipSync({ 'x/charts/a.yaml': new Uint8Array(20_000_000) }, { level: 9 })
    expect(bomb.length).toBeLessThan(100_000)
    const answer = await upload(admin, 'dashboard', bomb)
    expect([answer.statusCode, answer.json().errors[0].extra.bound]).toEqual([400, 'bundle-ratio'])
  })

  it('multiplying aliases reject the bundle', async () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`)
    const text = ['l0: &l0 [lol]', ...laughs].join('\n')
    const answer = await upload(admin, 'dashboard', zip({ ...bundle, 'charts/Share_7.yaml': text }))
    expect([answer.statusCode, answer.json().errors[0].extra.bound]).toEqual([400, 'yaml-bytes'])
  })
})

it('the bundles of the demo are imported, and again', async () => {
  const root = join(import.meta.dirname, '../../demo/bundles')
  for (const name of readdirSync(root)) {
    const files = new Map(
      readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.yaml'))
        .map((path) => [path, readFileSync(join(root, name, path), 'utf8')]),
    )
    const first = await importBundle(fixture.context.store, files, null, { overwrite: true })
    const again = await importBundle(fixture.context.store, files, null, { overwrite: true })
    expect({ ...again, changes: [] }).toEqual({ ...first, changes: [] })
    for (const { action } of again.changes) expect(['keep', 'same']).toContain(action)
    const dashboards = await Promise.all(first.dashboards.map((id) => fixture.context.store.dashboards.get(id)))
    const placed = dashboards.flatMap((dashboard) => dashboard?.charts ?? [])
    expect(new Set(placed)).toEqual(new Set(first.charts))
  }
  const examples = await fixture.context.store.databases.getByUuid('a2dc77af-e654-49bb-b321-40f6b559a1ee')
  expect(examples?.sqlalchemy_uri).toBe('duckdb:///examples.duckdb')
})
