import { expect, it } from 'vitest'
import { optionalInteger, optionalNumber, requiredNumber, notEmpty } from './validators.ts'

it('E-CONTROLS-27: reports that an integer is expected', () => {
  expect(['1.5', 'x', true].map(optionalInteger)).toEqual([
    'is expected to be an integer',
    'is expected to be an integer',
    null,
  ])
  expect(['5', 5, '-3', '', null].map(optionalInteger)).toEqual([null, null, null, null, null])
})

it('E-CONTROLS-28: reports that a number is expected', () => {
  expect(optionalNumber('x')).toBe('is expected to be a number')
  expect(['1.5', 2, '', null].map(optionalNumber)).toEqual([null, null, null, null])
})

it('E-CONTROLS-29: the stricter number check rejects empty and infinite values too', () => {
  const message = 'is expected to be a number'
  expect(['', null, 'Infinity', Number.NaN, '2'].map(requiredNumber)).toEqual([
    message,
    message,
    message,
    message,
    null,
  ])
})

it('E-CONTROLS-30: null, empty text and an empty list are empty, zero and false are not', () => {
  expect([null, '', [], undefined].map(notEmpty)).toEqual(Array.from({ length: 4 }, () => 'cannot be empty'))
  expect([0, false, ['']].map(notEmpty)).toEqual([null, null, null])
})
