import { expect, it } from 'vitest'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { rampLegend } from './ramp-legend.ts'

const ramp = { colors: ['#000000', '#ffffff'], least: 12_835, most: 122_583, format: ',d' }
const bar = (width: number) =>
  rampLegend(
    ramp,
    chartThemeOf((name) => name),
    width,
  )['itemHeight'] as number

it('the bar leaves space for the labels of both ends', () => {
  expect(bar(600)).toBe(160)
  // Seven letters of 6.6 px and a gap of 8 px on either side.
  expect(bar(210)).toBeCloseTo(210 - 2 * (7 * 6.6 + 8), 6)
  expect(bar(100)).toBe(24)
})
