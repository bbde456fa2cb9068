import { expect, it } from 'vitest'
import { placedCharts } from './placed-charts.ts'

const chart = (id: number) => ({ type: 'CHART', meta: { chartId: id } })

it('charts are listed in reading order, independent of the order of the boxes', () => {
  const layout = {
    'CHART-b': chart(2),
    'CHART-a': chart(9),
    'ROW-2': { children: ['CHART-c'] },
    GRID_ID: { children: ['ROW-1', 'ROW-2'] },
    'ROW-1': { children: ['CHART-a', 'CHART-b'] },
    ROOT_ID: { children: ['GRID_ID'] },
    'CHART-c': chart(4),
    'CHART-lost': chart(5),
  }
  expect(placedCharts(JSON.stringify(layout))).toEqual([9, 2, 4])
})

it('returns no charts of an invalid layout, and stops at cycles', () => {
  for (const json of [null, undefined, '', '[]', 'no json']) expect(placedCharts(json)).toEqual([])
  const round = { ROOT_ID: { children: ['a'] }, a: { ...chart(1), children: ['ROOT_ID', 'a'] } }
  expect(placedCharts(JSON.stringify(round))).toEqual([1])
})
