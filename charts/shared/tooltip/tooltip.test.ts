import { expect, it } from 'vitest'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { tooltipFrame } from './tooltip.ts'

it('shows a tooltip next to the pointer, on the side with more space, within the chart', () => {
  const { position } = tooltipFrame(chartThemeOf((name) => `#${name}`)) as {
    position: (point: readonly number[], ...more: readonly unknown[]) => readonly number[]
  }
  const at = (x: number, y: number) => {
    const sizes = { contentSize: [120, 60], viewSize: [600, 300] }
    return position([x, y], undefined, undefined, undefined, sizes)
  }
  expect(at(100, 150)).toEqual([114, 120])
  expect(at(500, 150)).toEqual([366, 120])
  expect(at(100, 10)).toEqual([114, 0])
  expect(at(100, 295)).toEqual([114, 240])
})
