import { expect, it } from 'vitest'
import { isRangeParam, masksOfRanges, printRangeParam } from './range-params.ts'
import { masksFromParam, viewParams, dashboardViewUrl } from './dashboard-url.ts'

const JAN = Date.UTC(2001, 0, 1)
const MARCH = Date.UTC(2001, 2, 1)
const brushed = (kind: 'time' | 'number', first: number, last: number, col: string, grain?: string) => ({
  id: '12',
  extraFormData: {
    filters: [
      { col, op: '>=', val: first, ...(grain ? { grain } : {}) },
      { col, op: '<=', val: last, ...(grain ? { grain } : {}) },
    ],
  },
  filterState: { label: 'any', value: [first, last], stretch: { kind, first, last } },
})

it.each([
  [brushed('time', JAN, MARCH, 'date', 'P1M'), 'date,P1M,2001-01-01..2001-03-01'],
  [
    brushed('time', JAN + 1000, JAN + 61_500, 'order, "date"'),
    '"order, \\"date\\"",2001-01-01T00:00:01..2001-01-01T00:01:01.500',
  ],
  [brushed('number', -1.5, 20, 'price'), 'price,-1.5..20'],
  [brushed('number', 3, 3, '7'), '"7",3..3'],
])('prints and parses a range %#', (mask, text) => {
  expect(printRangeParam('12', mask)).toEqual(['range.12', text])
  const { kind, first, last } = mask.filterState.stretch
  expect(masksOfRanges([['range.12', text]])).toEqual({
    12: { id: '12', extraFormData: mask.extraFormData, filterState: { stretch: { kind, first, last } } },
  })
})

it('returns no range parameter for masks with more than a range or with ends that cannot be printed', () => {
  const range = brushed('number', 1, 2, 'price')
  expect(printRangeParam('12', { ...range, ownState: { page: 2 } })).toBeUndefined()
  const filters = [...range.extraFormData.filters, { col: 'city', op: 'IN', val: ['a'] }]
  expect(printRangeParam('12', { ...range, extraFormData: { filters } })).toBeUndefined()
  expect(printRangeParam('12', { id: '12', extraFormData: range.extraFormData })).toBeUndefined()
  expect(printRangeParam('12', brushed('time', Date.UTC(12_000, 0, 1), Date.UTC(12_001, 0, 1), 'date'))).toBeUndefined()
})

it.each([
  '',
  'price',
  '1..2',
  'price,1',
  'price,1..2..3',
  'price,a,b,1..2',
  'price,1..x',
  'price,2001-01-01..3',
  'd,2001-99-01..2001-01-01',
])('a malformed range is not applied: %s', (text) => {
  expect(masksOfRanges([['range.12', text]])).toEqual({})
})

it('the URL of a dashboard contains a brushed range instead of rison, until the range is cleared', () => {
  const state = { filters: [], activeTabs: [], masks: { 12: brushed('time', JAN, MARCH, 'date', 'P1M') } }
  const address = dashboardViewUrl('?page=1', viewParams(state))
  expect(address).toBe('?page=1&range.12=date,P1M,2001-01-01..2001-03-01')
  expect(masksFromParam(viewParams(state).native_filters)[12]).toMatchObject({
    extraFormData: state.masks[12].extraFormData,
  })
  expect(dashboardViewUrl(address, viewParams({ ...state, masks: {} }))).toBe('?page=1')
  expect(['range.12', 'range.x', 'range'].map(isRangeParam)).toEqual([true, false, false])
})
