import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let sales: number
let token: string

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE sales AS SELECT * FROM (VALUES ('Ash', 'x<b>', 1), ('Ash', 'y', 2), ('Birk', 'y', 4), ('Ash', 'y', 7))
        v(city, kind, n)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const columns = ['city', 'kind', 'n'].map((column_name) => ({ column_name, type: 'VARCHAR' }))
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  sales = (await fixture.dataset({ table_name: 'sales', columns, metrics })).id
  token = await fixture.token('admin')
})
afterAll(() => fixture.close())

interface Pivot {
  readonly columns: unknown
  readonly html: string
}

async function pivot(form: object): Promise<Pivot> {
  const reply = await fixture.app.inject({
    method: 'POST',
    url: '/superset/explore_json/',
    headers: { authorization: `Bearer ${token}` },
    payload: { form_data: { viz_type: 'pivot_table', datasource: `${sales}__table`, ...form } },
  })
  expect([reply.statusCode, reply.json().error ?? null]).toEqual([200, null])
  return reply.json().data
}

it('pivot_table has its column headers and HTML, values escaped, margins computed from the same cells', async () => {
  const form = { groupby: ['city'], columns: ['kind'], metrics: ['total'] }
  const plain = await pivot(form)
  expect(plain.columns).toEqual([
    ['total', 'x<b>'],
    ['total', 'y'],
  ])
  expect(plain.html).toContain('<th>x&lt;b&gt;</th>')
  expect(plain.html).not.toContain('<b>')
  expect(plain.html).toContain('<tr><th>Birk</th><td></td><td>4</td></tr>')
  const margins = await pivot({ ...form, pivot_margins: true, pandas_aggfunc: 'max' })
  expect(margins.columns).toEqual([
    ['total', 'x<b>'],
    ['total', 'y'],
    ['total', 'All'],
  ])
  expect(margins.html).toContain('<tr><th>Ash</th><td>1</td><td>9</td><td>9</td></tr>')
  expect(margins.html).toContain('<tr><th>All</th><td>1</td><td>9</td><td>9</td></tr>')
})

it('pivot_table sums to the total of the dataset over all of its rows', async () => {
  const mean = { expressionType: 'SQL', sqlExpression: 'AVG(n)', label: 'mean' }
  const form = { groupby: ['city'], columns: ['kind'], metrics: [mean], pivot_margins: true }
  const { html } = await pivot(form)
  // Ash: 1 of x, 2 and 7 of y; Birk: 4 of y.
  expect(html).toContain(`<tr><th>Ash</th><td>1</td><td>4.5</td><td>${10 / 3}</td></tr>`)
  expect(html).toContain('<tr><th>Birk</th><td></td><td>4</td><td>4</td></tr>')
  expect(html).toContain(`<tr><th>All</th><td>1</td><td>${13 / 3}</td><td>3.5</td></tr>`)
  const turned = await pivot({ ...form, transpose_pivot: true })
  expect(turned.html).toContain(`<tr><th>y</th><td>4.5</td><td>4</td><td>${13 / 3}</td></tr>`)
  expect(turned.html).toContain(`<tr><th>All</th><td>${10 / 3}</td><td>4</td><td>3.5</td></tr>`)
})
