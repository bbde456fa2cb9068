import { expect, it } from 'vitest'
import { timeseriesBrush, timeseriesDrill } from './timeseries-selection.ts'

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
    'a bar of a period on an axis other than the time column',
    { ...form, x_axis: 'ds', groupby: [] },
    [{ ds: day }],
    [{ col: 'ds', op: 'IN', val: [day], grain: 'P1D' }],
  ],
  [
    'numbers on an axis of an older form, which has no time column',
    { ...form, x_axis: 'made', groupby: [] },
    [{ made: day }],
    [{ col: 'made', op: 'IN', val: [day], grain: 'P1D' }],
  ],
  ['a point without a column of time', { viz_type: form.viz_type }, [{ __timestamp: day }], []],
])('the rows behind %s', (_, of, selectedMarks, filters) => {
  expect(timeseriesDrill(selectedMarks, of)).toEqual(filters)
})

const within = (first: unknown, last: unknown, more: object = {}) => [
  { col: 'ds', op: '>=', val: first, ...more },
  { col: 'ds', op: '<=', val: last, ...more },
]

it.each([
  [
    'days',
    form,
    'time',
    day,
    day + 2 * 86_400_000,
    'Fri, Jan 5 2024 – Sun, Jan 7 2024',
    within(day, day + 172_800_000, { grain: 'P1D' }),
  ],
  ['one day', form, 'time', day, day, 'Fri, Jan 5 2024', within(day, day, { grain: 'P1D' })],
  [
    'months of an axis other than the time column, by the calendar of the dashboard',
    { ...form, x_axis: 'ds', extra_form_data: { time_grain_sqla: 'P1M' } },
    'time',
    Date.UTC(2024, 0, 1),
    Date.UTC(2024, 2, 1),
    'Jan 2024 – Mar 2024',
    within(Date.UTC(2024, 0, 1), Date.UTC(2024, 2, 1), { grain: 'P1M' }),
  ],
  [
    'instants without a grain',
    { ...form, time_grain_sqla: null },
    'time',
    day,
    day + 3_600_000,
    'Fri, Jan 5 2024 – Fri, Jan 5 2024, 01:00',
    within(day, day + 3_600_000),
  ],
  ['numbers', { ...form, x_axis: 'ds', temporal_columns_lookup: {} }, 'number', 2, 7.5, '2 – 7.5', within(2, 7.5)],
] as const)('a selected range of %s', (_, of, kind, first, last, label, filters) => {
  expect(timeseriesBrush({ kind, first, last }, of)).toEqual({
    extraFormData: { filters },
    filterState: { label, value: [first, last], stretch: { kind, first, last } },
  })
})

it.each([
  ['an expression', { ...form, x_axis: { label: 'x', sqlExpression: 'a + 1' } }],
  ['no column', { viz_type: form.viz_type }],
])('a selected range of an axis of %s filters nothing', (_, of) => {
  expect(timeseriesBrush({ kind: 'time', first: day, last: day }, of)).toBeUndefined()
})
