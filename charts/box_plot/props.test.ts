import { expect, it } from 'vitest'
import { box_plot } from './index.ts'
import { boxMarks, omittedBoxesNote, boxOption, boxSummary, outlierMarks } from './option.ts'
import { MAX_BOXES, toProps } from './props.ts'
import { whiskersOf } from './whiskers.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'
import { applySteps } from '#testing/apply-steps.ts'

const form = { viz_type: 'box_plot', metrics: ['delay'], columns: ['day'], groupby: ['origin'] }

/** ORD has 1 to 9 and 50, ATL has 1 to 4; each value belongs to one day. */
function input(own: Record<string, unknown> = {}, origins: readonly (string | null)[] = ['ORD', 'ATL']): ChartInput {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 50, 1, 2, 3, 4]
  const whole = { ...form, ...own }
  const rows: Table = {
    columns: [
      { name: 'day', type: TEMPORAL, values: values.map((_, day) => day * 86_400_000) },
      { name: 'origin', type: STRING, values: values.map((_, day) => origins[day < 10 ? 0 : 1] ?? null) },
      { name: 'delay', type: NUMERIC, values },
    ],
    rowCount: values.length,
  }
  return {
    form: whole,
    tables: box_plot.toQueries(whole).map((query) => applySteps(query, rows)),
    entries: [],
    dataset: { verbose_map: { delay: 'Delay' }, column_formats: {} },
    labelColors: { ORD: '#112233' },
  }
}
const propsOf = (own?: Record<string, unknown>) => propsFor(box_plot, toProps, input(own))

it('returns a box for each group: whiskers within one and a half quartile ranges, quartiles between neighbours', () => {
  const boxes = propsOf().boxes.map(({ name, five, mean, count, outliers, selection }) => [
    name,
    five,
    mean,
    count,
    outliers,
    selection,
  ])
  // Quartiles of ORD are (3 + 4) / 2 and (7 + 8) / 2; whiskers of 1.5 * 4 beyond them would end at -2.5 and 13.5.
  expect(boxes).toEqual([
    ['ATL', [1, 1.5, 2.5, 3.5, 4], 2.5, 4, [], { origin: 'ATL' }],
    ['ORD', [1, 3.5, 5.5, 7.5, 9], 9.5, 10, [50], { origin: 'ORD' }],
  ])
})

it('draws rows without a group as a box behind the others, which filters by it', () => {
  const { boxes } = propsFor(box_plot, toProps, input({}, [null, 'ATL']))
  expect(boxes.map(({ name, five, count, selection }) => [name, five, count, selection])).toEqual([
    ['ATL', [1, 1.5, 2.5, 3.5, 4], 4, { origin: 'ATL' }],
    ['<NULL>', [1, 3.5, 5.5, 7.5, 9], 10, { origin: null }],
  ])
})

it('extends whiskers to the extremes or to two percentiles, by the form', () => {
  const ends = (whiskerOptions: string) => propsOf({ whiskerOptions }).boxes[1]
  expect(ends('Min/max (no outliers)')).toMatchObject({ five: [1, 3.5, 5.5, 7.5, 50], outliers: [] })
  // 9 % of 9 steps is 0.81, 91 % is 8.19: 9 + 0.19 * 41
  const [low, , , , high] = ends('9/91 percentiles')?.five ?? []
  expect(low).toBeCloseTo(1.81, 10)
  expect(high).toBeCloseTo(16.79, 10)
})

it.each([
  ['Tukey', { whisker_type: 'tukey' }],
  ['Min/max (no outliers)', { whisker_type: 'min/max' }],
  ['2/98 percentiles', { whisker_type: 'percentile', percentiles: [2, 98] }],
  ['2.5/97.5 percentiles', { whisker_type: 'percentile', percentiles: [2.5, 97.5] }],
  ['98/2 percentiles', undefined],
  ['2/101 percentiles', undefined],
  ['all', undefined],
])('whiskers of %s', (choice, expected) => {
  expect(whiskersOf(choice)).toEqual(expected)
})

it('queries its columns in buckets; forms of 2.0 take the time column without any', () => {
  const time = { granularity_sqla: 'day', time_grain_sqla: 'P1W' }
  const [query] = box_plot.toQueries({ ...form, ...time })
  expect(query).toMatchObject({
    columns: [{ label: 'day', columnType: 'BASE_AXIS', timeGrain: 'P1W' }, 'origin'],
    series_columns: ['origin'],
    post_processing: [
      { operation: 'boxplot', options: { groupby: ['origin'], metrics: ['delay'], whisker_type: 'tukey' } },
    ],
  })
  expect(query?.is_timeseries).toBeUndefined()
  const [old] = box_plot.toQueries({ viz_type: 'box_plot', metrics: ['delay'], groupby: ['origin'], ...time })
  expect(old).toMatchObject({ is_timeseries: true, columns: ['origin'] })
})

it('names boxes by the metric without a group, and by the group otherwise', () => {
  const boxes = (groupby: string[]) => propsOf({ groupby, metrics: ['delay'] }).boxes.map(({ name }) => name)
  expect(boxes([])).toEqual(['Delay'])
  expect(boxes(['origin'])).toEqual(['ATL', 'ORD'])
})

it('draws outliers as points that select their box', () => {
  const props = propsOf()
  const option = boxOption(
    { ...props, width: 400, height: 300, theme: 'light', selectedMarks: [{ origin: 'ORD' }] },
    chartThemeOf((name) => name),
  ) as { series: [unknown, { data: { value: unknown; itemStyle: object }[] }] }
  expect(option.series[1].data).toEqual([
    { value: [1, 50], itemStyle: { color: 'transparent', borderColor: '#112233', borderWidth: 1, opacity: 1 } },
  ])
  expect(outlierMarks(props).map(({ selection }) => selection)).toEqual([{ origin: 'ORD' }])
  expect(boxMarks(props)[0]?.text()).toBe(
    'ATL: Upper end 4, Upper quartile 3.5, Median 2.5, Mean 2.5, Lower quartile 1.5, Lower end 1, Values 4, Outliers 0',
  )
  expect(boxSummary(props)).toBe('Delay in 2 boxes. Medians from ATL 2.5 to ORD 5.5')
})

it('reports how many boxes above the limit are not drawn', () => {
  const names = Array.from({ length: MAX_BOXES + 2 }, (_, at) => `b${at}`)
  const part = (name: string, value: number) => ({
    name: `delay__${name}`,
    type: NUMERIC,
    values: names.map(() => value),
  })
  const parts = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count'].map((name) => part(name, 1))
  const table = { columns: [{ name: 'origin', type: STRING, values: names }, ...parts], rowCount: names.length }
  const props = propsFor(box_plot, toProps, { ...input(), tables: [table] } as ChartInput)
  expect([props.boxes.length, omittedBoxesNote(props)]).toEqual([MAX_BOXES, '2 more boxes are not drawn'])
})
