import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { citiesContext } from '#testing/data-entry-points.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { type BrowserSession, openBrowserSession } from '#testing/view-as.ts'

const tables = [
  'CREATE TABLE sales (region VARCHAR(9), city VARCHAR(19), n INTEGER)',
  "INSERT INTO sales VALUES ('north', 'Oslo', 1), ('north', 'Bergen', 20), ('south', 'Rome', 300)",
]
const columns = [
  { column_name: 'region', type: 'VARCHAR' },
  { column_name: 'city', type: 'VARCHAR' },
  { column_name: 'n', type: 'INTEGER' },
]
const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]

interface Entities {
  readonly dataset: number
  readonly attributed: number
  readonly macro: number
  readonly chart: number
  readonly admin: number
  readonly north: number
  readonly masked: number
  readonly plain: number
  readonly northRole: number
  readonly maskedRole: number
}

const fixtures: Record<string, { readonly fixture: DataFixture; readonly made: Entities }> = {}

beforeAll(async () => {
  for (const [name, environment] of Object.entries({
    'at once': {},
    'by jobs': { FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1' },
  })) {
    const fixture = await openDataFixture(tables, Date.UTC(2024, 5, 15), environment)
    fixtures[name] = { fixture, made: await makeEntities(fixture) }
  }
})
afterAll(async () => {
  for (const { fixture } of Object.values(fixtures)) await fixture.close()
})

async function makeEntities(fixture: DataFixture): Promise<Entities> {
  const { store } = fixture.context
  const pairs = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  const role = async (name: string) => {
    const { id } = await store.roles.create({ name }, null)
    await store.roles.setPairs(id, [...pairs, ['all_datasource_access', 'all_datasource_access']])
    return id
  }
  const [northRole, maskedRole, plainRole] = [await role('North'), await role('Masked'), await role('Plain')]
  const user = async (username: string, roles: readonly number[], attributes?: object) => {
    const person = { username, first_name: username, last_name: '', roles: [...roles] }
    const { id } = await store.users.create(person, null)
    if (attributes) await store.users.update(id, { attributes: JSON.stringify(attributes) }, null)
    return id
  }
  const table = { table_name: 'sales', columns, metrics }
  const dataset = (await fixture.dataset(table)).id
  const attributed = (await fixture.dataset({ ...table, table_name: 'by attribute', sql: 'SELECT * FROM sales' })).id
  const sql = "SELECT '{{ current_username() }} {{ current_user_id() }}' AS city, 'north' AS region, 1 AS n"
  const macro = (await fixture.dataset({ ...table, table_name: 'macro', sql })).id
  const rule = { filter_type: 'Regular' } as const
  await store.rowRules.create(
    { ...rule, name: 'north', clause: "region = 'north'", tables: [dataset], roles: [northRole] },
    null,
  )
  const clause = "region = '{{ attribute('region') }}'"
  await store.rowRules.create(
    { ...rule, name: 'own', clause, tables: [attributed], roles: [northRole, maskedRole, plainRole] },
    null,
  )
  await store.columnMasks.set(dataset, [
    { column_name: 'city', method: 'first', filter_type: 'Regular', roles: [maskedRole] },
  ])
  const chart = await store.charts.create(
    { slice_name: 'Cities', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' },
    null,
  )
  const adminRole = (await store.roles.byName('Admin'))?.id ?? 0
  return {
    dataset,
    attributed,
    macro,
    chart: chart.id,
    admin: await user('boss', [adminRole]),
    north: await user('nora', [northRole], { region: 'north' }),
    masked: await user('max', [maskedRole], { region: 'south' }),
    plain: await user('paul', [plainRole]),
    northRole,
    maskedRole,
  }
}

/** The reads of a page: what each returns depends on rights, rules, masks, attributes and macros. */
const reads = (made: Entities): readonly (readonly ['GET' | 'POST', string, object?])[] => {
  const context = (dataset: number) => citiesContext({ dataset })
  return [
    ['POST', '/api/v1/chart/data', context(made.dataset)],
    ['POST', '/api/v1/chart/data', context(made.attributed)],
    ['POST', '/api/v1/chart/data', context(made.macro)],
    ['POST', '/api/v1/chart/data', { ...context(made.dataset), result_format: 'csv' }],
    ['POST', '/api/v1/chart/data', { ...context(made.dataset), result_type: 'samples' }],
    ['POST', '/api/v1/chart/data/batch', { items: [{ id: 'a', query_context: context(made.dataset) }] }],
    ['GET', `/api/v1/dataset/${made.dataset}/samples`],
    ['GET', `/api/v1/datasource/table/${made.dataset}/column/city/values`],
    ['GET', '/api/v1/dataset/'],
    ['GET', '/api/v1/dashboard/'],
    ['GET', '/api/v1/menu/'],
    ['GET', '/api/v1/me/'],
  ]
}

/** Returns a body without the times and the cache state of its results, and without the length of a frame. */
const settled = (body: string) =>
  body
    .replaceAll(/"cost":\{[^}]*\}/g, '')
    .replaceAll(/"(cached_dttm|is_cached|cache_key|length)":("[^"]*"|[^,}]*)/g, '')

async function bodies(session: BrowserSession, made: Entities) {
  const found: unknown[] = []
  for (const [method, url, payload] of reads(made)) {
    const answer = await session.call(method, url, payload)
    found.push([url, answer.statusCode, settled(answer.body)])
  }
  return found
}

describe.each(['at once', 'by jobs'])('a view with chart data %s', (name) => {
  const opened = (id: number) => openBrowserSession(fixtures[name]?.fixture as DataFixture, id)
  const made = () => fixtures[name]?.made as Entities
  const rows = async (session: BrowserSession, dataset: number) => {
    const answer = await session.call('POST', '/api/v1/chart/data', citiesContext({ dataset }))
    const { result } = answer.json<{ result: { data: { city: string }[] }[] }>()
    return result[0]?.data.map(({ city }) => city).toSorted()
  }

  const samples = async (session: BrowserSession) => {
    const { result } = (await session.call('GET', `/api/v1/dataset/${made().dataset}/samples`)).json()
    return (result as { data: { city: string }[] }).data.map(({ city }) => city)
  }

  it('each body equals that of the viewed user, after and before the requests of that user', async () => {
    const session = await opened(made().admin)
    expect(await samples(session)).toEqual(['Oslo', 'Bergen', 'Rome'])
    for (const user of ['north', 'masked', 'plain'] as const) {
      await session.viewAs({ user_id: made()[user] })
      const viewed = await bodies(session, made())
      const own = await bodies(await opened(made()[user]), made())
      expect(viewed).toEqual(own)
      expect(await bodies(session, made())).toEqual(own)
      await session.stop()
    }
    expect(await samples(session)).toEqual(['Oslo', 'Bergen', 'Rome'])
  })

  it('reads the rows, masks, attributes and macros of the viewed user', async () => {
    const session = await opened(made().admin)
    await session.viewAs({ user_id: made().north })
    expect(await rows(session, made().dataset)).toEqual(['Bergen', 'Oslo'])
    expect(await rows(session, made().attributed)).toEqual(['Bergen', 'Oslo'])
    expect(await rows(session, made().macro)).toEqual([`nora ${made().north}`])
    await session.stop()
    await session.viewAs({ user_id: made().masked })
    expect(await rows(session, made().dataset)).toEqual(['B***', 'O***', 'R***'])
    // The mask of the table holds for the dataset that reads it by SQL.
    expect(await rows(session, made().attributed)).toEqual(['R***'])
    await session.stop()
    await session.viewAs({ user_id: made().plain })
    expect(await rows(session, made().attributed)).toEqual([])
  })

  it('a view as a role applies its rules and masks, and gives no rows if a rule reads an attribute', async () => {
    const session = await opened(made().admin)
    await session.viewAs({ role_id: made().northRole })
    expect(await rows(session, made().dataset)).toEqual(['Bergen', 'Oslo'])
    expect(await rows(session, made().attributed)).toEqual([])
    expect(await rows(session, made().macro)).toEqual(['none none'])
    await session.stop()
    await session.viewAs({ role_id: made().maskedRole })
    expect(await rows(session, made().dataset)).toEqual(['B***', 'O***', 'R***'])
  })

  it('queries are logged with the viewed user and the administrator', async () => {
    const { fixture } = fixtures[name] as { fixture: DataFixture }
    const session = await opened(made().admin)
    await session.viewAs({ user_id: made().north })
    await rows(session, made().dataset)
    await fixture.context.chartData.close()
    const [last] = await fixture.context.store.queryRecords.latest(1)
    expect(last).toMatchObject({ user_id: made().north, viewed_by: made().admin })
  })
})
