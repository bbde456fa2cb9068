import { expect, it } from 'vitest'
import { pie } from './index.ts'
import { toProps as ownProps } from './props.ts'
import { pieNote, pieOption } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { completeForm, initialForm } from '#controls/form.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const toProps = (from: ChartInput) => propsFor(pie, ownProps, from)

const form = { viz_type: 'pie', groupby: ['origin'], metric: 'count', sort_by_metric: true }

const input = (own: Record<string, unknown>): ChartInput => ({
  form: { ...form, ...own },
  tables: [
    {
      columns: [
        { name: 'origin', type: STRING, values: ['Others', 'ORD', 'ATL'] },
        { name: 'count', type: NUMERIC, values: [70, 20, 10] },
      ],
      rowCount: 3,
    },
  ],
  entries: [],
  dataset: { verbose_map: {}, column_formats: {} },
  labelColors: {},
})

it('a new pie has eight slices and one of all others; a saved one as many as it had', () => {
  const begun = { ...initialForm(pie.controls), ...form }
  expect(pie.toQueries(begun)[0]).toMatchObject({
    series_columns: ['origin'],
    series_limit: 8,
    series_limit_metric: 'count',
    group_others_when_limit_reached: true,
    orderby: [['count', false]],
  })
  const saved = completeForm(form, pie.controls)
  expect(pie.toQueries(saved)[0]).not.toHaveProperty('group_others_when_limit_reached')
  expect(pie.toQueries({ ...saved, slice_limit: null })[0]).not.toHaveProperty('series_columns')
})

it('draws the remainder last, in grey, without a filter', () => {
  const props = toProps(input({ slice_limit: 2 }))
  expect(props.slices.map(({ name, share, selection }) => [name, share, selection])).toEqual([
    ['ORD', 0.2, { origin: 'ORD' }],
    ['ATL', 0.1, { origin: 'ATL' }],
    ['Other', 0.7, {}],
  ])
  const theme = chartThemeOf((name) => name)
  const option = pieOption({ ...props, width: 300, height: 200, theme: 'light', selectedMarks: [] }, theme) as {
    series: { data: { itemStyle: { color: string } }[] }[]
    legend: { data: unknown[] }
  }
  const colors = option.series[0]?.data.map(({ itemStyle }) => itemStyle.color)
  expect(colors?.map((color) => color === theme.other)).toEqual([false, false, true])
  expect(JSON.stringify(option.legend.data)).toMatch(/Other"?[^a-z]*$/)
})

it('a group named Others is an ordinary group when there is no limit', () => {
  expect(toProps(input({})).slices[0]).toMatchObject({ name: 'Others', selection: { origin: 'Others' } })
})

it('merges slices that are too many into the last one, with their number', () => {
  // The numbers 1 to 302 alternating with 1; the 300 largest are 3 to 302.
  const values = Array.from({ length: 302 }, (_, at) => at + 1).flatMap((value) => [value, 1])
  const many: ChartInput = {
    ...input({ sort_by_metric: false }),
    tables: [
      {
        columns: [
          { name: 'origin', type: STRING, values: values.map((_, at) => `O${at}`) },
          { name: 'count', type: NUMERIC, values },
        ],
        rowCount: values.length,
      },
    ],
  }
  const props = toProps(many)
  // 302 * 303 / 2 and 302.
  expect([props.slices.length, props.total, props.gathered]).toEqual([301, 46_055, 304])
  // The largest from 3 on, in result order; the merged ones are 1, 2 and 302 times 1.
  expect(props.slices.slice(0, 2).map(({ name, value }) => [name, value])).toEqual([
    ['O4', 3],
    ['O6', 4],
  ])
  expect(props.slices.at(-1)).toMatchObject({ name: 'Other', value: 305, selection: {}, isRest: true })
  expect(pieNote(props)).toBe('The largest 300 groups are shown; 304 smaller ones are combined in the last slice')
  // The query has merged groups as well: they are added to the same slice.
  const limited = toProps({
    ...many,
    form: { ...many.form, slice_limit: 603 },
    tables: [
      {
        columns: [
          { name: 'origin', type: STRING, values: ['Others', ...values.map((_, at) => `O${at}`)] },
          { name: 'count', type: NUMERIC, values: [100, ...values] },
        ],
        rowCount: values.length + 1,
      },
    ],
  })
  expect([limited.slices.length, limited.slices.at(-1)?.value, limited.gathered]).toEqual([301, 405, 304])
  expect(pieNote(toProps(input({})))).toBe('')
})
