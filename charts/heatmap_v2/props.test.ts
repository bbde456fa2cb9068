import { expect, it } from 'vitest'
import { heatmap_v2 } from './index.ts'
import { toProps } from './props.ts'
import { cellMarks, heatmapSummary, rampOf } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { stepColor } from '#charts/shared/legend/ramp-legend.ts'
import type { FormData } from '#core/form/form-data.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'
import { applySteps } from '#testing/apply-steps.ts'

const said: FormData = { viz_type: 'heatmap_v2', x_axis: 'hour', groupby: ['day'], metric: 'count' }

const rows: Table = {
  columns: [
    { name: 'hour', type: NUMERIC, values: [10, 9, 10, 9] },
    { name: 'day', type: STRING, values: ['Mon', 'Mon', 'Tue', 'Wed'] },
    { name: 'count', type: NUMERIC, values: [30, 10, 50, null] },
  ],
  rowCount: 4,
}

const input = (own: Record<string, unknown> = {}): ChartInput => ({
  form: { ...said, ...own },
  tables: heatmap_v2.toQueries({ ...said, ...own }).map((query) => applySteps(query, rows)),
  entries: [],
  dataset: { verbose_map: { count: 'Flights' }, column_formats: {} },
  labelColors: {},
})
const propsOf = (own?: Record<string, unknown>) => propsFor(heatmap_v2, toProps, input(own))

it('returns a cell for each pair of values, with its rank and its share of the total', () => {
  const { x, y, cells } = propsOf()
  // A row without a number has no cell and adds no axis value.
  expect([x.values, y.names]).toEqual([
    [9, 10],
    ['Mon', 'Tue'],
  ])
  expect(cells).toEqual([
    { x: 1, y: 0, value: 30, rank: 2 / 3, share: 30 / 90 },
    { x: 0, y: 0, value: 10, rank: 1 / 3, share: 10 / 90 },
    { x: 1, y: 1, value: 50, rank: 1, share: 50 / 90 },
  ])
})

it.each([
  ['x', [0.5, 1, 1], [30 / 80, 1, 50 / 80]],
  ['y', [1, 0.5, 1], [0.75, 0.25, 1]],
])('computes ranks and shares within %s, by the form', (normalize_across, ranks, shares) => {
  const { cells } = propsOf({ normalize_across })
  expect(cells.map(({ rank }) => rank)).toEqual(ranks)
  expect(cells.map(({ share }) => share)).toEqual(shares)
})

it('sorts weekdays in calendar order, ascending and descending', () => {
  const days = ['Friday', 'Monday', 'Sunday', 'Wednesday']
  const table: Table = {
    columns: [
      { name: 'hour', type: NUMERIC, values: days.map(() => 9) },
      { name: 'day', type: STRING, values: days },
      { name: 'count', type: NUMERIC, values: [1, 2, 3, 4] },
    ],
    rowCount: 4,
  }
  const names = (own: Record<string, unknown>) =>
    propsFor(heatmap_v2, toProps, {
      ...input(own),
      tables: heatmap_v2.toQueries({ ...said, ...own }).map((query) => applySteps(query, table)),
    }).y.names
  const week = ['Monday', 'Wednesday', 'Friday', 'Sunday']
  expect(names({ sort_y_axis: 'alpha_asc' })).toEqual(week)
  expect(names({ sort_y_axis: 'alpha_desc' })).toEqual(week.toReversed())
})

it('sorts axes by name or by the sum of their values', () => {
  const sides = (own: Record<string, unknown>) => [propsOf(own).x.values, propsOf(own).y.values]
  expect(sides({ sort_x_axis: 'alpha_desc', sort_y_axis: 'alpha_desc' })).toEqual([
    [10, 9],
    ['Tue', 'Mon'],
  ])
  // 9 has 10, 10 has 80; Mon has 40, Tue has 50.
  expect(sides({ sort_x_axis: 'value_desc', sort_y_axis: 'value_asc' })).toEqual([
    [10, 9],
    ['Mon', 'Tue'],
  ])
})

it('scales colors from minimum to maximum, within the bounds of the form, or by rank', () => {
  const ramp = (own: Record<string, unknown>) => {
    const { least, most, isHeld } = rampOf(propsOf(own), 'light')
    return [least, most, isHeld]
  }
  expect(ramp({})).toEqual([10, 50, [false, false]])
  expect(ramp({ value_bounds: [20, null] })).toEqual([20, 50, [true, false]])
  expect(ramp({ normalized: true })).toEqual([0, 1, [false, false]])
  // The third of seven steps, at one third of the range.
  expect([0.3, 1].map((share) => stepColor(['#000000', '#ffffff'], share))).toEqual(['#555555', '#ffffff'])
})

it('reads its rows of one column or of a list', () => {
  const one = { ...said, groupby: 'day' } as unknown as FormData
  expect(heatmap_v2.toQueries(one)).toEqual(heatmap_v2.toQueries(said))
})

it('queries both axes by name, and ranks', () => {
  expect(heatmap_v2.toQueries({ ...said, sort_y_axis: 'alpha_desc', time_grain_sqla: 'P1D' })[0]).toMatchObject({
    columns: [{ label: 'hour', columnType: 'BASE_AXIS', timeGrain: 'P1D' }, 'day'],
    orderby: [
      [{ label: 'hour' }, true],
      ['day', false],
    ],
    post_processing: [{ operation: 'rank', options: { metric: 'count', group_by: null } }],
  })
  const [byValue] = heatmap_v2.toQueries({ ...said, sort_x_axis: 'value_asc', sort_y_axis: 'value_asc' })
  expect(byValue?.orderby).toEqual([])
})

it('describes cells, and filters by both axes', () => {
  const [mark] = cellMarks(propsOf())
  expect(mark?.text()).toBe('10, Mon: Flights 30, Share of all 33.3%')
  expect(heatmap_v2.toDataMask?.([mark?.selection ?? {}], said).extraFormData?.filters).toEqual([
    { col: 'day', op: 'IN', val: ['Mon'] },
    { col: 'hour', op: 'IN', val: [10], grain: null },
  ])
  expect(heatmapSummary(propsOf())).toBe('Flights in 3 cells. Greatest 10, Tue: 50. Least 9, Mon: 10')
})
