import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { DashboardDraft } from '#core/entity/dashboard.ts'
import { encryptSecret } from '#server/security/secret-box.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { importBundle } from './import.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

/** Returns the files of an export by path, including its root folder. */
async function files(client: Client, kind: string, ids: readonly number[]): Promise<Record<string, string>> {
  const answer = await client.get(`/api/v1/${kind}/export/?q=!(${ids.join(',')})`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return Object.fromEntries(
    Object.entries(unzipSync(answer.rawPayload)).map(([path, bytes]) => [path, strFromU8(bytes)]),
  )
}

const ROOT = 'dashboard_export_20240501T120000/'
const demo = (name: string) => {
  const root = join(import.meta.dirname, '../../demo/bundles', name)
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

describe.each(sampleCases(['earthquakes', 'flights', 'bird-strikes', 'pizza'], 4))('the dashboards of %s', (name) => {
  it('are exported to the same bytes after an import', async () => {
    const { dashboards } = await importBundle(fixture.context.store, demo(name), null, { overwrite: true })
    const url = `/api/v1/dashboard/export/?q=!(${dashboards.join(',')})`
    const first = (await admin.get(url)).rawPayload
    const back = await upload(admin, 'dashboard', first, { overwrite: 'true' })
    expect([back.statusCode, back.json()]).toEqual([200, { message: 'OK' }])
    expect((await admin.get(url)).rawPayload.equals(first)).toBe(true)
  })

  it('exports them equally from another installation, except for ids of charts and filters', async () => {
    const { dashboards } = await importBundle(fixture.context.store, demo(name), null, { overwrite: true })
    const here = await files(admin, 'dashboard', dashboards)
    const other = await makeTestApp()
    try {
      // Entities created before shift the ids away from those in the bundle.
      await other.chart()
      await other.dashboard()
      const there = await other.as('Admin')
      expect((await upload(there, 'dashboard', zip(here, ''))).statusCode).toBe(200)
      const uuids = Object.entries(here).flatMap(([path, text]) =>
        path.startsWith(`${ROOT}dashboards/`) ? [(parse(text) as { uuid: string }).uuid] : [],
      )
      const ids = await Promise.all(
        uuids.map(async (uuid) => (await other.context.store.dashboards.getByUuid(uuid))?.id),
      )
      const again = await files(there, 'dashboard', ids as number[])
      const reported = (all: Record<string, string>) =>
        Object.entries(all).map(([path, text]) => [path.replace(/_\d+\.yaml$/, '.yaml'), byUuid(all, text)])
      expect(Object.fromEntries(reported(again))).toEqual(Object.fromEntries(reported(here)))
    } finally {
      await other.close()
    }
  })
})

/**
 * Returns a file with its chart and dataset ids replaced: charts by the uuid in their layout component, datasets by
 * nothing.
 */
function byUuid(all: Record<string, string>, text: string): unknown {
  const names = new Map<string, string>()
  for (const each of Object.values(all)) {
    for (const box of Object.values((parse(each) as { position?: object }).position ?? {})) {
      const { chartId, uuid } = (box as { meta?: { chartId?: number; uuid?: string } }).meta ?? {}
      if (chartId !== undefined && uuid) names.set(String(chartId), uuid)
    }
  }
  const change = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) {
      const listed = value.map((each) => change(each, key))
      return ['chartsInScope', 'excluded', 'immune', 'timed_refresh_immune_slices'].includes(key)
        ? listed.toSorted((a, b) => String(a).localeCompare(String(b)))
        : listed
    }
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [names.get(name) ?? name, change(each, name)]),
      )
    if (key === 'datasource') return 'a dataset'
    if (key === 'query_context' && typeof value === 'string') return change(JSON.parse(value))
    if (
      typeof value === 'number' &&
      names.has(String(value)) &&
      /^(chartId|id|chartsInScope|excluded|immune|timed)/.test(key)
    )
      return names.get(String(value))
    return value
  }
  return change(parse(text) as unknown)
}

describe('a bundle of a dashboard', () => {
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
  }
  const made = async (values: Partial<DashboardDraft> = {}) => {
    const database = await fixture.database()
    const dataset = await fixture.dataset({
      database_id: database.id,
      table_name: 'a table/of ünits',
      extra: '{"certification": {"certified_by": "Ada"}}',
      columns: [{ column_name: 'day', is_dttm: true, type: 'DATE' }],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    })
    const chart = await fixture.chart({
      slice_name: 'Share of sales',
      datasource_id: dataset.id,
      params: JSON.stringify({ metric: 'count', slice_id: 7 }),
    })
    const dashboard = await fixture.dashboard({
      dashboard_title: 'Sales, 2024',
      charts: [chart.id],
      json_metadata: JSON.stringify({
        color_scheme: 'x',
        native_filter_configuration: [{ id: 'F', targets: [{ datasetId: dataset.id, column: { name: 'day' } }] }],
      }),
      position_json: JSON.stringify(position),
      ...values,
    })
    return { database, dataset, chart, dashboard }
  }

  it('uses the layout of Superset: one folder, files by type, keys in the same order', async () => {
    const { database, dataset, chart, dashboard } = await made()
    const all = await files(admin, 'dashboard', [dashboard.id])
    const folder = `${ROOT}datasets/${database.database_name.replaceAll(' ', '_')}`
    expect(Object.keys(all)).toEqual([
      `${ROOT}metadata.yaml`,
      `${ROOT}dashboards/Sales_2024_${dashboard.id}.yaml`,
      `${ROOT}charts/Share_of_sales_${chart.id}.yaml`,
      `${folder}/a_table_of_units.yaml`,
      `${ROOT}databases/${database.database_name.replaceAll(' ', '_')}.yaml`,
    ])
    const read = (index: number) => parse(Object.values(all)[index] as string) as Record<string, unknown>
    expect(read(0)).toEqual({ version: '1.0.0', type: 'Dashboard', timestamp: '2024-05-01T12:00:00.000+00:00' })
    expect(Object.keys(read(2))).toEqual(
      'slice_name description certified_by certification_details viz_type params query_context cache_timeout uuid version dataset_uuid'.split(
        ' ',
      ),
    )
    expect(read(2)).toMatchObject({
      params: { metric: 'count', datasource: `${dataset.id}__table` },
      query_context: null,
    })
    expect(read(2)['params']).not.toHaveProperty('slice_id')
    expect(Object.keys(read(3))).toEqual(
      'table_name main_dttm_col description default_endpoint offset cache_timeout schema sql params template_params filter_select_enabled fetch_values_predicate extra uuid metrics columns version database_uuid'.split(
        ' ',
      ),
    )
    expect(read(3)).toMatchObject({
      extra: { certification: { certified_by: 'Ada' } },
      columns: [{ column_name: 'day', is_dttm: true, groupby: true, python_date_format: null }],
      database_uuid: database.uuid,
    })
    expect(Object.keys(read(4))).toEqual(
      'database_name sqlalchemy_uri cache_timeout expose_in_sqllab allow_run_async allow_ctas allow_cvas allow_dml allow_csv_upload extra uuid version'.split(
        ' ',
      ),
    )
  })

  it('adds linked charts to the layout, and references datasets of filters by uuid', async () => {
    const { chart, dataset, dashboard } = await made()
    const all = await files(admin, 'dashboard', [dashboard.id])
    const said = parse(all[`${ROOT}dashboards/Sales_2024_${dashboard.id}.yaml`] as string)
    expect(said.position['ROW-N-1']).toMatchObject({
      children: [`CHART-${chart.uuid}`],
      parents: ['ROOT_ID', 'GRID_ID'],
    })
    expect(said.position[`CHART-${chart.uuid}`].meta).toEqual({
      chartId: chart.id,
      height: 50,
      sliceName: 'Share of sales',
      uuid: chart.uuid,
      width: 4,
    })
    expect(said.metadata.native_filter_configuration[0].targets).toEqual([
      { column: { name: 'day' }, datasetUuid: dataset.uuid },
    ])
  })

  it('contains no row rules, roles, owners or passwords', async () => {
    const { database, dashboard, dataset } = await made()
    const { store, config } = fixture.context
    await store.databases.update(
      database.id,
      {
        sqlalchemy_uri: 'postgresql://ada:XXXXXXXXXX@db.example/sales',
        secrets: encryptSecret(config.secretKey, JSON.stringify({ password: 'open sesame' })),
      },
      null,
    )
    await store.rowRules.create(
      { name: 'A rule', filter_type: 'Regular', clause: "region = 'secret'", tables: [dataset.id], roles: [1] },
      null,
    )
    const encrypted = (await store.databases.get(database.id))?.secrets as string
    const text = Object.values(await files(admin, 'dashboard', [dashboard.id])).join('\n')
    expect(text).toContain('sqlalchemy_uri: postgresql://ada:XXXXXXXXXX@db.example/sales')
    for (const secret of ['sesame', encrypted, 'region', 'A rule', 'owners', 'roles'])
      expect(text).not.toContain(secret)
  })

  it('bundles of all assets contain no row rules, roles, owners or passwords either', async () => {
    const { database, dataset } = await made()
    const { store, config } = fixture.context
    const secrets = encryptSecret(config.secretKey, JSON.stringify({ password: 'open sesame' }))
    await store.databases.update(database.id, { secrets }, null)
    const rule = { name: 'Another rule', filter_type: 'Regular', clause: "region = 'secret'" } as const
    await store.rowRules.create({ ...rule, tables: [dataset.id], roles: [1] }, null)
    const { rawPayload } = await admin.get('/api/v1/assets/export/')
    const text = Object.values(unzipSync(rawPayload))
      .map((bytes) => strFromU8(bytes))
      .join('\n')
    expect(text).toContain(database.uuid)
    for (const secret of ['sesame', secrets, "'secret'", 'Another rule', 'owners:', 'roles:'])
      expect(text).not.toContain(secret)
  })

  it('contains only the engine of a database for users without permission to write it, and no hidden charts', async () => {
    const { database, dataset, chart, dashboard } = await made()
    const other = await fixture.dataset({ table_name: 'hidden table' })
    const hidden = await fixture.chart({ slice_name: 'Hidden name', datasource_id: other.id })
    await fixture.context.store.databases.update(
      database.id,
      {
        sqlalchemy_uri: 'postgresql://ada:XXXXXXXXXX@db.example/sales',
        extra: '{"engine_params": {"key": "k"}, "version": "1"}',
      },
      null,
    )
    await fixture.context.store.dashboards.update(
      dashboard.id,
      {
        published: true,
        charts: [chart.id, hidden.id],
        position_json: JSON.stringify({
          ...position,
          'CHART-1': {
            type: 'CHART',
            id: 'CHART-1',
            meta: { chartId: hidden.id, width: 3, height: 20, sliceName: 'Hidden name' },
          },
        }),
      },
      null,
    )
    const { roles } = fixture.context.store
    const { id: role } = await roles.create({ name: 'Sales' }, null)
    const view = `[${database.database_name}].[${dataset.table_name}](id:${dataset.id})`
    await roles.setPairs(role, [['datasource_access', view]])
    const gamma = await fixture.as('Gamma', 'Sales')
    const all = await files(gamma, 'dashboard', [dashboard.id])
    const text = Object.values(all).join('\n')
    for (const secret of ['Hidden name', 'hidden table', 'ada:', 'db.example', 'engine_params'])
      expect(text).not.toContain(secret)
    expect(text).toContain('sqlalchemy_uri: duckdb://\n')
    const said = parse(all[`${ROOT}dashboards/Sales_2024_${dashboard.id}.yaml`] as string)
    expect(said.position['CHART-1'].meta).toEqual({ chartId: hidden.id, width: 3, height: 20, uuid: hidden.uuid })
  })
})

describe('the export call', () => {
  it('requires can_export of its type', async () => {
    const chart = await fixture.chart()
    const alpha = await fixture.as('Alpha')
    expect((await alpha.get(`/api/v1/chart/export/?q=!(${chart.id})`)).statusCode).toBe(200)
    const database = await fixture.database()
    const refused = await alpha.get(`/api/v1/database/export/?q=!(${database.id})`)
    expect([refused.statusCode, refused.body]).toEqual([403, expect.not.stringContaining(database.database_name)])
    expect((await fixture.nobody.get(`/api/v1/chart/export/?q=!(${chart.id})`)).statusCode).toBe(401)
  })

  it.each([
    ['chart', 'Chart'],
    ['dashboard', 'Dashboard'],
    ['dataset', 'Dataset'],
    ['database', 'Database'],
    ['saved_query', 'SavedQuery'],
    ['assets', 'ImportExportRestApi'],
  ] as const)('export of %s requires only can_export on %s', async (kind, view) => {
    const { roles } = fixture.context.store
    const admins = await roles.pairs((await roles.byName('Admin'))?.id as number)
    const isIt = ([permission, of]: readonly [string, string]) => permission === 'can_export' && of === view
    const { id: all } = await roles.create({ name: `All but ${kind}` }, null)
    await roles.setPairs(all, [
      ...admins.filter((pair) => !isIt(pair)),
      ['all_datasource_access', 'all_datasource_access'],
    ])
    const { id: one } = await roles.create({ name: `And ${kind}` }, null)
    await roles.setPairs(one, [['can_export', view]])
    const { id } = kind === 'assets' || kind === 'saved_query' ? { id: 999_999 } : await fixture[kind]()
    const url = kind === 'assets' ? '/api/v1/assets/export/' : `/api/v1/${kind}/export/?q=!(${id})`
    const without = await fixture.signedIn(await fixture.user(`without-${kind}`, [`All but ${kind}`]))
    const refused = await without.get(url)
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'application/json; charset=utf-8'])
    const may = await fixture.signedIn(await fixture.user(`with-${kind}`, [`All but ${kind}`, `And ${kind}`]))
    // The saved query does not exist, which only a caller with the permission learns.
    expect((await may.get(url)).statusCode).toBe(kind === 'saved_query' ? 404 : 200)
  })

  it('returns 404 for rows without permission or that do not exist, and 400 without ids', async () => {
    const chart = await fixture.chart()
    const gamma = await fixture.as('Gamma')
    const ways: readonly (readonly [Client, string, number])[] = [
      [gamma, `!(${chart.id})`, 404],
      [admin, `!(${chart.id},999999)`, 404],
      [admin, '!()', 400],
      [admin, '', 400],
    ]
    for (const [client, q, status] of ways)
      expect((await client.get(`/api/v1/chart/export/?q=${q}`)).statusCode).toBe(status)
  })

  it('sets a cookie with the given token when the file begins, and rejects names of other cookies', async () => {
    const { id } = await fixture.chart()
    const answer = await admin.get(`/api/v1/chart/export/?q=!(${id})&token=abc123`)
    expect(answer.headers['set-cookie']).toBe('abc123=done; Max-Age=600; Path=/; SameSite=Lax')
    expect(answer.headers['content-disposition']).toBe('attachment; filename=chart_export_20240501T120000.zip')
    for (const token of ['session', 'async-token', 'a;b', 'a%3Db'])
      expect((await admin.get(`/api/v1/chart/export/?q=!(${id})&token=${token}`)).statusCode).toBe(400)
  })

  it.each([
    ['chart', 'Slice'],
    ['dataset', 'SqlaTable'],
    ['database', 'Database'],
  ] as const)('exports a %s as a bundle of its type, and imports it again', async (kind, type) => {
    const { id } = await fixture[kind]()
    const all = await files(admin, kind, [id])
    const [head] = Object.entries(all)
    expect(parse(head?.[1] as string)).toMatchObject({ type })
    const back = await upload(admin, kind, zip(all, ''), { overwrite: 'true' })
    expect([back.statusCode, back.json()]).toEqual([200, { message: 'OK' }])
    expect(await files(admin, kind, [id])).toEqual(all)
  })
})

it('keeps unknown keys on import and export, also of columns, but no secrets', async () => {
  const [database, dataset] = ['a1111111-1111-4111-8111-111111111111', 'a2222222-2222-4222-8222-222222222222']
  const bundle = {
    'metadata.yaml': 'version: 1.0.0\ntype: SqlaTable\n',
    'databases/newer.yaml': `database_name: Kept
sqlalchemy_uri: duckdb:///kept.duckdb
uuid: ${database}
version: 1.0.0
masked_encrypted_extra: '{"key": "sesame"}'
ssh_tunnel: {server_address: tunnel.example, server_port: 22, username: me, password: sesame, private_key: sesame}
`,
    'datasets/Kept/sales.yaml': `table_name: sales
uuid: ${dataset}
version: 1.0.0
database_uuid: ${database}
folders_of_tomorrow: [{name: Times, children: [{uuid: 1}]}]
columns:
  - {column_name: day, type: DATE, datetime_format: '%Y'}
  - {column_name: amount, type: DOUBLE}
`,
  }
  expect((await upload(admin, 'dataset', zip(bundle))).statusCode).toBe(200)
  const { id } = (await fixture.context.store.datasets.getByUuid(dataset)) as { id: number }
  const all = await files(admin, 'dataset', [id])
  const text = Object.values(all).join('\n')
  expect(text).not.toContain('sesame')
  const said = parse(Object.entries(all).find(([path]) => path.includes('/datasets/'))?.[1] as string)
  expect(said.folders_of_tomorrow).toEqual([{ name: 'Times', children: [{ uuid: 1 }] }])
  expect(said.columns[0].datetime_format).toBe('%Y')
  expect(said.columns[1]).not.toHaveProperty('datetime_format')
  const far = parse(Object.entries(all).find(([path]) => path.includes('/databases/'))?.[1] as string)
  expect(far.ssh_tunnel).toEqual({ server_address: 'tunnel.example', server_port: 22, username: 'me' })
})
