import { runPost } from '#core/post/index.ts'
import { NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import { readOrder, sendFigure } from './bench-order.ts'
import { quantile } from './statistics.ts'

const HOUR = 3_600_000
const SHIFT = '1 year ago'

type Step = readonly [operation: string, options: Readonly<Record<string, unknown>>]

/** Returns numbers without repetition within the rows, the same in every run; every 97th is missing. */
function numbers(rows: number, factor: number): Value[] {
  return Array.from({ length: rows }, (_, row) => (row % 97 === 96 ? null : ((row * factor) % 99_991) / 7))
}

/** Returns a table of this many rows: timestamps an hour apart, each with one row per series. */
function tableOf(rows: number, series: number): Table {
  const at = Array.from({ length: rows }, (_, row) => row)
  const y = numbers(rows, 7919)
  return {
    rowCount: rows,
    columns: [
      { name: 't', type: TEMPORAL, values: at.map((row) => Math.floor(row / series) * HOUR) },
      { name: 'c', type: STRING, values: at.map((row) => `series ${row % series}`) },
      { name: 'y', type: NUMERIC, values: y },
      { name: `y__${SHIFT}`, type: NUMERIC, values: numbers(rows, 104_729) },
      { name: 'lat', type: NUMERIC, values: at.map((row) => (row % 180) - 90) },
      { name: 'lon', type: NUMERIC, values: at.map((row) => (row % 360) - 180) },
      { name: 'place', type: STRING, values: at.map((row) => `${(row % 180) - 90}, ${(row % 360) - 180}`) },
      { name: 'hash', type: STRING, values: at.map((row) => ['dr5regw3', 'u4pruydq', 's0000000'][row % 3] ?? '') },
    ],
  }
}

const mean = { operator: 'mean' }
const own = { columns: { y: 'y' } }
const spread: Step = ['pivot', { index: ['t'], columns: ['c'], aggregates: { y: mean }, drop_missing_columns: false }]
const tall: Step = ['pivot', { index: ['t'], aggregates: { y: mean }, drop_missing_columns: false }]
const compare: Step = [
  'compare',
  { source_columns: ['y'], compare_columns: [`y__${SHIFT}`], compare_type: 'percentage', drop_original_columns: true },
]
const destinationColumns = { longitude: 'lon2', latitude: 'lat2' }

/** Every operation alone, on one row per timestamp (`tall`) or on one per timestamp and series. */
const cases: readonly { readonly name: string; readonly series?: true; readonly steps: readonly Step[] }[] = [
  { name: 'aggregate', series: true, steps: [['aggregate', { groupby: ['c'], aggregates: { y: mean } }]] },
  { name: 'boxplot', series: true, steps: [['boxplot', { groupby: ['c'], metrics: ['y'], whisker_type: 'tukey' }]] },
  { name: 'compare', steps: [compare] },
  { name: 'contribution', steps: [['contribution', { columns: ['y'], rename_columns: ['%y'] }]] },
  { name: 'cum', steps: [['cum', { operator: 'sum', ...own }]] },
  { name: 'diff', steps: [['diff', own]] },
  { name: 'geodetic_parse', steps: [['geodetic_parse', { geodetic: 'place', ...destinationColumns }]] },
  { name: 'geohash_decode', steps: [['geohash_decode', { geohash: 'hash', ...destinationColumns }]] },
  { name: 'geohash_encode', steps: [['geohash_encode', { geohash: 'new', longitude: 'lon', latitude: 'lat' }]] },
  { name: 'histogram', series: true, steps: [['histogram', { column: 'y', groupby: ['c'], bins: 20 }]] },
  { name: 'pivot > flatten', series: true, steps: [spread, ['flatten', {}]] },
  {
    name: 'prophet',
    steps: [
      ['select', { columns: ['t', 'y'] }],
      ['prophet', { time_grain: 'PT1H', periods: 24, index: 't' }],
    ],
  },
  { name: 'rank', series: true, steps: [['rank', { metric: 'y', group_by: 'c' }]] },
  {
    name: 'pivot > rename > flatten',
    series: true,
    steps: [spread, ['rename', { columns: { y: null } }], ['flatten', {}]],
  },
  { name: 'pivot > resample > flatten', steps: [tall, ['resample', { rule: '1D', method: 'sum' }], ['flatten', {}]] },
  { name: 'rolling mean', steps: [['rolling', { rolling_type: 'mean', window: 28, min_periods: 0, ...own }]] },
  { name: 'rolling std', steps: [['rolling', { rolling_type: 'std', window: 28, min_periods: 0, ...own }]] },
  { name: 'select', steps: [['select', { columns: ['y', 't'], rename: { y: 'z' } }]] },
  { name: 'sort', steps: [['sort', { columns: { y: false } }]] },
  {
    name: 'pivot > rolling > rename > flatten',
    series: true,
    steps: [
      spread,
      ['rolling', { rolling_type: 'mean', window: 7, min_periods: 0, ...own }],
      ['rename', { columns: { y: null } }],
      ['flatten', {}],
    ],
  },
]

/** Returns the milliseconds of the steps. The table is a copy, because columns cache numbers they have parsed. */
function once(table: Table, steps: readonly Step[]): number {
  const copy = { ...table, columns: table.columns.map((column) => ({ ...column, values: [...column.values] })) }
  const named = steps.map(([operation, options]) => ({ operation, options }))
  const started = performance.now()
  runPost(copy, named)
  return performance.now() - started
}

/** POST: every operation on the planned number of rows. */
function measure(): void {
  const { plan } = readOrder()
  const { rows, series, samples } = plan.post
  const [single, many] = [tableOf(rows, 1), tableOf(rows, series)]
  for (const { name, series: isLong, steps } of cases) {
    const table = isLong ? many : single
    for (let turn = 0; turn < 3; turn++) once(table, steps)
    const times = Array.from({ length: samples }, () => once(table, steps))
    const note = `p95 ${quantile(times, 0.95).toFixed(1)} ms, ${rows} rows${isLong ? ` of ${series} series` : ''}`
    sendFigure({ measure: 'POST', name, value: quantile(times, 0.5), unit: 'ms', note })
  }
}

measure()
