import { expect, it } from 'vitest'
import { fromHex, toHex } from './hex.ts'
import { color_picker } from './index.ts'
import type { Control } from '#controls/control.ts'
import { DEFAULT_FIXED_COLOR } from '#core/color/rgb.ts'

const control: Control = { type: 'color_picker', name: 'color_picker', label: 'Fixed Color', affects: 'picture' }

it('E-COLOR-03: an opacity outside 0 to 1 is rejected', () => {
  expect(color_picker.parse({ r: 1, g: 2, b: 3, a: 0 }, control)).toEqual({ r: 1, g: 2, b: 3, a: 0 })
  expect(color_picker.parse({ r: 1, g: 2, b: 3, a: 1.1 }, control)).toBeUndefined()
  expect(color_picker.parse({ r: 1, g: 2, b: 3, a: -0.1 }, control)).toBeUndefined()
})

it('E-COLOR-04: a colour text is hex of 3 or 6 digits or rgb()', () => {
  expect(color_picker.parse('#fa0', control)).toEqual({ r: 255, g: 170, b: 0, a: 1 })
  expect(color_picker.parse('#0a0B0c', control)).toEqual({ r: 10, g: 11, b: 12, a: 1 })
  expect(color_picker.parse('rgb(1, 2, 3)', control)).toEqual({ r: 1, g: 2, b: 3, a: 1 })
  expect(['#ff', 'rgb(300,0,0)', 'teal', ''].map((text) => color_picker.parse(text, control))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('E-CONTROLS-05 K-QUERY-06: the fixed colour is shown as hex and read back', () => {
  expect(toHex(DEFAULT_FIXED_COLOR)).toBe('#007a87')
  expect(fromHex('#007a87')).toEqual({ r: 0, g: 122, b: 135, a: 1 })
  expect(toHex({ r: 0, g: 122, b: 135, a: 0.5 })).toBe('#007a8780')
  expect(fromHex('#007a8780')).toEqual({ r: 0, g: 122, b: 135, a: 0.5 })
  for (const none of ['teal', '#007a878', '#007a87801', ' #007a87', '007a87']) expect(fromHex(none)).toBeUndefined()
  expect([toHex({ r: 0, g: 122.4, b: 135, a: 0 }), fromHex('#FF00aaFF')]).toEqual([
    '#007a8700',
    { r: 255, g: 0, b: 170, a: 1 },
  ])
})
