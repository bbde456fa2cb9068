import { expect, it } from 'vitest'
import { placeWords, type Measure } from './place-words.ts'
import { word_cloud } from './index.ts'
import { toProps } from './props.ts'
import { cloudNote, cloudSummary, wordMarks } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const input = (own: object = {}, count = 4): ChartInput => ({
  form: { viz_type: 'word_cloud', series: 'species', metric: 'strikes', ...own },
  tables: [
    {
      columns: [
        { name: 'species', type: STRING, values: ['gull', 'crow', 'owl', 'none'].concat(many(count - 4)) },
        { name: 'strikes', type: NUMERIC, values: [50, 100, 25, 0].concat(many(count - 4).map(() => 10)) },
      ],
      rowCount: count,
    },
  ],
  entries: [],
  dataset: { verbose_map: { strikes: 'Strikes' }, column_formats: {} },
  labelColors: {},
})
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `bird ${at}`)
const propsOf = (own?: object, count?: number) => propsFor(word_cloud, toProps, input(own, count))

/** Letters half as wide as high. */
const measure: Measure = (text, size) => text.length * size * 0.5

it('the size of a word grows from zero to the maximum; words without a value are omitted', () => {
  const words = (own: object) => propsOf(own).words.map(({ name, size }) => [name, size])
  // 10 + half of 60, 10 + a quarter of 60
  expect(words({})).toEqual([
    ['crow', 70],
    ['gull', 40],
    ['owl', 25],
  ])
  expect(words({ size_from: '20', size_to: '20' }).map(([, size]) => size)).toEqual([20, 20, 20])
})

it('words never overlap or leave the chart, and equal words are placed equally', () => {
  const props = propsOf({ rotation: 'square', size_to: 40 }, 60)
  const room = { width: 500, height: 300 }
  const laid = placeWords(props, room, measure)
  expect(laid).toHaveLength(props.words.length)
  const boxes = laid.map(({ at, x, y, size, turn }) => {
    const [long, high] = [measure(props.words[at]?.name ?? '', size) / 2, size / 2]
    const [w, h] = turn === 0 ? [long, high] : [high, long]
    return [x - w, x + w, y - h, y + h] as const
  })
  for (const [at, [left, right, top, bottom]] of boxes.entries()) {
    expect(left >= 0 && top >= 0 && right <= room.width && bottom <= room.height).toBe(true)
    for (const [l, r, u, b] of boxes.slice(at + 1)) expect(left < r && l < right && top < b && u < bottom).toBe(false)
  }
  expect(placeWords(props, room, measure)).toEqual(laid)
  // The largest word is in the center.
  expect([laid[0]?.at, laid[0]?.x, laid[0]?.y]).toEqual([0, 250, 150])
})

it.each([
  ['flat', [0]],
  ['square', [0, Math.PI / 2]],
] as const)('words are turned %s', (rotation, turns) => {
  const laid = placeWords(propsOf({ rotation }, 40), { width: 600, height: 400 }, measure)
  expect([...new Set(laid.map(({ turn }) => turn))].toSorted((a, b) => a - b)).toEqual(turns)
})

it('the random layout turns words in steps of fifteen degrees, at most upright', () => {
  const laid = placeWords(propsOf({ rotation: 'random' }, 40), { width: 600, height: 400 }, measure)
  const steps = laid.map(({ turn }) => Math.round((turn * 12) / Math.PI))
  expect(new Set(steps).size).toBeGreaterThan(3)
  expect(steps.every((step) => Math.abs(step) <= 6)).toBe(true)
})

it('reports how many words do not fit', () => {
  const props = propsOf({}, 60)
  const laid = placeWords(props, { width: 120, height: 60 }, measure)
  expect(laid.length).toBeLessThan(59)
  expect(cloudNote(props, laid)).toBe(`${59 - laid.length} words do not fit`)
})

it('queries the metric by word, and describes words by keyboard', () => {
  const form = { viz_type: 'word_cloud', series: 'species', metric: 'strikes', sort_by_metric: true, row_limit: 50 }
  expect(word_cloud.toQueries(form)[0]).toMatchObject({
    columns: ['species'],
    metrics: ['strikes'],
    orderby: [['strikes', false]],
    row_limit: 50,
  })
  expect(word_cloud.toQueries({ ...form, series: null })).toEqual([])
  const props = propsOf()
  const [mark] = wordMarks(props, placeWords(props, { width: 400, height: 300 }, measure))
  expect([mark?.text(), mark?.selection]).toEqual(['crow: 100', { species: 'crow' }])
  expect(cloudSummary(props)).toBe('3 words by Strikes. Largest: crow: 100, gull: 50, owl: 25')
})
