import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload } from '#testing/bundle.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  await fixture.database({ database_name: 'main' })
})
afterAll(() => fixture.close())

const bytes = (text: string) => new TextEncoder().encode(text)

const slice = (id: number, slice_name: string, viz_type: string) => ({
  __Slice__: {
    cache_timeout: null,
    datasource_name: 'birth_names',
    datasource_type: 'table',
    id,
    params: JSON.stringify({
      remote_id: id,
      datasource_name: 'birth_names',
      schema: null,
      database_name: 'main',
      viz_type,
      metrics: ['count'],
      row_limit: 50,
    }),
    slice_name,
    viz_type,
  },
})

const box = (chartId: number) => ({
  type: 'CHART',
  id: `CHART-${chartId}`,
  children: [],
  meta: { chartId, width: 4, height: 30, sliceName: 'As it was called' },
})

/** A dashboard as exported before version 1.0: two charts in the layout and one without a position. */
const dashboards = JSON.stringify({
  dashboards: [
    {
      __Dashboard__: {
        css: '',
        dashboard_title: 'Births',
        description: null,
        slug: 'births',
        json_metadata: JSON.stringify({
          remote_id: 7,
          import_time: 1585000000,
          filter_scopes: { 11: { gender: { scope: ['ROOT_ID'], immune: [12] } } },
          default_filters: JSON.stringify({ 11: { gender: ['girl'] } }),
          expanded_slices: { 12: true },
        }),
        position_json: JSON.stringify({
          DASHBOARD_VERSION_KEY: 'v2',
          ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
          GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
          'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-11', 'CHART-12'], meta: {} },
          'CHART-11': box(11),
          'CHART-12': box(12),
        }),
        slices: [slice(11, 'Filters', 'filter_box'), slice(12, 'Names', 'table'), slice(13, 'Loose', 'line')],
      },
    },
  ],
  datasources: [
    {
      __SqlaTable__: {
        cache_timeout: null,
        columns: [
          { __TableColumn__: { column_name: 'ds', is_dttm: true, type: 'TIMESTAMP', id: 5, table_id: 3 } },
          { __TableColumn__: { column_name: 'gender', is_dttm: false, type: 'VARCHAR(16)', id: 6, table_id: 3 } },
        ],
        database_id: 1,
        filter_select_enabled: true,
        id: 3,
        is_featured: false,
        main_dttm_col: 'ds',
        metrics: [{ __SqlMetric__: { metric_name: 'count', expression: 'COUNT(*)', id: 9, table_id: 3 } }],
        offset: 0,
        params: JSON.stringify({ remote_id: 3, database_name: 'main', import_time: 1585000000 }),
        schema: null,
        sql: null,
        table_name: 'birth_names',
      },
    },
  ],
})

describe('dashboards as JSON', () => {
  it('imports them with datasets and charts, and maps references by id', async () => {
    const answer = await upload(admin, 'dashboard', bytes(dashboards))
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'OK' }])
    const { store } = fixture.context
    const found = await store.dashboards.find({ col: 'slug', op: 'eq', value: 'births' })
    const charts = (await store.charts.list({ order: [{ column: 'id', direction: 'asc' }] })).rows
    const [filters, names, loose] = charts.map(({ id }) => id)
    expect(charts.map(({ slice_name, viz_type }) => [slice_name, viz_type])).toEqual([
      ['Filters', 'filter_box'],
      ['Names', 'table'],
      ['Loose', 'line'],
    ])
    expect(JSON.parse(found?.json_metadata ?? '')).toEqual({
      filter_scopes: { [String(filters)]: { gender: { scope: ['ROOT_ID'], immune: [names] } } },
      default_filters: JSON.stringify({ [String(filters)]: { gender: ['girl'] } }),
      expanded_slices: { [String(names)]: true },
    })
    const position = JSON.parse(found?.position_json ?? '') as Record<
      string,
      { type?: string; meta?: { chartId?: number } }
    >
    const placed = Object.values(position).flatMap(({ type, meta }) => (type === 'CHART' ? [meta?.chartId] : []))
    expect(placed).toEqual([filters, names, loose])
    const dataset = await store.datasets.find({ col: 'table_name', op: 'eq', value: 'birth_names' })
    expect(dataset).toMatchObject({ main_dttm_col: 'ds', params: null })
    expect(dataset?.columns.map(({ column_name, is_dttm }) => [column_name, is_dttm])).toEqual([
      ['ds', true],
      ['gender', false],
    ])
    expect(dataset?.metrics.map(({ expression }) => expression)).toEqual(['COUNT(*)'])
    expect(JSON.parse(charts[1]?.params ?? '')).toEqual({
      viz_type: 'table',
      metrics: ['count'],
      row_limit: 50,
      datasource: `${dataset?.id}__table`,
    })
  })

  it('recognizes existing entities, and overwrites them only on request', async () => {
    const { store } = fixture.context
    const before = [
      await store.dashboards.count(true),
      await store.charts.count(true),
      await store.datasets.count(true),
    ]
    const refused = await upload(admin, 'dashboard', bytes(dashboards))
    const [[path, why] = []] = Object.entries(refused.json().errors[0].extra)
    expect([refused.statusCode, path, why]).toEqual([
      422,
      expect.stringMatching(/^dashboards\/Births_[0-9a-f]{8}\.yaml$/),
      'Dashboard already exists and `overwrite=true` was not passed',
    ])
    const changed = dashboards.replace('"Births"', '"Births anew"')
    expect((await upload(admin, 'dashboard', bytes(changed), { overwrite: 'true' })).statusCode).toBe(200)
    const found = await store.dashboards.find({ col: 'slug', op: 'eq', value: 'births' })
    expect(found?.dashboard_title).toBe('Births anew')
    expect([
      await store.dashboards.count(true),
      await store.charts.count(true),
      await store.datasets.count(true),
    ]).toEqual(before)
  })

  it('require the database that they name', async () => {
    const answer = await upload(admin, 'dashboard', bytes(dashboards.replaceAll('\\"main\\"', '\\"gone\\"')))
    const { extra } = answer.json().errors[0]
    expect([answer.statusCode, Object.values(extra)[0]]).toEqual([
      422,
      { database: ['The database gone does not exist'] },
    ])
  })
})

it('treats a database that the caller may not see as missing', async () => {
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Writes datasets' }, null)
  await store.roles.addPairs(role.id, [['can_write', 'Dataset']])
  const analyst = await fixture.as('Gamma', 'Writes datasets')
  const list = (name: string) => bytes(`- {table_name: t, params: '{"database_name": "${name}"}'}`)
  const said = async (name: string) => {
    const answer = await upload(analyst, 'dataset', list(name))
    return [answer.statusCode, Object.values(answer.json().errors[0].extra)[0]]
  }
  expect(await said('main')).toEqual([422, { database: ['The database main does not exist'] }])
  expect(await said('none')).toEqual([422, { database: ['The database none does not exist'] }])
})

const tables = `
databases:
- database_name: warehouse
  sqlalchemy_uri: postgresql://reader:XXXXXXXXXX@db.example.org/warehouse
  tables:
  - table_name: orders
    schema: shop
    main_dttm_col: at
    offset: 2
    columns:
    - {column_name: at, is_dttm: true, type: DATETIME}
    metrics:
    - {metric_name: count, expression: COUNT(*)}
- database_name: main
  tables:
  - table_name: colors
    columns:
    - {column_name: name, type: TEXT}
`

describe('datasets as YAML', () => {
  it('imports them under their databases, whose masked passwords are requested', async () => {
    const { store } = fixture.context
    const refused = await upload(admin, 'dataset', bytes(tables))
    const [[path, why] = ['', undefined]] = Object.entries(refused.json().errors[0].extra)
    expect([refused.statusCode, why]).toEqual([422, { _schema: ['Must provide a password for the database'] }])
    expect(path).toMatch(/^databases\/warehouse_[0-9a-f]{8}\.yaml$/)
    const passwords = JSON.stringify({ [path]: 'a secret' })
    const answer = await upload(admin, 'dataset', bytes(tables), { passwords })
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'OK' }])
    const warehouse = await store.databases.find({ col: 'database_name', op: 'eq', value: 'warehouse' })
    const main = await store.databases.find({ col: 'database_name', op: 'eq', value: 'main' })
    const orders = await store.datasets.find({ col: 'table_name', op: 'eq', value: 'orders' })
    expect(orders).toMatchObject({ schema: 'shop', offset: 2, main_dttm_col: 'at', database_id: warehouse?.id })
    const colors = await store.datasets.find({ col: 'table_name', op: 'eq', value: 'colors' })
    expect(colors?.database_id).toBe(main?.id)
  })

  it('imports them as a list, each with the name of its database', async () => {
    const list = `
- table_name: days
  params: '{"remote_id": 4, "database_name": "main"}'
  columns: [{column_name: day, type: DATE, is_dttm: true}]
`
    expect((await upload(admin, 'dataset', bytes(list))).statusCode).toBe(200)
    const days = await fixture.context.store.datasets.find({ col: 'table_name', op: 'eq', value: 'days' })
    expect(days?.columns.map(({ column_name }) => column_name)).toEqual(['day'])
  })
})

const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const board = (fields: string) => `{"dashboards": [{"__Dashboard__": {"dashboard_title": "x", ${fields}}}]}`
it.each([
  ['yaml-depth', 'dashboard', board(`"css": ${nested}`)],
  ['yaml-depth', 'dashboard', board(`"position_json": "{\\"a\\": ${nested}}"`)],
  [
    'bundle-entries',
    'dataset',
    `databases:\n${Array.from({ length: bounds['bundle-entries'].most + 1 }, (_, at) => `- {database_name: d${at}}\n`).join('')}`,
  ],
  [
    // One list of columns, shared by all tables.
    'yaml-bytes',
    'dataset',
    `- {table_name: t, columns: &c [${'{column_name: a},'.repeat(2000)}]}\n${Array.from({ length: 900 }, (_, at) => `- {table_name: t${at}, columns: *c}\n`).join('')}`,
  ],
])('rejects a legacy file beyond %s', async (bound, kind, text) => {
  const answer = await upload(admin, kind, bytes(text))
  expect([answer.statusCode, answer.json().errors[0].extra]).toMatchObject([400, { bound }])
})

it.each([
  ['dashboard', 'no JSON', 'Could not find a valid command to import file'],
  ['dashboard', '{"dashboards": 1}', 'Could not find a valid command to import file'],
  ['dataset', 'no: tables', 'Could not find a valid command to import file'],
  ['chart', '[]', 'Not a ZIP file'],
  ['database', 'databases: []', 'Not a ZIP file'],
])('rejects for %s the file %s with: %s', async (kind, text, message) => {
  const answer = await upload(admin, kind, bytes(text))
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([422, message])
})
