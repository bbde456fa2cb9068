import { act, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { userInput } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { StepButtons } from './StepButtons.tsx'

const region = selectFilter('NATIVE_FILTER-region', 'region')

beforeEach(() => toast.clear())

it('Ctrl+Z names the undone filter, and its toast redoes it', async () => {
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [region] }))
  actions.setMask(store, region.id, maskOf(region, ['EU']))
  actions.stepTo(store, 1, true)
  const show = (at: number, value: readonly string[]) => {
    actions.setMask(store, region.id, maskOf(region, value))
    actions.stepTo(store, at, false)
  }
  vi.spyOn(window.history, 'back').mockImplementation(() => show(0, []))
  vi.spyOn(window.history, 'forward').mockImplementation(() => show(1, ['EU']))
  render(
    <DashboardContext value={store}>
      <StepButtons />
    </DashboardContext>,
  )
  const hand = userInput()
  await hand.keyboard('{Control>}z{/Control}')
  expect(toast.first()?.text).toBe('Undone: region')
  act(() => toast.first()?.action?.onPress())
  expect(store.getState().viewSteps.at).toBe(1)
  expect(toast.first()?.text).toBe('Redone: region')
  expect(toast.first()?.action?.label).toBe('Undo')
})

it('shows no toast when there is nothing to undo', async () => {
  const store = createDashboardStore(openDashboard())
  actions.stepTo(store, 1, true)
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
  actions.stepTo(store, 0, false)
  render(
    <DashboardContext value={store}>
      <StepButtons />
    </DashboardContext>,
  )
  await userInput().keyboard('{Control>}z{/Control}')
  expect(back).not.toHaveBeenCalled()
  expect(toast.first()).toBeUndefined()
})
