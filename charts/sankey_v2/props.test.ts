import { describe, expect, it } from 'vitest'
import { sankey_v2 } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { toProps } from './props.ts'
import { sankeyOption } from './option.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { linksSummary, nodeText } from '#charts/shared/links/link-texts.ts'
import { NUMERIC, STRING, type Table, type Value } from '#core/table/table.ts'

const form = { viz_type: 'sankey_v2', source: 'origin', target: 'carrier', metric: 'count' }

type Row = readonly [from: Value, to: Value, value: Value]

const answer = (rows: readonly Row[]): Table => ({
  columns: [
    { name: 'origin', type: STRING, values: rows.map(([from]) => from) },
    { name: 'carrier', type: STRING, values: rows.map(([, to]) => to) },
    { name: 'count', type: NUMERIC, values: rows.map(([, , value]) => value) },
  ],
  rowCount: rows.length,
})

const propsOf = (rows: readonly Row[]) =>
  propsFor(sankey_v2, toProps, {
    form,
    tables: [answer(rows)],
    entries: [],
    dataset: { verbose_map: { count: 'Flights' }, column_formats: {} },
    labelColors: {},
  })

/** a sends 5 to b and 3 to c, b sends 4 on to c. */
const flows: readonly Row[] = [
  ['a', 'b', 5],
  ['a', 'c', 3],
  ['b', 'c', 4],
]

describe('the query', () => {
  it('groups by source and target without an order when rows are not limited', () => {
    const [query] = sankey_v2.toQueries(form)
    expect(query).toMatchObject({ columns: ['origin', 'carrier'], metrics: ['count'] })
    expect(query).not.toHaveProperty('orderby')
  })

  it('sorts by the largest value and then by name when rows are limited', () => {
    const names = [
      ['origin', true],
      ['carrier', true],
    ]
    const limited = { ...form, row_limit: 10 }
    expect(sankey_v2.toQueries({ ...limited, sort_by_metric: true })[0]?.orderby).toEqual([['count', false], ...names])
    expect(sankey_v2.toQueries({ ...limited, sort_by_metric: false })[0]?.orderby).toEqual(names)
  })

  it('stays empty while source or target is missing', () => {
    expect(sankey_v2.toQueries({ ...form, target: null })).toEqual([])
  })
})

describe('draws', () => {
  it('builds a node for each name, sized by its flow, and a link for each pair', () => {
    const { all, loop } = propsOf([...flows, ['a', 'b', 1], ['a', null, null], ['a', 'd', 0]])
    // a: 5 + 3 + 1 out. b: 5 + 1 in, 4 out. c: 3 + 4 in.
    expect(all.nodes.map(({ name, value, selection }) => [name, value, selection])).toEqual([
      ['a', 9, { origin: 'a' }],
      ['b', 6, { origin: 'b' }],
      ['c', 7, { carrier: 'c' }],
    ])
    expect(all.links.map(({ from, to, value }) => [from, to, value])).toEqual([
      [0, 1, 6],
      [0, 2, 3],
      [1, 2, 4],
    ])
    expect([all.metric, loop]).toEqual(['Flights', null])
  })

  it('draws no chart for a cycle, and names the link that closes it', () => {
    expect(propsOf([...flows, ['c', 'a', 1]]).loop).toEqual(['c', 'a'])
    expect(propsOf([['a', 'a', 1]]).loop).toEqual(['a', 'a'])
  })

  it('draws the 5,000 largest nodes only, and shows a note', () => {
    const { all } = propsOf(Array.from({ length: 5001 }, (_, at): Row => ['all', `n${at}`, at + 1]))
    // In addition to their source, 4,999 of 5,001 nodes are drawn: the two smallest are left out.
    expect([all.nodes.length, all.hiddenNodes, all.links.length, all.hiddenLinks]).toEqual([5000, 2, 4999, 2])
    expect(all.nodes.some(({ name }) => name === 'n0' || name === 'n1')).toBe(false)
    expect(linksSummary(all, ',d')).toContain('The 5,000 largest of 5,002 nodes are drawn')
  })

  it('dims everything but the selected node, its links and their other ends', () => {
    const theme = chartThemeOf((name) => name)
    const option = sankeyOption(
      { ...propsOf(flows), width: 400, height: 300, theme: 'light', selectedMarks: [{ origin: 'b' }] },
      theme,
    ) as {
      series: {
        data: { itemStyle: { opacity: number } }[]
        links: { lineStyle?: { opacity: number } }[]
        lineStyle: { opacity: number }
      }[]
    }
    expect(option.series[0]?.data.map(({ itemStyle }) => itemStyle.opacity)).toEqual([1, 1, 1])
    const [first] = option.series
    expect(first?.links.map(({ lineStyle = first.lineStyle }) => lineStyle.opacity)).toEqual([0.35, 0.105, 0.35])
  })

  it('describes the size of a node and its links', () => {
    const { all } = propsOf(flows)
    expect(nodeText(all, 0, ',d')).toBe('a: 8. To b 5, c 3')
    expect(linksSummary(all, ',d')).toBe('Flights. 3 nodes, 3 links. a → b 5, b → c 4, a → c 3')
  })
})

it('selecting a link filters by both ends, and selecting a node filters by that node', () => {
  const filters = [
    { col: 'origin', op: 'IN', val: ['a'] },
    { col: 'carrier', op: 'IN', val: ['b'] },
  ]
  expect(sankey_v2.toDataMask?.([{ origin: 'a', carrier: 'b' }], form).extraFormData).toEqual({ filters })
  expect(sankey_v2.toDrillFilters?.([{ carrier: 'c' }], form)).toEqual([{ col: 'carrier', op: 'IN', val: ['c'] }])
})
