import { expect, it } from 'vitest'
import { binText, maxBinValue, histogramRangeMask, histogramDrill } from './bins.ts'
import type { HistogramForm } from './controls.ts'
import { histogram_v2 } from './index.ts'
import { toProps } from './props.ts'
import { barMarks, binBrush, histogramNote, histogramOption, histogramSummary } from './option.ts'
import { type ChartInput, type AxisRange, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { completeForm } from '#controls/form.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'
import { applySteps } from '#testing/apply-steps.ts'

const said = { viz_type: 'histogram_v2', column: 'delay', bins: 3, row_limit: 100 }

/** 1, 2, 2, 3 and 10: three bins of width three between 1 and 10. */
function input(own: Record<string, unknown> = {}, capped = false, other: string | null = 'ATL'): ChartInput {
  const form = { ...said, ...own }
  const rows: Table = {
    columns: [
      { name: 'origin', type: STRING, values: ['ORD', 'ORD', other, 'ORD', other] },
      { name: 'delay', type: NUMERIC, values: [1, 2, 2, 3, 10] },
    ],
    rowCount: 5,
  }
  return {
    form,
    tables: histogram_v2.toQueries(form).map((query) => applySteps(query, rows)),
    entries: [{ cost: { capped, row_limit: 100 } } as ResultMetadata],
    dataset: { verbose_map: { delay: 'Delay' }, column_formats: {} },
    labelColors: {},
  }
}
const propsOf = (own?: Record<string, unknown>, capped?: boolean) => propsFor(histogram_v2, toProps, input(own, capped))
const whole = completeForm(said, histogram_v2.controls) as HistogramForm

it('counts values from edge to edge, the last bin with both', () => {
  const { bins, groups, title, measure } = propsOf()
  expect(bins.map(binText)).toEqual(['[1, 4)', '[4, 7)', '[7, 10]'])
  expect(groups).toEqual([{ name: 'Delay', counts: [4, 0, 1], selection: {}, colorPosition: 0 }])
  expect([title, measure]).toEqual(['Delay', 'Rows'])
})

it('rows without a group form a separate histogram', () => {
  const { groups } = propsFor(histogram_v2, toProps, input({ groupby: ['origin'] }, false, null))
  expect(groups.map(({ name, counts, selection }) => [name, counts, selection])).toEqual([
    ['ORD', [3, 0, 0], { origin: 'ORD' }],
    ['<NULL>', [1, 0, 1], { origin: null }],
  ])
})

it('groups have the same bins, and shares refer to all rows', () => {
  const counts = (own: object) =>
    propsOf({ groupby: ['origin'], ...own }).groups.map((group) => [group.name, group.counts])
  expect(counts({})).toEqual([
    ['ATL', [1, 0, 1]],
    ['ORD', [3, 0, 0]],
  ])
  expect(counts({ normalize: true })).toEqual([
    ['ATL', [0.2, 0, 0.2]],
    ['ORD', [0.6, 0, 0]],
  ])
  expect(counts({ cumulative: true })).toEqual([
    ['ATL', [1, 1, 2]],
    ['ORD', [3, 3, 3]],
  ])
})

it('bars of groups are stacked', () => {
  const option = histogramOption(
    { ...propsOf({ groupby: ['origin'] }), width: 400, height: 300, theme: 'light' },
    chartThemeOf((name) => name),
  ) as { series: { data: { value: number[] }[] }[] }
  expect(option.series.map(({ data }) => data[0]?.value)).toEqual([
    [1, 4, 0, 1],
    [1, 4, 1, 4],
  ])
})

it('queries raw rows, and bins of them', () => {
  expect(histogram_v2.toQueries({ ...said, groupby: ['origin'] })[0]).toMatchObject({
    columns: ['origin', 'delay'],
    row_limit: 100,
    post_processing: [
      {
        operation: 'histogram',
        options: { column: 'delay', groupby: ['origin'], bins: 3, cumulative: false, normalize: false },
      },
    ],
  })
  expect(histogram_v2.toQueries(said)[0]).not.toHaveProperty('metrics')
})

it('a range of bins filters exactly the values in them', () => {
  const stretches: AxisRange[] = []
  const brush = binBrush(propsOf(), { onStretch: (stretch) => void (stretch && stretches.push(stretch)) })
  expect(brush?.positions).toEqual([2.5, 5.5, 8.5])
  brush?.onBrush(0, 1)
  brush?.onBrush(1, 2)
  // The largest double below 7: 7 - 2^-50.
  expect(stretches).toEqual([
    { kind: 'number', first: 1, last: 7 - 2 ** -50 },
    { kind: 'number', first: 4, last: 10 },
  ])
  const [stretch] = stretches as [AxisRange]
  expect(histogramRangeMask(stretch, whole)).toEqual({
    extraFormData: {
      filters: [
        { col: 'delay', op: '>=', val: 1 },
        { col: 'delay', op: '<=', val: 7 - 2 ** -50 },
      ],
    },
    filterState: { label: '1 – 7', value: [1, 7 - 2 ** -50], stretch },
  })
  expect(binBrush(propsOf(), { stretch, onStretch: () => undefined })?.shown).toEqual([0, 1])
  expect([
    maxBinValue({ left: -1, right: 0, isLast: false }),
    maxBinValue({ left: -2, right: -1, isLast: false }),
  ]).toEqual([-Number.MIN_VALUE, -1 - 2 ** -52])
})

it('the rows behind a bar are the rows of its group in its bin', () => {
  const form = { ...whole, groupby: ['origin'] }
  const marks = barMarks(propsOf({ groupby: ['origin'] }))
  expect(marks[0]?.rows).toEqual({ origin: 'ATL', delay: '[1, 4)' })
  expect(histogramDrill([marks[0]?.rows ?? {}], form)).toEqual([
    { col: 'origin', op: 'IN', val: ['ATL'] },
    { col: 'delay', op: '>=', val: 1 },
    { col: 'delay', op: '<', val: 4 },
  ])
  expect(histogramDrill([{ delay: '[7, 10]' }], whole).at(-1)).toEqual({ col: 'delay', op: '<=', val: 10 })
})

it('describes the largest bins and the number of values', () => {
  expect(histogramSummary(propsOf())).toBe('Delay from 1 – 10 in 3 bins. Fullest: 1 – 4: 4')
  expect([histogramNote(propsOf()), histogramNote(propsOf({}, true))]).toEqual(['', 'Based on the first 100 rows'])
})
