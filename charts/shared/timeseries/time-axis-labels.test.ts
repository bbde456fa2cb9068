import { expect, it } from 'vitest'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { timeAxis } from './timeseries-axes.ts'
import type { TimeseriesProps } from './timeseries-props.ts'

const instants = [Date.UTC(2001, 0, 2), Date.UTC(2001, 5, 29)]

/** Returns the months of the ticks of a line chart over the first half of 2001. */
function monthsAt(length: number, format = 'smart_date'): readonly number[] {
  const props = {
    x: { kind: 'time', column: 'day', label: 'day', values: instants },
    xAxis: { format, rotation: 0 },
    mark: { shape: 'line', horizontal: false },
    zoomable: false,
    grain: 'P1D',
    zone: 'UTC',
  } as unknown as TimeseriesProps
  const { axisLabel } = timeAxis(props, {} as ChartTheme, length) as {
    readonly axisLabel: { readonly customValues: readonly number[] }
  }
  return axisLabel.customValues.map((at) => new Date(at).getUTCMonth() + 1)
}

it('labels each month of half a year on 290 px, and each quarter where labels have their own format', () => {
  expect(monthsAt(290)).toEqual([2, 3, 4, 5, 6])
  expect(monthsAt(290, '%Y-%m-%d')).toEqual([4])
})
