import { expect, it } from 'vitest'
import { DEFAULT_VIEWPORT, viewport, viewportText } from './index.ts'
import type { Control } from '#controls/control.ts'

const control: Control = { type: 'viewport', name: 'viewport', label: 'Viewport', affects: 'picture' }

it('K-QUERY-12: a new viewport is 6.85, 31.22 at zoom 1, neither turned nor tilted', () => {
  expect(DEFAULT_VIEWPORT).toEqual({ longitude: 6.85, latitude: 31.22, zoom: 1, bearing: 0, pitch: 0 })
})

it('E-MAP-07 E-CONTROLS-08: a viewport has longitude, latitude, zoom, bearing and pitch', () => {
  const saved = { longitude: -122.4, latitude: 37.8, zoom: 11.5, bearing: 10, pitch: 45 }
  expect(viewport.parse({ ...saved, other: 1 }, control)).toEqual(saved)
  expect(viewportText(saved)).toBe('-122.4, 37.8 · 11.5')
})

it('parts that are missing or outside their limits take their default', () => {
  expect(viewport.parse({ zoom: 3, latitude: 91, pitch: '10' }, control)).toEqual({ ...DEFAULT_VIEWPORT, zoom: 3 })
  expect([viewport.parse('x', control), viewport.parse([], control)]).toEqual([undefined, undefined])
})
