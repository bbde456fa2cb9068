import { expect, it } from 'vitest'
import { funnel } from './index.ts'
import { funnelNote, funnelOption, funnelSummary } from './option.ts'
import { MAX_STEPS, toProps } from './props.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const input = (form: object = {}, steps: readonly (number | null)[] = [40, 100, 10, null, -5]): ChartInput => ({
  form: { viz_type: 'funnel', groupby: ['step'], metric: 'count', percent_calculation_type: 'first_step', ...form },
  tables: [
    {
      columns: [
        { name: 'step', type: STRING, values: steps.map((_, at) => `s${at}`) },
        { name: 'count', type: NUMERIC, values: steps },
      ],
      rowCount: steps.length,
    },
  ],
  entries: [],
  dataset: { verbose_map: { count: 'Visits' }, column_formats: {} },
  labelColors: {},
})
const propsOf = (form?: object, steps?: readonly (number | null)[]) => propsFor(funnel, toProps, input(form, steps))

it('returns a step for each number of at least zero, the largest first', () => {
  const { steps, metric, left } = propsOf()
  expect(steps.map(({ name, value, selection }) => [name, value, selection])).toEqual([
    ['s1', 100, { step: 's1' }],
    ['s0', 40, { step: 's0' }],
    ['s2', 10, { step: 's2' }],
  ])
  expect([metric, left]).toEqual(['Visits', 0])
})

it.each([
  ['first_step', [1, 0.4, 0.1]],
  ['prev_step', [1, 0.4, 0.25]],
  // 100, 40 and 10 of 150
  ['total', [2 / 3, 4 / 15, 1 / 15]],
])('percentages are by %s', (percent_calculation_type, shares) => {
  const found = propsOf({ percent_calculation_type }).steps.map(({ share }) => share)
  for (const [at, share] of shares.entries()) expect(found[at]).toBeCloseTo(share, 12)
})

it('returns shares of zero for a sum of zero', () => {
  expect(propsOf({}, [0, 0]).steps.map(({ share }) => share)).toEqual([0, 0])
})

it('past its cap it draws the largest steps and counts the others', () => {
  const { steps, left } = propsOf(
    {},
    Array.from({ length: MAX_STEPS + 3 }, (_, at) => at),
  )
  expect([steps.length, steps[0]?.value, left]).toEqual([MAX_STEPS, MAX_STEPS + 2, 3])
})

it('summarizes the first and last step, and the conversion', () => {
  expect(funnelSummary(propsOf())).toBe('Visits in 3 steps. From s1: 100 to s2: 10: 10% come through')
})

it('labels wide steps inside, narrow ones outside, and thin ones not at all', () => {
  const option = (height: number) =>
    funnelOption(
      { ...propsOf({ label_type: 'key_value' }), width: 400, height, theme: 'light' },
      chartThemeOf(() => '#000000'),
    )['series'] as [{ label: { show: boolean }; data: { value: number; label?: { position: string } }[] }]
  // Means of 280, 100 and 20 px; "s2: 10" needs 6 * 6.4 + 12 = 50 px.
  expect(option(300)[0].data.map(({ label }) => label?.position)).toEqual(['inside', 'inside', 'rightTop'])
  expect([option(300)[0].label.show, option(60)[0].label.show]).toEqual([true, false])
})

it('queries the metric by dimension, the largest first; forms of 2.0 without an order', () => {
  const [query] = funnel.toQueries({ viz_type: 'funnel', groupby: ['step'], metric: 'count', sort_by_metric: true })
  expect(query).toMatchObject({ columns: ['step'], metrics: ['count'], orderby: [['count', false]] })
  expect(funnel.toQueries({ viz_type: 'funnel', groupby: ['step'], metric: 'count' })[0]).not.toHaveProperty('orderby')
})

it('leaves out a legend with hundreds of entries, and shows a note', () => {
  const props = propsOf(
    {},
    Array.from({ length: 1000 }, (_, at) => at),
  )
  const option = funnelOption(
    { ...props, width: 400, height: 300, theme: 'light' },
    chartThemeOf(() => '#000000'),
  )
  expect(option['legend']).toEqual([])
  expect(funnelNote(props)).toBe('The legend is hidden because there are too many steps')
  expect([
    funnelNote({ ...props, legend: { ...props.legend, shown: false } }),
    funnelNote(propsOf({}, [40, 100, 10])),
  ]).toEqual(['', ''])
})

it('labels next to a step stay within the picture on a phone', () => {
  const long = 'A step with a name of letters'
  const option = (label_type: string) =>
    funnelOption(
      {
        ...propsOf({ label_type }, [1000, 600, 500]),
        steps: [1000, 600, 500].map((value, at) => ({
          name: `${long} ${at}`,
          value,
          share: 1,
          selection: {},
          colorPosition: at,
        })),
        width: 390,
        height: 300,
        theme: 'light',
        selectedMarks: undefined,
      },
      chartThemeOf((name) => name),
    )['series'] as [
      { data: { label: { position: string } }[]; label: { formatter: (at: { dataIndex: number }) => string } },
    ]
  const said = (label_type: string) => {
    const [{ data, label }] = option(label_type)
    return data.map((each, dataIndex) => [each.label.position, label.formatter({ dataIndex })])
  }
  // Mean widths are 312, 214 and 97 pixels; with 6.2 per letter and 12 of padding that is 48, 32 and 13 letters. The
  // space next to the last step is 97 as well.
  expect(said('key_value')).toEqual([
    ['inside', `${long} 0: 1k`],
    ['inside', `${long} 1:\n600`],
    ['rightTop', 'A step with a\nname of\nletters 2:\n500'],
  ])
})
