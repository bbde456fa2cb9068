import { expect, it } from 'vitest'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { isNextStep, stepOf, nextHistoryEntry } from './view-steps.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'

const [origin, month] = [selectFilter('o', 'origin'), selectFilter('m', 'month')]
const start = openDashboard({ native_filter_configuration: [origin, month] })
type State = typeof start

const chosen = (state: State, filter: typeof origin, value: readonly string[]): State => ({
  ...state,
  masks: { ...state.masks, [filter.id]: maskOf(filter, value) },
})

it('each applied filter and each cross-filter is a history step', () => {
  const first = chosen(start, origin, ['ATL'])
  expect(isNextStep(first, start)).toBe(true)
  expect(isNextStep(chosen(first, month, ['5']), first)).toBe(true)
  const picked = { id: '10', extraFormData: { filters: [{ col: 'a', op: 'IN', val: ['x'] }] } } as const
  expect(isNextStep({ ...first, masks: { ...first.masks, 10: picked } }, first)).toBe(true)
  expect(isNextStep({ ...first, activeTabs: ['TAB-2'] }, first)).toBe(false)
})

it('first values, changed filter definitions and states that are not in the URL are no steps', () => {
  const waiting = { ...start, awaited: ['o'] }
  expect(isNextStep({ ...chosen(waiting, origin, ['ATL']), awaited: [] }, waiting)).toBe(false)
  expect(isNextStep({ ...chosen(start, origin, ['ATL']), filters: [origin] }, start)).toBe(false)
  const own = { ...start, masks: { ...start.masks, 10: { id: '10', ownState: { page: 2 } } } }
  expect(isNextStep(own, start)).toBe(false)
  const drilled = { ...own.masks, 10: { id: '10', ownState: { page: 2, drill: [{ by: 'a', pick: {} }] } } }
  expect(isNextStep({ ...own, masks: drilled }, own)).toBe(true)
})

it('a history entry increments the step of the previous one, and retains other state', () => {
  const router = { __TSR_index: 4, __TSR_key: 'k' }
  expect([stepOf(null), stepOf(router), stepOf({ viewStep: -1 }), stepOf({ viewStep: 'x' })]).toEqual([0, 0, 0, 0])
  const next = nextHistoryEntry(router)
  expect(next).toEqual({ __TSR_index: 5, __TSR_key: 'k', viewStep: 1 })
  expect(stepOf(nextHistoryEntry(next))).toBe(2)
})
