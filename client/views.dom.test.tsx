import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fetchChartView, useChartView } from './views.ts'
import { waitForAssertion } from '#testing/user-input.ts'

it('returns the view of a type with its transformProps, as one object after several fetches', async () => {
  const answers: object[] = []
  const { result, rerender } = renderHook(() => useChartView('big_number_total', answers))
  await waitForAssertion(() =>
    expect(result.current).toMatchObject({ View: expect.any(Function), toProps: expect.any(Function) }),
  )
  const first = result.current
  await fetchChartView('big_number_total')
  rerender()
  expect(result.current).toBe(first)
})

it('an unknown type has no view', async () => {
  const answers: object[] = []
  const { result } = renderHook(() => useChartView('of_tomorrow', answers))
  await fetchChartView('of_tomorrow')
  expect(result.current).toBeUndefined()
})
