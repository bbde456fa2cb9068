import { expect, it } from 'vitest'
import { markOf } from './timeseries-mark.ts'
import { type TimeseriesProps, timeseriesProps } from './timeseries-props.ts'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

const [jan, feb] = [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1)]

/** Two months of two cities, or of all rows if there are no dimensions. */
function propsOf(groupby: readonly string[], x: 'ds' | 'kind' = 'ds'): TimeseriesProps {
  const xValues = x === 'ds' ? [jan, jan, feb, feb] : ['a', 'a', 'b', 'b']
  const rows = groupby.length > 0 ? [0, 1, 2, 3] : [0, 2]
  const column = (name: string, type: number, values: readonly unknown[]) => ({
    name,
    type,
    values: rows.map((row) => values[row]),
  })
  return timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_bar', x_axis: x, time_grain_sqla: 'P1M', metrics: ['n'], groupby },
      tables: [
        {
          columns: [
            column(x, x === 'ds' ? TEMPORAL : STRING, xValues),
            ...(groupby.length > 0 ? [column('city', STRING, ['Ash', 'Bray', 'Ash', 'Bray'])] : []),
            column('n', NUMERIC, [4, 3, 2, 1]),
          ],
          rowCount: rows.length,
        },
      ],
      entries: [],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: {},
    } as unknown as Parameters<typeof completeInput>[0]),
    { shape: 'bar', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false },
  )
}

it.each([
  ['a bar of a month of a city', ['city'], 'ds', 1, { city: 'Bray', ds: feb }, 'Feb 2024'],
  ['a bar of a month of all rows', [], 'ds', 0, { ds: feb }, 'Feb 2024'],
  ['a bar of a category', [], 'kind', 0, { kind: 'b' }, 'b'],
] as const)('%s represents only its rows', (_, groupby, x, series, rows, text) => {
  expect(markOf(propsOf(groupby, x), series, 1)).toEqual({ rows, text })
})

it('a series, a forecast, a compared period and the rest series have no rows', () => {
  const props = propsOf(['city'])
  const [ash, bray] = props.series
  const asRole = (role: string, selection: object) =>
    ({ ...props, series: [ash, { ...bray, role, selection }] }) as unknown as TimeseriesProps
  expect(markOf(props, 0, -1)).toBeUndefined()
  expect(markOf(props, 0, 2)).toBeUndefined()
  expect(markOf(props, 7, 0)).toBeUndefined()
  expect(markOf(asRole('forecast', { city: 'Bray' }), 1, 0)).toBeUndefined()
  expect(markOf(asRole('compared', { city: 'Bray' }), 1, 0)).toBeUndefined()
  expect(markOf(asRole('', {}), 1, 0)).toBeUndefined()
})
