import { afterAll, beforeAll, expect, it } from 'vitest'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'
import { printCsv } from '#server/files/csv.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { postProcessedResult } from './post-processed.ts'

const headings = { names: {}, formats: {} }
let fixture: DataFixture
let dataset: number
let token: string

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE names (state VARCHAR, gender VARCHAR, num INTEGER)',
      "INSERT INTO names VALUES ('CA', 'boy', 1), ('CA', 'girl', 2), ('FL', 'boy', 30), (NULL, 'girl', 400)",
    ],
    Date.UTC(2024, 5, 15, 12, 30, 20),
  )
  const columns = ['state', 'gender', 'num'].map((column_name) => ({ column_name, type: 'VARCHAR' }))
  const metrics = [
    { metric_name: 'sum', expression: 'SUM(num)' },
    { metric_name: 'most', expression: 'MAX(num)' },
    { metric_name: 'mean', expression: 'AVG(num)' },
    { metric_name: 'kinds', expression: 'COUNT(DISTINCT gender)' },
  ]
  dataset = (await fixture.dataset({ table_name: 'names', columns, metrics })).id
  token = await fixture.token('admin', 'Admin')
})
afterAll(() => fixture.close())

const context = (form: object, query: object = {}) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [{ columns: ['state', 'gender'], metrics: ['sum', 'most'], orderby: [['sum', true]], ...query }],
  result_type: 'post_processed',
  form_data: {
    viz_type: 'pivot_table_v2',
    groupbyRows: ['state'],
    groupbyColumns: ['gender'],
    metrics: ['sum'],
    ...form,
  },
})
async function ask(form: object, query: object = {}, more: object = {}) {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${token}` },
    payload: { ...context(form, query), ...more },
  })
  expect(answer.statusCode).toBe(200)
  return answer
}
const shown = async (form: object, query: object = {}) => (await ask(form, query)).json().result[0]
const cells = async (form: object, query: object = {}) => (await shown(form, query)).data

it('pivots rows into columns as the chart does', async () => {
  const entry = await shown({})
  expect(entry.data).toEqual({
    'sum boy': { CA: 1, FL: 30, null: null },
    'sum girl': { CA: 2, FL: null, null: 400 },
  })
  expect(entry).toMatchObject({
    colnames: [
      ['sum', 'boy'],
      ['sum', 'girl'],
    ],
    indexnames: [['CA'], ['FL'], [null]],
    coltypes: [0, 0],
    rowcount: 3,
    sql_rowcount: 4,
  })
})

it('adds totals behind all columns and rows, and subtotals behind groups', async () => {
  expect(await cells({ rowTotals: true, colTotals: true })).toEqual({
    'sum boy': { CA: 1, FL: 30, null: null, 'Total (Sum)': 31 },
    'sum girl': { CA: 2, FL: null, null: 400, 'Total (Sum)': 402 },
    'sum Subtotal': { CA: 3, FL: 30, null: 400, 'Total (Sum)': 433 },
    'Total (Sum)': { CA: 3, FL: 30, null: 400, 'Total (Sum)': 433 },
  })
  const nested = await cells({ groupbyRows: ['gender', 'state'], groupbyColumns: [], colTotals: true })
  expect(nested).toEqual({
    sum: {
      'boy CA': 1,
      'boy FL': 30,
      'boy Subtotal': 31,
      'girl CA': 2,
      'girl null': 400,
      'girl Subtotal': 402,
      'Total (Sum)': 433,
    },
  })
})

it('keeps metrics in the order of the form, below their columns when combined, and with rows when configured', async () => {
  const two = { metrics: ['most', 'sum'], groupbyRows: [] }
  expect(Object.keys(await cells(two))).toEqual(['most boy', 'most girl', 'sum boy', 'sum girl'])
  expect(Object.keys(await cells({ ...two, combineMetric: true }))).toEqual([
    'boy most',
    'boy sum',
    'girl most',
    'girl sum',
  ])
  expect(await cells({ ...two, groupbyRows: ['gender'], groupbyColumns: [], metricsLayout: 'ROWS' })).toEqual({
    'Total (Sum)': { 'most boy': 30, 'most girl': 400, 'sum boy': 31, 'sum girl': 402 },
  })
})

it('computes totals from the rows of the dataset, not from the cells', async () => {
  const form = { metrics: ['mean', 'kinds'], rowTotals: true, colTotals: true }
  const query = { metrics: ['mean', 'kinds'], orderby: [['mean', true]] }
  // boys: 1 in CA, 30 in FL; girls: 2 in CA, 400 without a state.
  const expected = {
    'mean boy': { CA: 1, FL: 30, null: null, 'Total (Sum)': 15.5 },
    'mean girl': { CA: 2, FL: null, null: 400, 'Total (Sum)': 201 },
    'mean Subtotal': { CA: 1.5, FL: 30, null: 400, 'Total (Sum)': 433 / 4 },
    'kinds boy': { CA: 1, FL: 1, null: null, 'Total (Sum)': 1 },
    'kinds girl': { CA: 1, FL: null, null: 1, 'Total (Sum)': 1 },
    'kinds Subtotal': { CA: 2, FL: 1, null: 1, 'Total (Sum)': 2 },
    'Total (Sum)': { CA: 3.5, FL: 31, null: 401, 'Total (Sum)': 433 / 4 + 2 },
  }
  expect(await cells(form, query)).toEqual(expected)
  expect(Object.keys(await cells({ ...form, combineMetric: true }, query))).toEqual([
    'boy mean',
    'boy kinds',
    'boy Subtotal',
    'girl mean',
    'girl kinds',
    'girl Subtotal',
    'Total (Sum)',
  ])
  expect((await cells({ ...form, combineMetric: true }, query))['girl Subtotal']).toEqual({
    CA: 3,
    FL: null,
    null: 401,
    'Total (Sum)': 202,
  })
  const side = await cells({ ...form, metricsLayout: 'ROWS' }, query)
  expect(side['Total (Sum)']['mean CA']).toBe(1.5)
  expect(side.girl['kinds Subtotal']).toBe(1)
  expect(side['Total (Sum)']['Total (Sum)']).toBe(433 / 4 + 2)
  const turned = await cells({ ...form, metrics: ['mean'], transposePivot: true }, query)
  expect(turned['mean CA']).toEqual({ boy: 1, girl: 2, 'Total (Sum)': 1.5 })
  expect(turned['Total (Sum)'].boy).toBe(15.5)
})

it('computes totals from all rows, and shows only the cells within the row limit', async () => {
  const query = { orderby: [['sum', false]], row_limit: 2 }
  expect(await cells({ rowTotals: true, colTotals: true }, query)).toEqual({
    'sum boy': { FL: 30, null: null, 'Total (Sum)': 31 },
    'sum girl': { FL: null, null: 400, 'Total (Sum)': 402 },
    'sum Subtotal': { FL: 30, null: 400, 'Total (Sum)': 433 },
    'Total (Sum)': { FL: 30, null: 400, 'Total (Sum)': 433 },
  })
  expect((await cells({ aggregateFunction: 'Sum as Fraction of Total' }, query))['sum girl'].null).toBe(400 / 433)
})

it('computes and labels totals of other aggregates from the cells', async () => {
  const form = { metrics: ['mean'], aggregateFunction: 'Maximum', rowTotals: true }
  const answer = await cells(form, { metrics: ['mean'], orderby: [['mean', true]] })
  expect(answer['Total (Maximum)']).toEqual({ CA: 2, FL: 30, null: 400 })
})

it('computes totals of other aggregates from the values of their cells, not from other totals', async () => {
  const totals = { rowTotals: true, colTotals: true }
  // The values are 1 and 2 in CA, 30 in FL and 400 without a state: 1 and 30 of boys, 2 and 400 of girls.
  const average = await cells({ ...totals, aggregateFunction: 'Average' })
  expect(average['Total (Average)']).toEqual({ CA: 1.5, FL: 30, null: 400, 'Total (Average)': 433 / 4 })
  expect((await cells({ ...totals, aggregateFunction: 'Count' }))['Total (Count)']).toEqual({
    CA: 2,
    FL: 1,
    null: 1,
    'Total (Count)': 4,
  })
  expect((await cells({ ...totals, aggregateFunction: 'Median' }))['Total (Median)']['Total (Median)']).toBe(16)
  const name = (whole: string) => `Count as Fraction of ${whole}`
  const shares = async (whole: string) => {
    const pivoted = await cells({ ...totals, aggregateFunction: name(whole) })
    const total = pivoted[`Total (${name(whole)})`]
    return [
      pivoted['sum boy'].CA,
      total.CA,
      pivoted['sum boy'][`Total (${name(whole)})`],
      total[`Total (${name(whole)})`],
    ]
  }
  expect(await shares('Total')).toEqual([0.25, 0.5, 0.5, 1])
  expect(await shares('Columns')).toEqual([0.5, 0.5, 1, 1])
  expect(await shares('Rows')).toEqual([0.5, 1, 0.5, 1])
})

it('transposes, and has one row without row dimensions', async () => {
  expect(await cells({ transposePivot: true, groupbyColumns: [] })).toEqual({
    'sum CA': { 'Total (Sum)': 3 },
    'sum FL': { 'Total (Sum)': 30 },
    'sum null': { 'Total (Sum)': 400 },
  })
  expect(await cells({ groupbyRows: [], groupbyColumns: [] })).toEqual({ sum: { 'Total (Sum)': 433 } })
})

it.each([
  ['Count', 2],
  ['Count Unique Values', 2],
  ['List Unique Values', '1, 30'],
  ['Sum', 31],
  ['Average', 15.5],
  ['Median', 15.5],
  ['Sample Variance', 420.5],
  ['Sample Standard Deviation', Math.sqrt(420.5)],
  ['Minimum', 1],
  ['Maximum', 30],
  ['First', 1],
  ['Last', 30],
])('aggregates by %s', async (aggregateFunction, value) => {
  const form = { aggregateFunction, groupbyRows: ['gender'], groupbyColumns: [] }
  expect((await cells(form))['sum'].boy).toEqual(value)
})

it('shows fractions of the total, of rows and of columns', async () => {
  const of = (whole: string) => cells({ aggregateFunction: `Sum as Fraction of ${whole}` })
  expect((await of('Total'))['sum girl'].CA).toBe(2 / 433)
  expect((await of('Columns'))['sum girl'].CA).toBe(2 / 402)
  expect((await of('Rows'))['sum girl'].CA).toBe(2 / 3)
})

it('formats the numbers of a table by its column settings', async () => {
  const form = { viz_type: 'table', column_config: { sum: { d3NumberFormat: ',.1f' } }, percent_metrics: ['most'] }
  const share = { operation: 'contribution', options: { columns: ['most'], rename_columns: ['%most'] } }
  const query = { columns: ['gender'], post_processing: [share] }
  const entry = await shown(form, query)
  expect(entry.data).toEqual({
    gender: { 0: 'boy', 1: 'girl' },
    sum: { 0: '31.0', 1: '402.0' },
    most: { 0: 30, 1: 400 },
    '%most': { 0: '6.977%', 1: '93.023%' },
  })
  expect([entry.colnames, entry.indexnames, entry.rowcount]).toEqual([['gender', 'sum', 'most', '%most'], [0, 1], 2])
})

it('computes shares of a separate totals query, which the row limit does not affect', async () => {
  const share = { operation: 'contribution', options: { columns: ['mean'], rename_columns: ['%mean'] } }
  const one = {
    columns: ['gender'],
    metrics: ['mean'],
    orderby: [['mean', false]],
    post_processing: [share],
    row_limit: 1,
  }
  const all = { columns: [], metrics: ['mean'], post_processing: [] }
  const answer = async (queries: object[], result_type = 'full') =>
    (await ask({}, {}, { queries, result_type, form_data: { viz_type: 'table' } })).json().result
  // Girls have 2 and 400, all together 1, 30, 2 and 400.
  expect((await answer([one, all]))[0].data).toEqual([{ gender: 'girl', mean: 201, '%mean': 201 / (433 / 4) }])
  expect((await answer([all, one], 'results'))[1].data).toEqual((await answer([one, all]))[0].data)
  expect((await answer([one]))[0].data).toEqual([{ gender: 'girl', mean: 201, '%mean': 1 }])
  const file = { queries: [one, { ...all, result_type: 'query' }], result_type: 'full', result_format: 'csv' }
  const csv = await ask({}, {}, { ...file, form_data: { viz_type: 'table' } })
  expect([csv.headers['content-type'], csv.payload]).toEqual([
    'text/csv; charset=utf-8',
    `gender,mean,'%mean\ngirl,201,${201 / (433 / 4)}\n`,
  ])
  const other = { ...all, metrics: ['sum'] }
  expect((await answer([one, other]))[0].data[0]['%mean']).toBe(1)
  const nobody = { filters: [{ col: 'state', op: '==', val: 'nobody' }] }
  expect(
    (
      await answer([
        { ...one, ...nobody },
        { ...all, ...nobody },
      ])
    )[0].data,
  ).toEqual([])
})

it('leaves other charts unchanged', async () => {
  expect((await shown({ viz_type: 'pie' }, { columns: ['gender'] })).data).toEqual([
    { gender: 'boy', sum: 31, most: 30 },
    { gender: 'girl', sum: 402, most: 400 },
  ])
})

it('exports the pivoted table', async () => {
  const csv = await ask({ rowTotals: true }, {}, { result_format: 'csv' })
  expect(csv.payload).toBe(
    ',sum boy,sum girl,sum Subtotal,Total (Sum)\nCA,1,2,3,3\nFL,30,,30,30\n<NULL>,,400,400,400\n',
  )
})

it('distinguishes missing values from empty text in files, in rows and in columns', () => {
  const table: Table = {
    columns: [
      { name: 'state', type: STRING, values: [null, '', 'CA'] },
      { name: 'n', type: NUMERIC, values: [1, 2, 4] },
    ],
    rowCount: 3,
  }
  const csv = (form: object) => {
    const whole = { viz_type: 'pivot_table_v2', groupbyRows: [], groupbyColumns: [], metrics: ['n'], ...form }
    const sheet = postProcessedResult(table, whole, { headings, format: 'csv' })
    return sheet && printCsv(sheet.table, {}).split('\n')
  }
  expect(csv({ groupbyRows: ['state'], colTotals: true })).toEqual([
    ',n',
    ',2',
    'CA,4',
    '<NULL>,1',
    'Total (Sum),7',
    '',
  ])
  expect(csv({ groupbyColumns: ['state'] })).toEqual([',n,n CA,n <NULL>', 'Total (Sum),2,4,1', ''])
})

it('shows the cells as pivoted and leaves the configured totals unchanged', async () => {
  const form = { metrics: ['mean'], colTotals: true }
  const cellsQuery = { columns: ['gender', 'state'], metrics: ['mean'], orderby: [['mean', true]] }
  const queries = [cellsQuery, { ...cellsQuery, grouping_sets: [['gender']], row_limit: 0 }]
  const answer = (await ask(form, {}, { queries })).json().result
  expect(answer[0].data['mean girl']).toEqual({ CA: 2, FL: null, null: 400, 'Total (Sum)': 201 })
  expect(answer[1].data).toEqual([
    { gender: 'boy', state: null, mean: 15.5, __grouping: 1 },
    { gender: 'girl', state: null, mean: 201, __grouping: 1 },
  ])
})

it('totals all series, also those beyond their limit', async () => {
  const limit = { series_columns: ['gender'], series_limit: 1, order_desc: true }
  const answer = await cells({ rowTotals: true, colTotals: true }, limit)
  expect(answer).toEqual({
    'sum girl': { CA: 2, null: 400, 'Total (Sum)': 402 },
    // Besides the girls, there is a boy in CA (1) and one in FL (30), whose row contains no girl and is not shown.
    'sum Subtotal': { CA: 3, null: 400, 'Total (Sum)': 433 },
    'Total (Sum)': { CA: 3, null: 400, 'Total (Sum)': 433 },
  })
})

it('orders lines and subtotals as the chart does', async () => {
  const order = { colTotals: true, rowOrder: 'value_z_to_a', groupbyRows: ['gender', 'state'], groupbyColumns: [] }
  const answer = await cells({ ...order, rowSubtotalPosition: true })
  expect(Object.keys(answer.sum)).toEqual([
    'girl Subtotal',
    'girl null',
    'girl CA',
    'boy Subtotal',
    'boy FL',
    'boy CA',
    'Total (Sum)',
  ])
})

it('uses the form saved with the chart', async () => {
  const { form_data, ...saved } = context({})
  const chart = await fixture.context.store.charts.create(
    {
      slice_name: 'Names',
      viz_type: 'pivot_table_v2',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify(form_data),
      query_context: JSON.stringify(saved),
    },
    null,
  )
  const answer = await fixture.app.inject({
    url: `/api/v1/chart/${chart.id}/data/?type=post_processed`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.json().result[0].data['sum boy']).toEqual({ CA: 1, FL: 30, null: null })
})

it('formats times in column headers of a file like times in cells', () => {
  const table: Table = {
    columns: [
      { name: 'at', type: TEMPORAL, values: [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2, 12, 30)] },
      { name: 'n', type: NUMERIC, values: [1, 2] },
    ],
    rowCount: 2,
  }
  const form = { viz_type: 'pivot_table_v2', groupbyRows: [], groupbyColumns: ['at'], metrics: ['n'] }
  const heads = (format: 'csv' | 'rows') =>
    postProcessedResult(table, form, { headings, format })?.table.columns.map(({ name }) => name)
  expect(heads('csv')).toEqual(['', 'n 2024-01-01 00:00:00', 'n 2024-01-02 12:30:00'])
})

it('other charts return columns on request', async () => {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${token}`, accept: COLUMNS_MEDIA_TYPE },
    payload: context({ viz_type: 'pie' }, { columns: ['gender'] }),
  })
  expect(answer.json().result[0]).toMatchObject({
    columns: [
      ['boy', 'girl'],
      [31, 402],
      [30, 400],
    ],
  })
})
