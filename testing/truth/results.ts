import { expect, it } from 'vitest'
import { runQuery, dataOf, ROW_COUNT, type EngineSide } from './fixture.ts'

/** Tests of the form of results. */
export function testResultForms(side: () => EngineSide): void {
  it('returns columns other than the time axis as stored, with their time format', async () => {
    const query = { columns: ['id', 'ymd', 'epoch'], orderby: [['id', true]], row_limit: 1 }
    const { result } = (await runQuery(side(), query)).json()
    expect(result[0].data).toEqual([{ id: 1, ymd: '2021-03-14 02:30:00', epoch: 1615689000 }])
    expect(result[0].coltypes).toEqual([0, 2, 2])
    expect(result[0].time_formats).toEqual({ ymd: '%Y-%m-%d %H:%M:%S', epoch: 'epoch_s' })
    const csv = await runQuery(side(), query, { result_format: 'csv' })
    expect(csv.body).toBe('id,ymd,epoch\n1,2021-03-14 02:30:00,1615689000\n')
    const samples = (await runQuery(side(), { row_limit: 1 }, { result_type: 'samples' })).json().result[0]
    expect(samples.data[0]).toMatchObject({ ymd: '2021-03-14 02:30:00', epoch: 1615689000 })
  })

  it.each(['ymd', 'epoch'])('returns the time axis and the time column of a query as timestamps: %s', async (name) => {
    const axis = { label: name, sqlExpression: name, expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1D' }
    const days = [null, Date.UTC(2021, 2, 14), Date.UTC(2021, 2, 15), Date.UTC(2021, 2, 16)]
    const expected = days.map((day) => ({ [name]: day, rows: day === days[1] ? 2 : 1 }))
    const shared = { metrics: [ROW_COUNT], time_range: 'No filter' }
    const byDay = (a: Record<string, number>, b: Record<string, number>) => Number(a[name]) - Number(b[name])
    const onAxis = await dataOf(side(), { ...shared, columns: [axis] })
    expect(onAxis.toSorted(byDay)).toEqual(expected)
    const own = { ...shared, columns: [name], granularity: name, extras: { time_grain_sqla: 'P1D' } }
    expect((await dataOf(side(), own)).toSorted(byDay)).toEqual(expected)
  })

  it('a grain has an effect on the time axis only', async () => {
    const column = { expressionType: 'SQL', sqlExpression: 'ts', label: 'ts', timeGrain: 'P1M' }
    const query = { columns: [column], filters: [{ col: 'id', op: '==', val: 1 }] }
    expect(await dataOf(side(), query)).toEqual([{ ts: Date.UTC(2012, 0, 15) }])
  })

  it('a CSV file has all digits of decimal numbers', async () => {
    const query = {
      columns: ['id', 'num'],
      filters: [{ col: 'id', op: 'IN', val: [1, 3, 4] }],
      orderby: [['id', true]],
    }
    expect((await runQuery(side(), query, { result_format: 'csv' })).body).toBe(
      'id,num\n1,1234567890.1234567890\n3,99999999999999999999.9999999999\n4,\n',
    )
    const summed = { columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(num)', label: 'sum' }] }
    // 1234567890.1234567890 + 2.5 + 99999999999999999999.9999999999 + 10
    expect((await runQuery(side(), summed, { result_format: 'csv' })).body).toBe(
      'sum\n100000000001234567902.6234567889\n',
    )
    const steps = [{ operation: 'cum', options: { columns: { num: 'num' }, operator: 'sum' } }]
    const worked = await runQuery(side(), { ...query, post_processing: steps }, { result_format: 'csv' })
    expect(worked.body).toBe('id,num\n1,1234567890.1234567\n3,100000000001234570000\n4,\n')
  })

  const pivot = (more: object) => ({
    form_data: {
      viz_type: 'pivot_table_v2',
      groupbyRows: ['late'],
      groupbyColumns: ['ts'],
      metrics: ['many'],
      aggregateFunction: 'Sum',
      rowTotals: true,
      colTotals: true,
    },
    result_type: 'post_processed',
    ...more,
  })
  const months = { label: 'ts', sqlExpression: 'ts', expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1M' }
  const byMonth = {
    columns: [months, 'late'],
    metrics: ['many'],
    filters: [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2012-01-01 : 2013-01-01' }],
  }

  it('the headers of a pivot table are dates and labels', async () => {
    const file = await runQuery(side(), byMonth, pivot({ result_format: 'csv' }))
    expect(file.body.split('\n')[0]).toBe(',How many 2012-01-01,How many 2012-02-01,How many Subtotal,Total (Sum)')
    expect(file.body.split('\n').slice(1)).toEqual(['false,1,,1,1', 'true,1,1,2,2', 'Total (Sum),2,1,3,3', ''])
    const [entry] = (await runQuery(side(), byMonth, pivot({}))).json().result
    expect(Object.keys(entry.data)).toEqual([
      'How many 2012-01-01 00:00:00',
      'How many 2012-02-01 00:00:00',
      'How many Subtotal',
      'Total (Sum)',
    ])
    expect(entry.colnames[0]).toEqual(['How many', Date.UTC(2012, 0, 1)])
    const { form_data } = pivot({})
    const lying = { ...form_data, metricsLayout: 'ROWS', combineMetric: true, transposePivot: true, colTotals: false }
    const turned = await runQuery(side(), byMonth, pivot({ form_data: lying, result_format: 'csv' }))
    expect(turned.body.split('\n').slice(0, 2)).toEqual([',,false,true,Total (Sum)', '2012-01-01,How many,1,1,2'])
  })

  it('a table as its chart shows it has the labels as names', async () => {
    const query = { columns: ['origin'], metrics: ['many'], orderby: [['origin', true]], row_limit: 1 }
    const more = { form_data: { viz_type: 'table' }, result_type: 'post_processed' }
    const [entry] = (await runQuery(side(), query, more)).json().result
    expect(entry.colnames).toEqual(['From airport', 'How many'])
    expect(entry.data).toEqual({ 'From airport': { 0: 'JFK' }, 'How many': { 0: 2 } })
    const file = await runQuery(side(), query, { ...more, result_format: 'csv' })
    expect(file.body).toBe('From airport,How many\nJFK,2\n')
  })

  it('days in the headers of a pivoted result have no time', async () => {
    const options = { index: ['id'], columns: ['dt'], aggregates: { n: { operator: 'sum' } } }
    const query = {
      columns: ['id', 'dt'],
      metrics: [{ ...ROW_COUNT, label: 'n' }],
      filters: [{ col: 'id', op: 'IN', val: [1, 3] }],
      post_processing: [{ operation: 'pivot', options }, { operation: 'flatten' }],
    }
    const [entry] = (await runQuery(side(), query)).json().result
    expect(entry.colnames).toEqual(['id', 'n, 2020-02-29', 'n, 2021-01-01'])
    const moments = { ...query, columns: ['id', 'dt'], granularity: 'dt', time_range: 'No filter' }
    const [own] = (await runQuery(side(), moments)).json().result
    expect(own.colnames).toEqual(['id', 'n, 2020-02-29 00:00:00', 'n, 2021-01-01 00:00:00'])
  })
}
