import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { panViewport } from './mercator.ts'
import { useViewport } from './use-viewport.tsx'
import { waitForAssertion } from '#testing/user-input.ts'

const size = { width: 800, height: 400 }

/** A map in Explore whose control values are updated by the map. */
function useMade() {
  const [{ viewport, autozoom }, setControls] = useState({
    viewport: { longitude: -100, latitude: 40, zoom: 5, bearing: 0, pitch: 0 },
    autozoom: false,
  })
  const onControls = (change: object) => setControls((known) => ({ ...known, ...change }))
  return { ...useViewport({ viewport, autozoom, bounds: null, onControls }, size, undefined), viewport, setControls }
}

it('a drag that pauses continues from its last position, not from that of the controls', async () => {
  const { result } = renderHook(useMade)
  // 16 of the 512 * 2^5 pixels around the world are 0.3515625 degrees; controls receive four decimal places.
  for (const reported of [-100.3516, -100.7031, -101.0547]) {
    act(() => result.current.move((viewport) => panViewport(viewport, size, 16, 0)))
    await waitForAssertion(() => expect(result.current.viewport.longitude).toBe(reported))
  }
  expect(result.current.currentViewport.longitude).toBeCloseTo(-101.0546875, 9)
  // A viewport from the controls that differs from the reported one is shown.
  act(() => result.current.setControls((known) => ({ ...known, viewport: { ...known.viewport, longitude: 7 } })))
  expect(result.current.currentViewport.longitude).toBe(7)
})
