import { describe, expect, it } from 'vitest'
import { pie } from './index.ts'
import { toProps as ownProps } from './props.ts'
import { pieOption, pieSummary } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import { partText } from '#charts/shared/controls/part-label.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { type Column, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'

const toProps = (from: ChartInput) => propsFor(pie, ownProps, from)

const input = (form: Record<string, unknown> = {}): ChartInput => ({
  form: { viz_type: 'pie', groupby: ['origin'], metric: 'count', ...form },
  tables: [
    {
      columns: [
        { name: 'origin', type: STRING, values: ['ORD', null, 'ATL', 'gone', 'below'] },
        { name: 'count', type: NUMERIC, values: [60, 38, 2, null, -5] },
      ],
      rowCount: 5,
    },
  ],
  entries: [{ colors: { columns: ['origin'], places: { ATL: 0, ORD: 1, '<NULL>': 3 } } } as unknown as ResultMetadata],
  dataset: { verbose_map: {}, column_formats: {} },
  labelColors: { ATL: '#123456' },
})

it('makes a slice of each row with a number of at least zero', () => {
  const props = toProps(input())
  expect(props.slices).toEqual([
    { name: 'ORD', value: 60, share: 0.6, selection: { origin: 'ORD' }, colorPosition: 1 },
    { name: '<NULL>', value: 38, share: 0.38, selection: { origin: null }, colorPosition: 3 },
    { name: 'ATL', value: 2, share: 0.02, selection: { origin: 'ATL' }, colorPosition: 0 },
  ])
  expect(props.total).toBe(100)
})

it('names slices of instants by the date format', () => {
  const days: Column[] = [
    { name: 'date', type: TEMPORAL, values: [Date.UTC(2001, 0, 31)] },
    { name: 'count', type: NUMERIC, values: [1] },
  ]
  const names = (form: object) =>
    toProps({ ...input({ groupby: ['date'], ...form }), tables: [{ columns: days, rowCount: 1 }] }).slices[0]?.name
  expect(names({})).toBe('2001-01-31')
  expect(names({ date_format: '%d/%m/%Y' })).toBe('31/01/2001')
})

it('a pie has a hole only as a donut', () => {
  expect(toProps(input({ innerRadius: 40 })).innerRadius).toBe(0)
  expect(toProps(input({ innerRadius: 40, donut: true })).innerRadius).toBe(40)
})

describe('labels', () => {
  const slice = { name: 'ORD', value: 1200, share: 0.6, selection: {}, colorPosition: 0 }

  it.each([
    ['key', 'ORD'],
    ['value', '1.2k'],
    ['percent', '60.0%'],
    ['key_value', 'ORD: 1.2k'],
    ['key_percent', 'ORD: 60.0%'],
    ['key_value_percent', 'ORD: 1.2k (60.0%)'],
    ['value_percent', '1.2k (60.0%)'],
  ] as const)('the label type %s is drawn as %s', (kind, text) => {
    expect(partText(slice, kind, 'SMART_NUMBER')).toBe(text)
  })

  it('omits labels below the threshold, keeps the slice, and prefers fixed colours to those by position', () => {
    const option = pieOption(
      { ...toProps(input()), width: 400, height: 300, theme: 'light', selectedMarks: undefined },
      chartThemeOf(() => '#000000'),
    )
    const [{ data }] = option['series'] as [{ data: { label: { show: boolean }; itemStyle: { color: string } }[] }]
    expect(data.map((each) => each.label.show)).toEqual([true, true, false])
    // The second and fourth colors of the scheme, regardless of slice size.
    expect(data.map(({ itemStyle }) => itemStyle.color)).toEqual(['#df7710', '#b92262', '#123456'])
    expect(option['legend']).toMatchObject({ data: ['ATL', 'ORD', '<NULL>'] })
  })
})

describe('a ring', () => {
  const drawn = (form: object, width: number) => {
    const option = pieOption(
      {
        ...toProps(input({ donut: true, label_type: 'key', ...form })),
        width,
        height: 220,
        theme: 'light',
        selectedMarks: undefined,
      },
      chartThemeOf(() => '#000000'),
    )
    return {
      series: (option['series'] as [{ radius: [number, number] }])[0],
      title: option['title'] as { show: boolean; text: string },
    }
  }
  const long = input()
  const words = {
    ...long,
    tables: [
      {
        rowCount: 1,
        columns: [
          { name: 'origin', type: STRING, values: ['Unforgettable morning'] },
          { name: 'count', type: NUMERIC, values: [1_200] },
        ],
      },
    ],
  } as ChartInput
  const of = (width: number, form: object = {}) =>
    pieOption(
      {
        ...toProps({ ...words, form: { ...words.form, donut: true, show_legend: false, ...form } }),
        width,
        height: 220,
        theme: 'light',
        selectedMarks: undefined,
      },
      chartThemeOf(() => '#000000'),
    ) as {
      series: [{ radius: [number, number]; label: { formatter: (at: { dataIndex: number }) => string } }]
      title: { show: boolean; text: string }
    }

  it('shrinks for the longest label, which is never broken', () => {
    const outer = (width: number) => of(width).series[0].radius[1]
    expect(outer(600)).toBeCloseTo(77)
    // 13 letters and their label line need 100.6 px of the 175 on each side.
    expect(outer(350)).toBeCloseTo(74.4)
  })

  it('takes at least 60 % of a narrow tile, with the names in a legend below', () => {
    const narrow = (width: number, height: number) => {
      const props = { ...toProps({ ...words, form: { ...words.form, donut: true, show_legend: false } }) }
      const option = pieOption(
        { ...props, width, height, theme: 'light', selectedMarks: undefined },
        chartThemeOf(() => '#000000'),
      ) as { series: [{ radius: [number, number] }]; legend: { show: boolean; bottom?: number; data: string[] } }
      return { share: (option.series[0].radius[1] * 2) / Math.min(width, height), legend: option.legend }
    }
    for (const [width, height] of [
      [300, 220],
      [180, 300],
      [200, 120],
    ] as const) {
      const { share, legend } = narrow(width, height)
      expect(share).toBeGreaterThanOrEqual(0.6)
      expect(legend).toMatchObject({ show: true, bottom: 0, data: ['Unforgettable morning'] })
    }
    expect(narrow(600, 220).legend.show).toBe(false)
  })

  it('wraps its name by words, and omits it if half of it does not fit', () => {
    const text = (width: number) => of(width, { label_type: 'key_percent' }).series[0].label.formatter({ dataIndex: 0 })
    expect(text(350)).toBe('Unforgettable\nmorning: 100%')
    expect(text(600)).toBe('Unforgettable morning: 100%')
    expect(text(120)).toBe('')
  })

  it('the ring is rotated so that the middle and the label of one dominant slice are on the right', () => {
    const angle = (values: readonly number[], form: object = {}) => {
      const names = values.map((_, at) => `Name ${at}`)
      const columns = [
        { name: 'origin', type: STRING, values: names },
        { name: 'count', type: NUMERIC, values },
      ]
      const table = { rowCount: values.length, columns }
      const from = { ...words, form: { ...words.form, donut: true, ...form }, tables: [table] } as ChartInput
      const canvas = { width: 600, height: 220, theme: 'light', selectedMarks: undefined } as const
      const option = pieOption(
        { ...toProps(from), ...canvas },
        chartThemeOf(() => '#000000'),
      )
      return (option['series'] as [{ startAngle: number }])[0].startAngle
    }
    // Slices run clockwise: the center of a slice is half its share after the start. 0 degrees is on the right.
    expect(angle([1_200])).toBe(180)
    expect(angle([80, 20])).toBeCloseTo(144)
    // Two slices with room above and below start at the top, and so does one with its label inside.
    expect(angle([75, 25])).toBe(90)
    expect(angle([1_200], { labels_outside: false })).toBe(90)
    expect(angle([1_200], { show_labels: false })).toBe(90)
  })

  it('shows the total in its hole, only as a number if it is small', () => {
    expect(drawn({}, 600).title.show).toBe(false)
    expect(drawn({ show_total: true, innerRadius: 60 }, 600).title).toMatchObject({ show: true, text: 'Total: 100' })
    expect(drawn({ show_total: true, innerRadius: 20 }, 600).title).toMatchObject({ show: true, text: '100' })
    expect(of(600, { innerRadius: 60 }).title).toMatchObject({ show: true, text: 'Total: 1.2k' })
    // A hole of 20 px has no room for the full total; the short form fits and keeps its currency.
    expect(of(120, { innerRadius: 60, number_format: '$,.3s' }).title.text).toBe('$1.20k')
    expect(of(120, { innerRadius: 60, number_format: '$,.2f' }).title.text).toBe('$1,200')
  })
})

it('K-QUERY-08: the label of a slice brighter than 186 is dark, any other label is light', () => {
  // 0.299 R + 0.587 G + 0.114 B: 186 for #bababa, 187 for #bbbbbb.
  expect([labelColorOn('#bababa'), labelColorOn('#bbbbbb')]).toEqual(['#ffffff', '#15181f'])
  expect([labelColorOn('#3258bb'), labelColorOn('#88ccfd')]).toEqual(['#ffffff', '#15181f'])
})

it('a pie is summarized by its largest shares, its greatest and its least slice', () => {
  expect(pieSummary(toProps(input()))).toBe(
    'count. ORD: 60.0%, <NULL>: 38.0%, ATL: 2.00%. greatest ORD: 60 (60.0%). least ATL: 2 (2.00%)',
  )
})
