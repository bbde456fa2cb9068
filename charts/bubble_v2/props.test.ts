import { expect, it } from 'vitest'
import { bubble_v2 } from './index.ts'
import { toProps } from './props.ts'
import { bubbleMarks, bubbleNote, bubbleSummary, diameterOf } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const said = { viz_type: 'bubble_v2', entity: 'country', series: 'region', x: 'income', y: 'life', size: 'people' }

const input = (own: object = {}): ChartInput => ({
  form: { ...said, ...own },
  tables: [
    {
      columns: [
        { name: 'country', type: STRING, values: ['Chad', 'Peru', 'Iran', 'Oman', 'Fiji'] },
        { name: 'region', type: STRING, values: ['Africa', 'Americas', 'Asia', 'Asia', 'Asia'] },
        { name: 'income', type: NUMERIC, values: [100, 400, 0, 900, null] },
        { name: 'life', type: NUMERIC, values: [50, 70, 72, 76, 60] },
        { name: 'people', type: NUMERIC, values: [16, 4, 1, null, 9] },
      ],
      rowCount: 5,
    },
  ],
  entries: [],
  dataset: { verbose_map: { income: 'Income', life: 'Life', people: 'People' }, column_formats: {} },
  labelColors: {},
})
const propsOf = (own?: object) => propsFor(bubble_v2, toProps, input(own))

it('draws a bubble for each entity with both values, coloured by series', () => {
  const { families, left } = propsOf()
  const bubbles = families.map(({ name, bubbles: own }) => [
    name,
    own.map((each) => [each.name, each.x, each.y, each.size]),
  ])
  expect(bubbles).toEqual([
    ['Africa', [['Chad', 100, 50, 16]]],
    ['Americas', [['Peru', 400, 70, 4]]],
    [
      'Asia',
      [
        ['Iran', 0, 72, 1],
        ['Oman', 900, 76, 0],
      ],
    ],
  ])
  expect(families[0]?.bubbles[0]?.selection).toEqual({ country: 'Chad', region: 'Africa' })
  expect(left).toEqual({ more: 0, unplaced: 0 })
})

it('leaves out values up to zero on a logarithmic axis, and shows a note', () => {
  const props = propsOf({ logXAxis: true })
  expect(props.families.flatMap(({ bubbles }) => bubbles.map(({ name }) => name))).toEqual(['Chad', 'Peru', 'Oman'])
  expect(bubbleNote(props)).toBe('1 cannot be shown on a logarithmic axis')
})

it('the area of a bubble is proportional to its size', () => {
  // A quarter of the area is half the diameter; the smallest bubble stays visible.
  const props = propsOf({ max_bubble_size: '50' })
  expect([16, 4, 0].map((size) => diameterOf(props, size))).toEqual([50, 25, 4])
})

it('limits an axis only if the form does', () => {
  const bounds = { y_axis_bounds: [40, 80] }
  expect([propsOf(bounds).bounds, propsOf({ ...bounds, truncateYAxis: true }).bounds]).toEqual([
    [null, null],
    [40, 80],
  ])
})

it('queries three metrics by entity and series, ranked on request', () => {
  const [query] = bubble_v2.toQueries({ ...said, orderby: 'people', order_desc: true, row_limit: 20 })
  expect(query).toMatchObject({
    columns: ['country', 'region'],
    metrics: ['income', 'life', 'people'],
    orderby: [['people', false]],
    row_limit: 20,
  })
  expect(bubble_v2.toQueries(said)[0]).not.toHaveProperty('orderby')
  expect(bubble_v2.toQueries({ ...said, size: null })).toEqual([])
})

it('describes bubbles and both axes', () => {
  expect(bubbleMarks(propsOf())[1]?.text()).toBe('Peru, Americas: Income 400, Life 70, People 4')
  expect(bubbleSummary(propsOf())).toBe('Life against Income for 4 bubbles. Largest: Chad, People 16')
})
