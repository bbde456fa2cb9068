import { expect, it } from 'vitest'
import { chartType } from '#charts/index.ts'
import { requirementsOf } from './chart-requirements.ts'

const needs = (vizType: string, hasTime?: boolean) => {
  const chart = chartType(vizType)
  return chart
    ? requirementsOf(chart, hasTime).map(({ text, isMet }) => (isMet === undefined ? text : [text, isMet]))
    : []
}

it('names the required controls of a type by their labels', () => {
  expect(needs('pie')).toEqual(['A column or more: Dimensions', 'A metric: Metric'])
  expect(needs('bubble_v2')).toEqual([
    'A column: Entity',
    'A metric: X Axis',
    'A metric: Y Axis',
    'A metric: Bubble Size',
  ])
  expect(needs('deck_hex')).toEqual(['Columns of latitude and longitude: Longitude & Latitude'])
  expect(needs('line_multi')).toEqual(['A saved chart or more: Left Axis chart(s)'])
})

it('a chart type over time requires a time column', () => {
  expect(needs('cal_heatmap')[0]).toBe('A column of time')
  expect(needs('horizon', true)[0]).toEqual(['A column of time', true])
  expect(needs('cal_heatmap', false)[0]).toEqual(['A column of time', false])
  expect(needs('echarts_timeseries_bar', false)).toEqual(['A metric or more: Metrics'])
})

it('a table needs either columns or metrics', () => {
  expect(needs('table')).toEqual(['Columns, metrics, or both'])
})
