import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let reader: Client
let dataset: number
let other: number
const ids = { open: 0, closed: 0, byRegion: 0, totals: 0 }

const form = (values: object) =>
  JSON.stringify({ viz_type: 'table', query_mode: 'aggregate', datasource: `${dataset}__table`, ...values })
const filter = (id: string, values: object) => ({
  id,
  type: 'NATIVE_FILTER',
  name: `Filter ${id}`,
  filterType: 'filter_select',
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  ...values,
})

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const columns = ['region', 'price', 'secret', 'unused'].map((column_name) => ({ column_name, type: 'VARCHAR' }))
  const margin = { column_name: 'margin', type: 'DOUBLE', expression: 'price * 2' }
  const metrics = [
    { metric_name: 'total', expression: 'SUM(margin)' },
    { metric_name: 'rows', expression: 'COUNT(*)' },
  ]
  dataset = (await fixture.dataset({ table_name: 'sales', columns: [...columns, margin], metrics })).id
  other = (await fixture.dataset({ table_name: 'others', columns, metrics: [] })).id
  const metadata = {
    native_filter_configuration: [
      filter('A', {
        targets: [{ datasetId: dataset, column: { name: 'region' } }],
        controlValues: { sortMetric: 'rows' },
      }),
      filter('B', { targets: [{ datasetId: other, column: { name: 'price' } }] }),
      filter('C', {
        targets: [{ datasetId: dataset, column: { name: 'margin' } }],
        adhoc_filters: [{ expressionType: 'SQL', sqlExpression: "region = 'north'" }],
      }),
    ],
  }
  ids.open = (
    await fixture.dashboard({ dashboard_title: 'Open', published: true, json_metadata: JSON.stringify(metadata) })
  ).id
  ids.closed = (
    await fixture.dashboard({
      dashboard_title: 'Hidden board',
      published: false,
      json_metadata: JSON.stringify({
        native_filter_configuration: [filter('H', { targets: [{ datasetId: dataset, column: { name: 'secret' } }] })],
      }),
    })
  ).id
  const chart = async (name: string, values: object, dashboards: number[]) =>
    (
      await fixture.chart({
        slice_name: name,
        datasource_id: dataset,
        viz_type: 'table',
        params: form(values),
        dashboards,
      })
    ).id
  ids.byRegion = await chart('By region', { groupby: ['region'], metrics: ['rows'] }, [ids.open])
  ids.totals = await chart('Totals', { metrics: ['total'] }, [ids.closed])
  await fixture.chart({
    slice_name: 'Elsewhere',
    datasource_id: other,
    viz_type: 'table',
    params: form({ groupby: ['price'] }),
  })
  const role = await fixture.context.store.roles.create({ name: 'Reads sales' }, null)
  await fixture.context.store.roles.addPairs(role.id, [['datasource_access', `[local].[sales](id:${dataset})`]])
  reader = await fixture.as('Gamma', 'Reads sales')
})
afterAll(() => fixture.close())

const lineage = async (client: Client, id = dataset) =>
  (await client.get(`/api/v1/dataset/${id}/lineage`)).json().result

it('lists charts, filters and dashboards by each column and metric they use, through expressions as well', async () => {
  const result = await lineage(admin)
  const [open, closed] = [ids.open, ids.closed]
  const [region, totals] = [ids.byRegion, ids.totals]
  const a = { dashboard_id: open, id: 'A' }
  const c = { dashboard_id: open, id: 'C' }
  expect(result.columns).toEqual([
    { name: 'region', charts: [region], dashboards: [open], filters: [a, c] },
    { name: 'price', charts: [totals], dashboards: [closed, open], filters: [c] },
    { name: 'secret', charts: [], dashboards: [closed], filters: [{ dashboard_id: closed, id: 'H' }] },
    { name: 'margin', charts: [totals], dashboards: [closed, open], filters: [c] },
  ])
  expect(result.metrics).toEqual([
    { name: 'total', charts: [totals], dashboards: [closed], filters: [] },
    { name: 'rows', charts: [region], dashboards: [open], filters: [a] },
  ])
  expect(result.charts.map((each: { slice_name: string }) => each.slice_name).toSorted()).toEqual([
    'By region',
    'Totals',
  ])
  expect(result.filters.map((each: { name: string }) => each.name).toSorted()).toEqual([
    'Filter A',
    'Filter C',
    'Filter H',
  ])
  expect(result.is_limited).toBe(false)
})

it('lists the datasets whose SQL reads it', async () => {
  const sql = (id: number, macro = `dataset(${id})`) => `SELECT * FROM {{ ${macro} }} AS a`
  const add = async (table_name: string, text: string) => (await fixture.dataset({ table_name, sql: text })).id
  const joined = await add('joined', sql(dataset))
  const named = await add('named', sql(dataset, `dataset( id = ${dataset}, columns=['region'])`))
  const quoted = await add('quoted', sql(dataset, `dataset('${dataset}')`))
  const metric = await add('metric', `SELECT {{ metric('total', ${dataset}) }} FROM sales`)
  await add('of another metric', `SELECT {{ metric('total', ${other}) }} FROM sales WHERE n IN (1, ${dataset})`)
  await add('of another', `${sql(Number(`${dataset}0`))} JOIN ${sql(other)}`)
  const { datasets } = await lineage(admin)
  expect(datasets.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toEqual([
    { id: joined, table_name: 'joined' },
    { id: named, table_name: 'named' },
    { id: quoted, table_name: 'quoted' },
    { id: metric, table_name: 'metric' },
  ])
  expect((await lineage(reader)).datasets).toEqual([])
})

it('follows columns and metrics to charts and filters of datasets that read it, directly or through others', async () => {
  const columnsOf = (...names: string[]) => names.map((column_name) => ({ column_name, type: 'VARCHAR' }))
  const sides = `FROM (SELECT * FROM {{ dataset(${dataset}) }}
) AS "side_1"
LEFT JOIN (SELECT * FROM {{ dataset(${other}) }}
) AS "side_2"
  ON "side_1"."region" = "side_2"."region"`
  const joined = await fixture.dataset({
    table_name: 'with others',
    columns: columnsOf('area', 'doubled', 'others_secret', 'plain'),
    sql: `SELECT
  "side_1"."secret" AS "area",
  "side_1"."margin" AS "doubled",
  "side_2"."secret" AS "others_secret",
  "side_1"."unused" AS "plain"
${sides}`,
  })
  const above = await fixture.dataset({
    table_name: 'above',
    columns: columnsOf('area'),
    sql: `{% set source = ${joined.id} %}SELECT area FROM {{ dataset(source) }}`,
  })
  const measured = await fixture.dataset({
    table_name: 'measured',
    columns: columnsOf('n'),
    sql: `SELECT {{ metric('total', ${dataset}) }} AS n FROM sales`,
  })
  const computed = await fixture.dataset({ table_name: 'computed', sql: 'SELECT * FROM {{ dataset(1 + 1) }}' })
  const chartOn = async ({ id }: { id: number }, groupby: string[]) =>
    (
      await fixture.chart({
        slice_name: `On ${id}`,
        datasource_id: id,
        viz_type: 'table',
        params: form({ datasource: `${id}__table`, groupby, metrics: [] }),
      })
    ).id
  const [area, doubled] = [await chartOn(joined, ['area']), await chartOn(joined, ['doubled'])]
  const [others, top, rate] = [
    await chartOn(joined, ['others_secret']),
    await chartOn(above, ['area']),
    await chartOn(measured, ['n']),
  ]
  const board = await fixture.dashboard({
    dashboard_title: 'Joined board',
    published: true,
    json_metadata: JSON.stringify({
      native_filter_configuration: [filter('J', { targets: [{ datasetId: joined.id, column: { name: 'area' } }] })],
    }),
  })
  const added = [area, doubled, others, top, rate]
  const usesOf = ({ columns, metrics }: Awaited<ReturnType<typeof lineage>>, name: string) => {
    const { charts, filters } = [...columns, ...metrics].find((each: { name: string }) => each.name === name) ?? {}
    return [
      charts?.filter((id: number) => added.includes(id)).toSorted((a: number, b: number) => a - b),
      filters?.filter((each: { dashboard_id: number }) => each.dashboard_id === board.id).length,
    ]
  }
  const result = await lineage(admin)
  expect(usesOf(result, 'secret')).toEqual([[area, top], 1])
  // The key of the join decides about the rows of all its charts.
  expect(usesOf(result, 'region')).toEqual([[area, doubled, others, top], 1])
  expect(usesOf(result, 'margin')).toEqual([[doubled, rate], 0])
  expect(usesOf(result, 'price')).toEqual([[doubled, rate], 0])
  expect(usesOf(result, 'unused')).toEqual([undefined, undefined])
  expect(usesOf(result, 'total')).toEqual([[rate], 0])
  expect(usesOf(await lineage(admin, other), 'secret')).toEqual([[others], 0])
  expect(result.undetermined_datasets).toEqual([{ id: computed.id, table_name: 'computed' }])
  expect(result.datasets).not.toContainEqual({ id: above.id, table_name: 'above' })
  expect((await lineage(admin, joined.id)).datasets).toEqual([{ id: above.id, table_name: 'above' }])
  expect((await lineage(reader)).undetermined_datasets).toEqual([])
  for (const id of added) await fixture.context.store.charts.remove(id, null)
})

it('searches the last changed charts first', async () => {
  fixture.now += 1000
  await fixture.context.store.charts.update(ids.byRegion, { description: 'Changed' }, null)
  expect((await lineage(admin)).charts[0]).toMatchObject({ id: ids.byRegion })
  fixture.now += 1000
  await fixture.context.store.charts.update(ids.totals, { description: 'Changed later' }, null)
  expect((await lineage(admin)).charts[0]).toMatchObject({ id: ids.totals })
})

it('lists nothing that the caller may not read', async () => {
  const result = await lineage(reader)
  expect(JSON.stringify(result)).not.toMatch(/Hidden board|Filter H|secret/)
  expect(result.dashboards).toEqual([{ id: ids.open, title: 'Open' }])
  expect(result.metrics).toContainEqual({ name: 'total', charts: [ids.totals], dashboards: [], filters: [] })
  expect((await reader.get(`/api/v1/dataset/${other}/lineage`)).statusCode).toBe(404)
  expect((await fixture.nobody.get(`/api/v1/dataset/${dataset}/lineage`)).statusCode).toBe(401)
})

it('lists no charts to a caller who may read no charts', async () => {
  const { id, name } = await fixture.context.store.roles.create({ name: 'Reads datasets' }, null)
  await fixture.context.store.roles.addPairs(id, [
    ['can_read', 'Dataset'],
    ['datasource_access', `[local].[sales](id:${dataset})`],
  ])
  const answer = await (await fixture.as(name)).get(`/api/v1/dataset/${dataset}/lineage`)
  expect([answer.statusCode, answer.body.includes('By region'), answer.body.includes('Totals')]).toEqual([
    200,
    false,
    false,
  ])
  const { charts, dashboards, columns, metrics } = answer.json().result
  expect([charts, dashboards, columns, metrics]).toEqual([[], [], [], []])
})

it('follows metrics that are columns of a macro, and those in expressions of other datasets', async () => {
  const column = (column_name: string, expression?: string) => ({
    column_name,
    type: 'DOUBLE',
    ...(expression !== undefined && { expression }),
  })
  const table = (id: number, text: string) => `{{ dataset(${id}${text}) }}`
  const expanded = await fixture.dataset({
    table_name: 'expanded',
    columns: [column('revenue'), column('area')],
    sql: `SELECT total AS revenue, region AS area FROM ${table(dataset, ', include_metrics=True')}`,
  })
  const plain = await fixture.dataset({
    table_name: 'plain',
    columns: [column('total')],
    sql: `SELECT "TOTAL" AS total FROM ${table(dataset, ", columns=['region']")}`,
  })
  const measured = await fixture.dataset({
    table_name: 'with a metric of sales',
    columns: [column('n', `{{ metric('rows', ${dataset}) }} + 1`), column('price')],
    metrics: [
      { metric_name: 'share', expression: `SUM(price) / {{ metric('total', ${dataset}) }}` },
      { metric_name: 'half', expression: "{{ metric('share') }} / 2" },
      { metric_name: 'top', expression: `(SELECT MAX([SECRET]) FROM ${table(dataset, '')})` },
      { metric_name: 'own', expression: 'SUM(price)' },
    ],
  })
  const above = await fixture.dataset({
    table_name: 'above a metric',
    columns: [column('x')],
    sql: `SELECT half AS x FROM ${table(measured.id, ', include_metrics=true')}`,
  })
  const unknown = await fixture.dataset({
    table_name: 'computes in a metric',
    columns: [],
    metrics: [{ metric_name: 'any', expression: "{{ metric('total', 1 + 1) }}" }],
  })
  const chartOn = async ({ id }: { id: number }, values: { groupby?: string[]; metrics?: string[] }) => {
    const params = form({ datasource: `${id}__table`, metrics: [], ...values })
    return (await fixture.chart({ slice_name: `On ${id}`, datasource_id: id, viz_type: 'table', params })).id
  }
  const revenue = await chartOn(expanded, { groupby: ['revenue'] })
  const area = await chartOn(expanded, { groupby: ['area'] })
  const total = await chartOn(plain, { groupby: ['total'] })
  const n = await chartOn(measured, { groupby: ['n'] })
  const half = await chartOn(measured, { metrics: ['half'] })
  const top = await chartOn(measured, { metrics: ['top'] })
  const own = await chartOn(measured, { metrics: ['own'] })
  const x = await chartOn(above, { groupby: ['x'] })
  const added = [revenue, area, total, n, half, top, own, x]
  const result = await lineage(admin)
  const usesOf = (name: string) => {
    const found = [...result.columns, ...result.metrics].find((each: { name: string }) => each.name === name)
    return found?.charts.filter((id: number) => added.includes(id)).toSorted((a: number, b: number) => a - b)
  }
  expect(usesOf('total')).toEqual([revenue, half, x])
  expect(usesOf('margin')).toEqual([revenue, half, x])
  expect(usesOf('price')).toEqual([revenue, half, x])
  expect(usesOf('region')).toEqual([area])
  expect(usesOf('rows')).toEqual([n])
  expect(usesOf('secret')).toEqual([top])
  expect(result.datasets).toContainEqual({ id: measured.id, table_name: 'with a metric of sales' })
  expect(result.undetermined_datasets).toContainEqual({ id: unknown.id, table_name: 'computes in a metric' })
  expect((await lineage(reader)).datasets).toEqual([])
  for (const id of added) await fixture.context.store.charts.remove(id, null)
})
