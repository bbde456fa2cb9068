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

it('a name has one of the colours, by its letters', () => {
  expect(colorOf('a', 8)).toBe(97 % 8)
})
