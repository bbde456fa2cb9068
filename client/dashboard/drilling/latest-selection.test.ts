import { expect, it } from 'vitest'
import { latestSelection } from './latest-selection.ts'

const narrowing = { extraFormData: { filters: [{ col: 'a', op: 'IN', val: [1] }] } } as const
const idle = { extraFormData: {} }

it.each([
  ['no chart has a selection', { 10: idle, 'NATIVE_FILTER-a': narrowing }, ['10'], undefined],
  ['one chart has a selection', { 10: narrowing, 11: idle }, [], '10'],
  ['two charts have selections', { 10: narrowing, 11: narrowing }, ['11', '10'], '10'],
  ['the last selection was cleared', { 10: narrowing, 11: idle }, ['10', '11', '11'], '10'],
  ['an earlier selection was changed', { 10: narrowing, 11: narrowing }, ['10', '11', '10'], '10'],
])('returns the latest cross-filter when %s', (_, masks, order, id) => {
  expect(latestSelection(masks, order)).toBe(id)
})
