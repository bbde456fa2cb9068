import { describe, expect, it } from 'vitest'
import { distinctFormatter } from './distinct-formatter.ts'
import { splitFormat, withCurrency } from './currency.ts'
import { printsAllDigits } from './digits.ts'
import { splitDigits, withDigits } from './format-digits.ts'
import { numberFormatter } from './number.ts'

const DIGITS = ['9007199254740993', '9223372036854775807', '-99999999999999.9999', '123456789012.345678']

it('keeps exact digits with a pattern and a currency', () => {
  const format = withDigits(withCurrency(',d', { symbol: '€', position: 'suffix' }), DIGITS)
  expect(splitDigits(format).digits).toEqual(DIGITS)
  expect(splitFormat(format)).toEqual({ pattern: ',d', currency: { symbol: '€', position: 'suffix' } })
  expect(printsAllDigits(format)).toBe(true)
  expect(withDigits(',d', [])).toBe(',d')
})

describe('a format with digits', () => {
  it.each([
    [',d', '9007199254740993', '9,007,199,254,740,993'],
    [',d', '9223372036854775807', '9,223,372,036,854,775,807'],
    [',.4f', '-99999999999999.9999', '−99,999,999,999,999.9999'],
    [',.6~f', '123456789012.345678', '123,456,789,012.345678'],
    ['$,.2f', '9007199254740993', '$9,007,199,254,740,993.00'],
  ])('writes by %s the double of %s with all digits', (pattern, digits, expected) => {
    expect(numberFormatter(withDigits(pattern, DIGITS))(Number(digits))).toBe(expected)
  })

  it('writes the currency too', () => {
    const format = withDigits(withCurrency(',d', { symbol: 'EUR', position: 'suffix' }), DIGITS)
    expect(numberFormatter(format)(Number(DIGITS[0]))).toBe('9,007,199,254,740,993 €')
  })

  it('formats other numbers by the pattern only', () => {
    const write = numberFormatter(withDigits(',d', DIGITS))
    expect([write(12_345), write(0), write(Number.NaN), write(Number.POSITIVE_INFINITY)]).toEqual([
      '12,345',
      '0',
      'NaN',
      '∞',
    ])
  })

  it('marks an ambiguous double and a sum beyond 2^53 as approximate', () => {
    const write = numberFormatter(withDigits(',d', ['9007199254740993', '9007199254740992']))
    expect(write(9_007_199_254_740_992)).toBe('≈ 9,007,199,254,740,992')
    expect(write(18_014_398_509_481_984)).toBe('≈ 18,014,398,509,481,984')
  })

  it('leaves abbreviations and significant digits as they are', () => {
    expect(numberFormatter(withDigits('.3s', DIGITS))(9_007_199_254_740_992)).toBe('9.01P')
  })

  it('keeps the digits if more decimals distinguish the values', () => {
    const write = distinctFormatter(withDigits(',d', DIGITS), [1.2, 1.4, Number(DIGITS[3])])
    expect(write(Number(DIGITS[3]))).toBe('123,456,789,012.3')
  })
})
