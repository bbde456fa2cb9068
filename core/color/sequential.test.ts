import { expect, it } from 'vitest'
import { DEFAULT_SEQUENTIAL, rampColor, rampColors, sequentialScheme, sequentialSchemes } from './sequential.ts'
import { parseColor } from './rgb.ts'

it('every ramp has valid colours, a unique name and a unique id', () => {
  for (const { id, colors, dark = [] } of sequentialSchemes) {
    expect(colors.length, id).toBeGreaterThan(1)
    for (const color of [...colors, ...dark]) expect(parseColor(color), `${id} ${color}`).toBeDefined()
  }
  for (const key of ['id', 'label'] as const) {
    expect(new Set(sequentialSchemes.map((each) => each[key])).size).toBe(sequentialSchemes.length)
  }
})

it('returns the default scheme for an unknown one', () => {
  expect(sequentialScheme('of_tomorrow').id).toBe(DEFAULT_SEQUENTIAL)
  expect(sequentialScheme(null).id).toBe(DEFAULT_SEQUENTIAL)
  expect(rampColors('facet_blue', 'dark')[0]).toBe('#18223c')
  expect(rampColors('white_black', 'dark')).toEqual(['#ffffff', '#000000'])
})

it('a value between two colors has their mixture, and the end colors apply beyond', () => {
  const grey = ['#000000', '#808080', '#ffffff']
  expect([-1, 0, 0.25, 0.5, 1, 7, Number.NaN].map((position) => rampColor(grey, position))).toEqual([
    '#000000',
    '#000000',
    '#404040',
    '#808080',
    '#ffffff',
    '#ffffff',
    '#000000',
  ])
})
