import { expect, it } from 'vitest'
import { dashboardChart, openDashboard } from '#testing/dashboard.ts'

const pie = dashboardChart(10, { viz_type: 'pie', groupby: ['grp'], metric: 'count' })
const bars = dashboardChart(11, { viz_type: 'echarts_timeseries_bar', granularity_sqla: 'ds', metrics: ['count'] })
const opened = (masks: object) => openDashboard({}, { charts: [pie, bars, dashboardChart(12)], masks: masks as never })
const isB = { col: 'grp', op: 'IN', val: ['B'] }
const isC = { col: 'grp', op: 'IN', val: ['C'] }
const saysC = { label: 'C', value: [['C']], selectedValues: ['C'] }

it('applies a selection from the URL by the rules of its chart, ignoring other values', () => {
  const more = { adhoc_filters: [{ sqlExpression: 'true' }], time_range: 'Last week' }
  const mask = { extraFormData: { filters: [isB], ...more }, filterState: { ...saysC, picked: [{ grp: 'C' }] } }
  const { masks } = opened({ 10: mask })
  expect(masks[10]).toMatchObject({ id: '10', extraFormData: { filters: [isC] }, filterState: { label: 'C' } })
  expect(Object.keys(masks[10]?.extraFormData ?? {})).toEqual(['filters'])
})

it('restores excluded marks as excluded', () => {
  const mask = { extraFormData: {}, filterState: { picked: [{ grp: 'C' }], isLeftOut: true } }
  expect(opened({ 10: mask }).masks[10]?.extraFormData?.filters).toEqual([{ col: 'grp', op: 'EXCEPT', of: [isC] }])
})

it('a brushed time range is restored by the chart it was drawn in', () => {
  const [first, last] = [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)]
  const mask = { extraFormData: { filters: [isB] }, filterState: { stretch: { kind: 'time', first, last } } }
  expect(opened({ 11: mask }).masks[11]?.extraFormData?.filters).toEqual([
    { col: 'ds', op: '>=', val: first },
    { col: 'ds', op: '<=', val: last },
  ])
})

it('links without marks use the conditions, under their labels', () => {
  const mask = { extraFormData: { filters: [isB, { col: 'n', op: '>', val: 3 }] }, filterState: saysC }
  expect(opened({ 10: mask }).masks[10]).toMatchObject({
    extraFormData: { filters: [isB, { col: 'n', op: '>', val: 3 }] },
    filterState: { label: 'B, n > 3' },
  })
})

it('ignores the selection of a missing chart, and restores ownState', () => {
  const own = { extraFormData: { filters: [] }, ownState: { page: 2 } }
  const { masks } = opened({ 999: { extraFormData: { filters: [isB] }, filterState: saysC }, 12: own })
  expect(masks[999]).toBeUndefined()
  expect(masks[12]).toMatchObject({ extraFormData: {}, ownState: { page: 2 } })
})
