import { citiesContext, dataEntrances } from '#testing/data-entry-points.ts'
import type { Random } from './random.ts'
import { timeText } from './time-text.ts'
import type { Names } from './fixture.ts'

const groupedQuery = { columns: ['city'], metrics: ['total'] }
const series = {
  columns: [{ label: 'ds', sqlExpression: 'ds', columnType: 'BASE_AXIS', timeGrain: 'P1M' }, 'city'],
  metrics: ['total'],
}

/** Valid options for each step of post-processing. */
const steps: Readonly<Record<string, object>> = {
  aggregate: { groupby: ['city'], aggregates: { total: { column: 'total', operator: 'sum' } } },
  boxplot: { groupby: ['city'], metrics: ['total'], whisker_type: 'percentile', percentiles: [5, 95] },
  compare: { source_columns: ['total'], compare_columns: ['total'], compare_type: 'ratio' },
  contribution: { orientation: 'column', columns: ['total'], rename_columns: ['share'] },
  cum: { columns: { total: 'total' }, operator: 'sum' },
  diff: { columns: { total: 'total' }, periods: 1, axis: 0 },
  flatten: { reset_index: true, drop_levels: [] },
  geodetic_parse: { geodetic: 'city', longitude: 'x', latitude: 'y', altitude: 'z' },
  geohash_decode: { geohash: 'city', longitude: 'x', latitude: 'y' },
  geohash_encode: { geohash: 'g', longitude: 'total', latitude: 'total' },
  histogram: { column: 'total', groupby: ['city'], bins: 5, cumulative: false, normalize: false },
  pivot: { index: ['ds'], columns: ['city'], aggregates: { total: { operator: 'mean' } }, drop_missing_columns: false },
  prophet: { time_grain: 'P1M', periods: 3, confidence_interval: 0.8, yearly_seasonality: true, index: 'ds' },
  rank: { metric: 'total', group_by: 'city' },
  rename: { columns: { total: 'sum' }, inplace: true, level: 0 },
  resample: { rule: '1D', method: 'ffill', fill_value: 0 },
  rolling: { columns: { total: 'total' }, rolling_type: 'mean', window: 2, min_periods: 1, center: false },
  select: { columns: ['city'], exclude: [], rename: { city: 'c' } },
  sort: { columns: { total: false }, is_sort_index: false, ascending: [true] },
}

const layers: readonly object[] = [
  { name: 'f', annotationType: 'FORMULA', value: 'x + 1', show: true },
  { name: 'n', annotationType: 'INTERVAL', sourceType: 'NATIVE', value: 1, show: true },
  {
    name: 'e',
    annotationType: 'EVENT',
    sourceType: 'table',
    value: 1,
    show: true,
    timeColumn: 'ds',
    overrides: { time_range: 'Last year', time_grain_sqla: 'P1D' },
  },
  {
    name: 't',
    annotationType: 'TIME_SERIES',
    sourceType: 'line',
    value: 1,
    show: true,
    overrides: { time_shift: '1 year ago' },
  },
]

const filters: readonly object[] = [
  { col: 'city', op: 'IN', val: ['A', null, 1, true] },
  { col: 'city', op: 'NOT IN', val: ['<NULL>'] },
  { col: 'city', op: 'ILIKE', val: '%a_' },
  { col: 'n', op: '>=', val: '12' },
  { col: 'city', op: 'IS NULL' },
  { col: 'city', op: 'IS TRUE' },
  {
    col: { label: 'e', sqlExpression: "UPPER(city) || '{{ current_username() }}'", expressionType: 'SQL' },
    op: '==',
    val: 'X',
  },
]

const expressions: readonly string[] = [
  'SUM(n) FILTER (WHERE n > 1)',
  "CASE WHEN city = 'A' THEN n ELSE NULL END",
  'MAX(\'{{ url_param("a") }}\')',
  "COUNT(*) || '{{ from_dttm }}'",
  'SUM(n) OVER (PARTITION BY city ORDER BY n)',
  "CAST('x' AS INTEGER)",
  '1 / 0',
  'SUM(n) + (SELECT 1)',
  'range(10)',
  'n::DECIMAL(38, 10) * 1e30',
  "strftime(ds, '%Y')",
  "list_aggregate([1, 2], 'sum')",
  "{'a': n}",
  'MAP {1: n}',
]

/** Returns a valid or nearly valid query. */
function queryObject(random: Random): object {
  const range = timeText(random)
  return random.pick<() => object>([
    () => ({ ...groupedQuery, time_range: range, granularity: 'ds' }),
    () => ({ ...groupedQuery, since: range, until: timeText(random), granularity: 'ds', time_shift: '1 year ago' }),
    () => ({ ...series, time_range: range, time_offsets: [range, '1 month ago'] }),
    () => ({ ...groupedQuery, filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: range }, random.pick(filters)] }),
    () => ({
      ...groupedQuery,
      filters: [random.pick(filters), random.pick(filters)],
      extras: { where: "city <> 'B'", having: 'SUM(n) > 1', time_grain_sqla: 'PT1H' },
    }),
    () => ({
      ...groupedQuery,
      orderby: [
        ['total', false],
        ['city', true],
      ],
      row_limit: 10,
      row_offset: 1,
      order_desc: true,
    }),
    () => ({
      ...series,
      series_columns: ['city'],
      series_limit: 2,
      series_limit_metric: 'total',
      group_others_when_limit_reached: true,
    }),
    () => ({ columns: ['region', 'city'], metrics: ['total'], grouping_sets: [['region'], ['region', 'city'], []] }),
    () => ({ ...groupedQuery, is_rowcount: true }),
    () => ({ ...groupedQuery, annotation_layers: [random.pick(layers), random.pick(layers)] }),
    () => ({ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: random.pick(expressions), label: 'm' }] }),
    () => ({
      columns: [{ expressionType: 'SQL', sqlExpression: random.pick(expressions), label: 'c' }],
      metrics: null,
    }),
    () => ({
      metrics: [{ expressionType: 'SIMPLE', aggregate: 'COUNT_DISTINCT', column: { column_name: 'city' }, label: 'd' }],
    }),
    () => {
      const names = Object.keys(steps)
      const some = Array.from({ length: 1 + random.int(3) }, () => random.pick(names))
      return { ...series, post_processing: some.map((operation) => ({ operation, options: steps[operation] })) }
    },
  ])()
}

/** Returns a query context of the cities, valid before mutation. */
export function contextOf(random: Random, { queried: requested }: Names): object {
  const target = random.pick([requested.cities.table, requested.cities.table, requested.cities.virtual])
  const more = {
    ...(random.chance(0.3)
      ? {
          result_type: random.pick([
            'full',
            'results',
            'samples',
            'drill_detail',
            'post_processed',
            'query',
            'columns',
            'timegrains',
          ]),
        }
      : {}),
    ...(random.chance(0.2) ? { result_format: random.pick(['csv', 'json', 'json', 'xlsx']) } : {}),
    ...(random.chance(0.1) ? { force: true, custom_cache_timeout: 5 } : {}),
    form_data: {
      viz_type: random.pick(['table', 'pie', 'pivot_table_v2', 'echarts_timeseries_line', 'big_number_total']),
      datasource: `${target.dataset}__table`,
      slice_id: target.chart,
      dashboardId: requested.dashboard,
      groupby: ['city'],
      metrics: ['total'],
    },
  }
  return citiesContext(target, more, queryObject(random))
}

/** Returns form data as older clients post it. */
export function randomLegacyForm(random: Random, { queried: requested }: Names): object {
  const { dataset, chart } = requested.cities.table
  const filter = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'city',
    operator: 'IN',
    comparator: ['A'],
    isExtra: false,
  }
  const extra = { filters: [{ col: 'city', op: 'IN', val: ['A'] }], time_range: timeText(random), custom_form_data: {} }
  const common = {
    datasource: `${dataset}__table`,
    slice_id: chart,
    adhoc_filters: [filter],
    extra_form_data: extra,
    time_range: timeText(random),
    granularity_sqla: 'ds',
    row_limit: 10,
    url_params: { a: 'b' },
  }
  const kinds: readonly object[] = [
    { viz_type: 'pie', groupby: ['city'], metric: 'total' },
    { viz_type: 'table', all_columns: ['city', 'n'], query_mode: 'raw', order_by_cols: ['["city", true]'] },
    { viz_type: 'table', groupby: ['city'], metrics: ['total'], percent_metrics: ['total'], time_grain_sqla: 'P1W' },
    {
      viz_type: 'pivot_table_v2',
      groupbyRows: ['city'],
      groupbyColumns: ['region'],
      metrics: ['total'],
      aggregateFunction: 'Sum',
      series_limit: 1,
    },
    {
      viz_type: 'echarts_timeseries_line',
      groupby: ['city'],
      metrics: ['total'],
      time_compare: ['1 year ago'],
      rolling_type: 'mean',
      rolling_periods: 2,
      resample_rule: '1D',
      resample_method: 'ffill',
      forecastEnabled: true,
      forecastPeriods: 2,
      annotation_layers: layers,
    },
    {
      viz_type: 'filter_box',
      filter_configs: [{ column: 'city', metric: 'total', asc: false, multiple: true }],
      date_filter: true,
    },
    {
      viz_type: 'line',
      groupby: ['city'],
      metrics: ['total'],
      contribution: true,
      num_period_compare: '1',
      period_ratio_type: 'growth',
    },
    {
      viz_type: 'big_number_total',
      metric: { expressionType: 'SQL', sqlExpression: random.pick(expressions), label: 'm' },
    },
    { viz_type: 'box_plot', groupby: ['city'], metrics: ['total'], whiskerOptions: '2/98 percentiles' },
  ]
  return { ...common, ...random.pick(kinds) }
}

/** Returns a valid request to one of the entry points that return rows. */
export function entryPointOf(random: Random, { queried: requested }: Names) {
  const entrance = random.pick(dataEntrances)
  const target = random.pick([requested.cities.table, requested.cities.virtual])
  return { entrance, url: entrance.url(target), body: entrance.body?.(target), headers: entrance.headers ?? {} }
}
