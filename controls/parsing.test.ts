import { expect, it } from 'vitest'
import { checkbox } from './checkbox/index.ts'
import { color_picker } from './color_picker/index.ts'
import type { Control, ControlType } from './control.ts'
import { select_async } from './select_async/index.ts'
import { slider } from './slider/index.ts'
import { spatialText } from './spatial/index.ts'

const read = <T>(kind: ControlType<T>, raw: unknown, own: Partial<Control> = {}): unknown =>
  kind.parse(raw, { type: kind.type, name: 'x', label: 'X', affects: 'picture', ...own })

it.each([
  [
    { r: 0, g: 255, b: 9.6 },
    { r: 0, g: 255, b: 10, a: 1 },
  ],
  [{ r: -1, g: 0, b: 0 }, undefined],
  [{ r: 0, g: 256, b: 0 }, undefined],
  [{ r: 0, g: 0, b: '9' }, undefined],
  [{ g: 0, b: 0 }, undefined],
  [{ r: 0, b: 0 }, undefined],
  [{ r: 0, g: 0 }, undefined],
  [null, undefined],
  [7, undefined],
])('parses the color %j as %j', (raw, color) => {
  expect(read(color_picker, raw)).toEqual(color)
})

it.each([
  ['5', 5],
  [0, 0],
  [-1, 0],
  [101, 100],
  [Number.NaN, undefined],
  ['', undefined],
  [null, undefined],
  [true, undefined],
  [false, undefined],
  ['x', undefined],
])('parses the slider value %j as %j', (raw, value) => {
  expect(read(slider, raw)).toBe(value)
})

it('clamps a slider to its minimum and maximum', () => {
  expect([1, 7, 30].map((raw) => read(slider, raw, { min: 5, max: 10 }))).toEqual([5, 7, 10])
})

it.each([
  ['a', 'a'],
  [0, 0],
  [false, false],
  ['', undefined],
  [Number.NaN, undefined],
  [{}, undefined],
  [undefined, undefined],
  [null, null],
  [['a', 'b'], 'a'],
])('parses %j as the single choice %j', (raw, value) => {
  expect(read(select_async, raw)).toEqual(value)
})

it('rejects null for a control that cannot be cleared', () => {
  expect(read(select_async, null, { clearable: false })).toBeUndefined()
  expect(read(select_async, null, { clearable: true })).toBeNull()
})

it.each([
  [
    ['a', 'a', '', 3, false, null, {}],
    ['a', 3, false],
  ],
  ['a', ['a']],
  [null, []],
  [undefined, undefined],
])('parses %j as the choices %j', (raw, values) => {
  expect(read(select_async, raw, { multi: true })).toEqual(values)
})

it('describes spatial columns in one line, and reports missing ones', () => {
  expect(spatialText({ type: 'latlong', lonCol: 'b' })).toBe('b | ?')
  expect(spatialText({ type: 'latlong', latCol: 'a' })).toBe('? | a')
  expect(spatialText({ type: 'delimited', lonlatCol: 'c', geohashCol: 'd' })).toBe('c')
  expect(spatialText({ type: 'geohash', lonlatCol: 'c', geohashCol: 'd' })).toBe('d')
  expect(spatialText({ type: 'geohash' })).toBe('?')
})

it.each([
  [true, true],
  ['true', true],
  [1, true],
  [false, false],
  ['false', false],
  [0, false],
  ['', undefined],
  ['yes', undefined],
  [2, undefined],
  [null, undefined],
  [undefined, undefined],
])('parses the stored checkbox value %j as %j', (raw, value) => {
  expect(read(checkbox, raw)).toBe(value)
})
