import { expect, it } from 'vitest'
import type { HttpResponse } from '../http-client.ts'
import { datasetOf, httpResponse, ROW_COUNT, type EngineSide } from './fixture.ts'

/** Months of a series: in the second only one of two types has a value. */
const MONTHS = `SELECT CAST(ts AS TIMESTAMP) AS ts, kind, n, source, target FROM (VALUES
  ('2012-01-01', 'a', 10, 'b', 'd'), ('2012-01-01', 'b', 1, 'd', 'e'),
  ('2012-02-01', 'a', 20, 'e', 'b'),
  ('2012-03-01', 'a', 40, 'x', 'y'), ('2012-03-01', 'b', 4, 'y', 'z')
) AS given(ts, kind, n, source, target)`

const SUM = { expressionType: 'SQL', sqlExpression: 'SUM(n)', label: 'sum' }
const [JAN, FEB, MAR] = [Date.UTC(2012, 0, 1), Date.UTC(2012, 1, 1), Date.UTC(2012, 2, 1)]

/** Forms that name several columns, and their labels in the response. */
const multiColumnForms: readonly (readonly [viz_type: string, form: object, columns: readonly string[]])[] = [
  ['cal_heatmap', { metrics: [ROW_COUNT], subdomain_granularity: 'day' }, ['__timestamp', 'rows']],
  ['rose', { groupby: ['origin'], metrics: [ROW_COUNT] }, ['__timestamp', 'origin', 'rows']],
  ['partition', { groupby: ['origin', 'late'], metrics: [ROW_COUNT] }, ['origin', 'late', 'rows']],
  [
    'partition',
    { groupby: ['origin'], metrics: [ROW_COUNT], time_series_option: 'agg_sum' },
    ['__timestamp', 'origin', 'rows'],
  ],
  ['time_pivot', { metric: ROW_COUNT, freq: 'W-MON' }, ['__timestamp', 'rows']],
  ['paired_ttest', { groupby: ['origin'], metrics: [ROW_COUNT] }, ['__timestamp', 'origin', 'rows']],
  ['horizon', { groupby: ['origin'], metrics: [ROW_COUNT] }, ['__timestamp', 'origin', 'rows']],
  ['chord', { groupby: ['origin'], columns: ['late'], metric: ROW_COUNT }, ['origin', 'late', 'rows']],
  ['bullet', { metric: ROW_COUNT }, ['rows']],
  [
    'event_flow',
    { all_columns_x: 'origin', entity: 'id', all_columns: ['late', 'id'], order_by_entity: true },
    ['__timestamp', 'origin', 'id', 'late'],
  ],
  [
    'deck_grid',
    { spatial: { type: 'latlong', lonCol: 'id', latCol: 'distance' }, size: ROW_COUNT },
    ['id', 'distance', 'rows'],
  ],
  [
    'deck_hex',
    { spatial: { type: 'geohash', geohashCol: 'origin' }, size: ROW_COUNT, js_columns: ['late'] },
    ['origin', 'late', 'rows'],
  ],
  ['deck_screengrid', { spatial: { type: 'delimited', lonlatCol: 'origin' }, size: ROW_COUNT }, ['origin', 'rows']],
  [
    'deck_arc',
    {
      start_spatial: { type: 'latlong', lonCol: 'id', latCol: 'distance' },
      end_spatial: { type: 'latlong', lonCol: 'distance', latCol: 'id' },
      dimension: 'origin',
    },
    ['id', 'distance', 'origin'],
  ],
  ['deck_path', { line_column: 'origin', js_columns: ['late'] }, ['origin', 'late']],
  ['deck_polygon', { line_column: 'origin', metric: ROW_COUNT }, ['origin', 'rows']],
  [
    'deck_scatter',
    { spatial: { type: 'latlong', lonCol: 'id', latCol: 'distance' }, dimension: 'origin' },
    ['id', 'distance', 'origin'],
  ],
  [
    'mapbox',
    { all_columns_x: 'id', all_columns_y: 'distance', point_radius: 'Auto', mapbox_label: ['origin'] },
    ['id', 'distance', 'origin'],
  ],
]

/** Tests of charts by form data, as older clients request them. */
export function testLegacyResponses(side: () => EngineSide): void {
  let months: Promise<number> | undefined
  const monthsOf = () => {
    const { product, cities } = side()
    months ??= datasetOf(product, cities, 'months', MONTHS, { main_dttm_col: 'ts' })
    return months
  }
  const requested = (dataset: number, form: object): Promise<HttpResponse> =>
    side().product.admin.post('/superset/explore_json/', {
      form_data: { datasource: `${dataset}__table`, granularity_sqla: 'ts', time_range: 'No filter', ...form },
    })
  const data = async (form: object) => httpResponse(await requested(await monthsOf(), form)).json().data
  const monthly = { metrics: [SUM], time_grain_sqla: 'P1M', time_range: '2012-01-01 : 2012-04-01' }

  it.each(multiColumnForms)('a form of %s queries all columns that it names: %j', async (viz_type, form, columns) => {
    const answer = httpResponse(await requested(side().items, { viz_type, ...form }))
    expect(answer.json().colnames).toEqual(columns)
    expect(answer.json().data).not.toEqual([])
  })

  it('a sankey with a loop is rejected with a link of it', async () => {
    const form = { groupby: ['source', 'target'], metric: SUM }
    const answer = await requested(await monthsOf(), { viz_type: 'sankey', ...form })
    // b links to d, d to e, and e back to b.
    expect([answer.statusCode, answer.json().error]).toEqual([
      400,
      expect.stringMatching(
        /^There's a loop in your Sankey, please provide a tree\. Here's a faulty link: \('(b', 'd|d', 'e|e', 'b)'\)$/,
      ),
    ])
    const tree = { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "source <> 'e'" }] }
    expect(await data({ viz_type: 'sankey', ...form, ...tree })).toHaveLength(4)
    expect(await data({ viz_type: 'directed_force', ...form })).toHaveLength(5)
  })

  it('a big number rolls', async () => {
    const form = {
      viz_type: 'big_number',
      metric: SUM,
      time_grain_sqla: 'P1M',
      rolling_type: 'mean',
      rolling_periods: 2,
    }
    // The sums are 11, 20 and 44.
    expect(await data({ ...form, min_periods: 0 })).toEqual([
      { __timestamp: JAN, sum: 11 },
      { __timestamp: FEB, sum: 15.5 },
      { __timestamp: MAR, sum: 32 },
    ])
    expect(await data({ ...form, min_periods: 1 })).toEqual([
      { __timestamp: FEB, sum: 15.5 },
      { __timestamp: MAR, sum: 32 },
    ])
    expect(await data({ ...form, rolling_type: 'cumsum', rolling_periods: '' })).toMatchObject([
      { sum: 11 },
      { sum: 31 },
      { sum: 75 },
    ])
    const later = { ...form, rolling_type: 'cumsum', rolling_periods: '', min_periods: 2 }
    expect(await data(later)).toEqual([{ __timestamp: MAR, sum: 75 }])
  })

  it('bars keep their gaps, stacked areas fill them', async () => {
    const form = { ...monthly, groupby: ['kind'], limit: 3 }
    const heights = (lines: { key: string[]; values: { y: number | null }[] }[]) =>
      lines.map(({ key, values }) => [key, values.map(({ y }) => y)])
    expect(heights(await data({ viz_type: 'bar', ...form }))).toEqual([
      [['a'], [10, 20, 40]],
      [['b'], [1, null, 4]],
    ])
    expect(heights(await data({ viz_type: 'area', ...form }))).toEqual([
      [['a'], [10, 20, 40]],
      [['b'], [1, 0, 4]],
    ])
  })

  it('interpolates a shifted series at the times of the compared series', async () => {
    const form = { viz_type: 'line', ...monthly, time_range: '2012-02-01 : 2012-04-01', time_compare: ['31 days'] }
    const percent = await data({ ...form, comparison_type: 'percentage' })
    // The previous 31 days are January 1 to 2012-03-01, shifted: 11 on February 1, 20 on March 3. On March 1, 29 of 31
    // days later, the line is at 11 + 9 * 29 / 31.
    const march = 11 + (9 * 29) / 31
    expect(percent).toEqual([
      {
        key: ['sum', '31 days offset'],
        classed: 'time-shift-0',
        values: [
          { x: FEB, y: expect.closeTo((20 - 11) / 11, 12) },
          { x: MAR, y: expect.closeTo((44 - march) / march, 12) },
        ],
      },
    ])
    const [ratio] = await data({ ...form, comparison_type: 'ratio' })
    expect(ratio.values[0]).toEqual({ x: FEB, y: expect.closeTo(20 / 11, 12) })
    // There is no data before January: values without a counterpart are left out.
    const early = { ...form, time_range: '2012-01-01 : 2012-04-01', comparison_type: 'absolute' }
    const [absolute] = await data(early)
    expect(absolute.values).toEqual([
      { x: FEB, y: 20 - 11 },
      { x: MAR, y: expect.closeTo(44 - march, 12) },
    ])
    const open = await requested(await monthsOf(), { ...form, time_range: ' : 2012-04-01', comparison_type: 'ratio' })
    expect(open.json().error).toContain('An enclosed time range')
  })

  it('returns an error in the list that older clients read', async () => {
    const answer = await requested(side().items, { viz_type: 'line', metrics: ['nope'] })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({
        error: "Metric 'nope' does not exist",
        errors: [
          expect.objectContaining({
            message: "Metric 'nope' does not exist",
            error_type: 'VIZ_GET_DF_ERROR',
            level: 'error',
          }),
        ],
      }),
    ])
  })

  it('a dataset tells the SELECT of its table', async () => {
    const { product, cities } = side()
    const { result } = (await product.admin.get(`/api/v1/dataset/${cities.table.dataset}`)).json()
    expect(result.select_star).toMatch(/^SELECT \*\nFROM ("public"\.)?"cities"\nLIMIT 100$/)
    expect((await product.admin.get(`/api/v1/dataset/${side().items}`)).json().result.select_star).toBeNull()
  })
}
