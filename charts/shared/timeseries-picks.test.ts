import { expect, it } from 'vitest'
import { timeseriesDrill } from './timeseries-picks.ts'

const day = Date.UTC(2024, 0, 5)
const form = { viz_type: 'echarts_timeseries_line', granularity_sqla: 'ds', time_grain_sqla: 'P1D', groupby: ['city'] }

it.each([
  ['a series', form, [{ city: 'Ash' }], [{ col: 'city', op: 'IN', val: ['Ash'] }]],
  ['a series without a name', form, [{ city: null }], [{ col: 'city', op: 'IS NULL' }]],
  [
    'a point of a series',
    form,
    [{ city: 'Ash', __timestamp: day }],
    [
      { col: 'city', op: 'IN', val: ['Ash'] },
      { col: 'ds', op: 'IN', val: [day], grain: 'P1D' },
    ],
  ],
  [
    'a bar of a category',
    { ...form, x_axis: 'kind', groupby: [] },
    [{ kind: 'x' }, { kind: 'y' }],
    [{ col: 'kind', op: 'IN', val: ['x', 'y'] }],
  ],
  [
    'a bar of a period on an axis of its own',
    { ...form, x_axis: 'ds', groupby: [] },
    [{ ds: day }],
    [{ col: 'ds', op: 'IN', val: [day], grain: 'P1D' }],
  ],
  ['a point without a column of time', { viz_type: form.viz_type }, [{ __timestamp: day }], []],
])('the rows behind %s', (_, of, picked, filters) => {
  expect(timeseriesDrill(picked, of)).toEqual(filters)
})
