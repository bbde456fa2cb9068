import { expect, it } from 'vitest'
import { colorOf, initials } from './initials.ts'

it.each([
  ['Ada Lovelace', 'AL'],
  ['admin', 'A'],
  ['jean-luc picard', 'JP'],
  ['grace.hopper', 'GH'],
  ['  ', ''],
  ['李 小龙', '李小'],
  ['Ada (guest)', 'AG'],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

it('a name keeps its colour', () => {
  expect(colorOf('admin', 8)).toBe(colorOf('admin', 8))
  expect(colorOf('a', 8)).toBe(97 % 8)
})
