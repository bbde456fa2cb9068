import { afterEach, describe, expect, it } from 'vitest'
import { formatCompact } from './compact.ts'
import { formatNumeric } from './digits.ts'
import { setFormatLocale } from '#core/text/format-locale.ts'
import { exactPattern, formatNumber, isNumberFormat, numberFormatter } from './number.ts'
import { numberFormats } from './number-formats.ts'

const values = [12345.432, -12345.432, 0, 0.1234]

describe('d3 patterns', () => {
  it.each([
    [',d', ['12,345', '−12,345', '0', '0']],
    ['.1s', ['10k', '−10k', '0', '100m']],
    ['.3s', ['12.3k', '−12.3k', '0.00', '123m']],
    [',.1%', ['1,234,543.2%', '−1,234,543.2%', '0.0%', '12.3%']],
    ['.2%', ['1234543.20%', '−1234543.20%', '0.00%', '12.34%']],
    ['.3%', ['1234543.200%', '−1234543.200%', '0.000%', '12.340%']],
    ['.4r', ['12350', '−12350', '0.000', '0.1234']],
    ['.4~r', ['12350', '−12350', '0', '0.1234']],
    ['.3p', ['1230000%', '−1230000%', '0.00%', '12.3%']],
    [',.4r', ['12,350', '−12,350', '0.000', '0.1234']],
    [',.1f', ['12,345.4', '−12,345.4', '0.0', '0.1']],
    [',.2f', ['12,345.43', '−12,345.43', '0.00', '0.12']],
    [',.3f', ['12,345.432', '−12,345.432', '0.000', '0.123']],
    ['+,', ['+12,345.432', '−12,345.432', '+0', '+0.1234']],
    ['$,.2f', ['$12,345.43', '−$12,345.43', '$0.00', '$0.12']],
    ['~g', ['12345.4', '−12345.4', '0', '0.1234']],
    [',', ['12,345.432', '−12,345.432', '0', '0.1234']],
  ])('%s', (pattern, texts) => {
    expect(values.map((value) => formatNumber(pattern, value))).toEqual(texts)
  })

  it('keeps six significant digits with ~g', () => {
    expect(formatNumber('~g', 1234567.891)).toBe('1.23457e+6')
    expect(formatNumber('~g', 123456789012345)).toBe('1.23457e+14')
    expect(formatNumber('~g', 0.1 + 0.2)).toBe('0.3')
  })

  it('prints the value as text when the pattern is invalid', () => {
    expect(formatNumber('%%nonsense', -1.5)).toBe('−1.5')
    expect(isNumberFormat('%%nonsense')).toBe(false)
    expect(isNumberFormat('.3~s')).toBe(true)
    expect(isNumberFormat('DURATION')).toBe(true)
  })

  it('formats NaN as its text and infinities as signs', () => {
    expect([null, undefined, Number.NaN, 'many', true].map((value) => formatNumber(',d', value))).toEqual([
      'null',
      'undefined',
      'NaN',
      'many',
      'true',
    ])
    expect(formatNumber(',d', Number.POSITIVE_INFINITY)).toBe('∞')
    expect(formatNumber('SMART_NUMBER', Number.NEGATIVE_INFINITY)).toBe('−∞')
  })

  it.each<[number, Readonly<Record<string, string>>]>([
    [1e21, { ',d': '1,000,000,000,000,000,000,000', '.2f': '1e+21', '.1%': '1e+23%', '.3s': '1.00Z', '~g': '1e+21' }],
    [-0.0004, { ',d': '0', '.2f': '0.00', '.1%': '0.0%', '.4r': '−0.0004000', '+,': '−0.0004' }],
    [-0, { ',d': '0', '+,': '+0', '$,.2f': '$0.00', '.4r': '0.000', DURATION: '0ms' }],
    [0.999, { '.0%': '100%', ',d': '1', '.1f': '1.0', '.2s': '1.0' }],
    [1e-7, { '.3f': '0.000', '~g': '1e-7', '.3s': '100n', DURATION: '0ms', MEMORY_BINARY: '0 B' }],
    [Number.NaN, { ',d': 'NaN', '.1%': 'NaN', DURATION: 'NaN', MEMORY_DECIMAL: 'NaN', SMART_NUMBER: 'NaN' }],
    [Number.POSITIVE_INFINITY, { '.1%': '∞', DURATION: '∞', MEMORY_DECIMAL: '∞', SMART_NUMBER: '∞' }],
    [Number.NEGATIVE_INFINITY, { '.1%': '−∞', DURATION_SUB: '−∞', MEMORY_BINARY: '−∞' }],
  ])('writes %d at the edges', (value, texts) => {
    const written = Object.keys(texts).map((pattern) => [pattern, formatNumber(pattern, value)])
    expect(Object.fromEntries(written)).toEqual(texts)
  })

  it('returns the same function for the same pattern', () => {
    expect(numberFormatter(' ,d ')).toBe(numberFormatter(',d'))
  })
})

describe('the adaptive format', () => {
  it.each([
    [0, '0'],
    [0.5, '0.5'],
    [1, '1'],
    [12.345, '12.35'],
    [123.456, '123.46'],
    [999.999, '1000'],
    [0.001, '0.001'],
    [0.00123456, '0.0012'],
    [0.0009, '900µ'],
    [0.000012345, '12.3µ'],
    [0.000001, '1µ'],
    [1000, '1k'],
    [1234.5, '1.23k'],
    [12345.432, '12.3k'],
    [999999, '1M'],
    [1234567, '1.23M'],
    [1e9, '1B'],
    [1.5e9, '1.5B'],
    [2.5e12, '2.5T'],
    [3e15, '3P'],
    [-1234, '−1.23k'],
    [1e-7, '100n'],
    // Between the sizes, and beyond the range of the prefixes.
    [999.994, '999.99'],
    [999.995, '1000'],
    [-999.999, '−1000'],
    [0.99996, '1'],
    [-0.00005, '−50µ'],
    [1e21, '1Z'],
    [1e24, '1Y'],
    [1.5e27, '1.5e+27'],
    [1e-24, '1y'],
    [5e-324, '4.94e-324'],
    [-1.7976931348623157e308, '−1.8e+308'],
    [-0, '0'],
  ])('%d is %s', (value, text) => {
    expect(formatNumber('SMART_NUMBER', value)).toBe(text)
  })

  it('formats numbers without a pattern as adaptive; the signed format adds a plus sign', () => {
    expect([undefined, null, '', '  '].map((pattern) => formatNumber(pattern, 12345))).toEqual(Array(4).fill('12.3k'))
    expect([5, 0, -5].map((value) => formatNumber('SMART_NUMBER_SIGNED', value))).toEqual(['+5', '0', '−5'])
  })

  it("applies to the name 'adaptive'", () => {
    expect(formatNumber('adaptive', 1234567)).toBe('1.23M')
  })
})

describe('durations in milliseconds', () => {
  it.each([
    [0, '0ms'],
    [100, '100ms'],
    [999, '999ms'],
    [1000, '1s'],
    [1500, '1.5s'],
    [59999.9, '59.9s'],
    [66000, '1m 6s'],
    [3600000, '1h'],
    [90061000, '1d 1h 1m 1s'],
    [400 * 86400000, '1y 35d'],
    [-66000, '−1m −6s'],
    [-0.4, '0ms'],
    [59999, '59.9s'],
    [60000, '1m'],
    [86400000, '1d'],
    [31536000000, '1y'],
    [1e15, '31709y 289d 1h 46m 40s'],
  ])('%d is %s', (value, text) => {
    expect(formatNumber('DURATION', value)).toBe(text)
  })

  it.each([
    [100.40008, '100ms 400µs 80ns'],
    [0.5, '500µs'],
    [0, '0ms'],
    [66001, '1m 6s 1ms'],
  ])('the duration %d with parts of a millisecond is %s', (value, text) => {
    expect(formatNumber('DURATION_SUB', value)).toBe(text)
  })
})

describe('bytes', () => {
  it.each([
    [0, '0 B', '0 B'],
    [999, '999 B', '999 B'],
    [1024, '1.02 kB', '1 KiB'],
    [999_999, '1 MB', '976.56 KiB'],
    [-1_500_000, '−1.5 MB', '−1.43 MiB'],
    [-0.001, '0 B', '0 B'],
    [0.5, '0.5 B', '0.5 B'],
    [999.999, '1 kB', '1000 B'],
    [1023.999, '1.02 kB', '1 KiB'],
    [1e21, '1 ZB', '867.36 EiB'],
  ])('the size %d is %s and %s', (value, decimal, binary) => {
    expect(formatNumber('MEMORY_DECIMAL', value)).toBe(decimal)
    expect(formatNumber('MEMORY_BINARY', value)).toBe(binary)
  })

  it('writes rates per second', () => {
    expect(formatNumber('MEMORY_TRANSFER_RATE_DECIMAL', 2000)).toBe('2 kB/s')
  })
})

it('every format offered can be read', () => {
  expect(numberFormats.filter(({ id }) => !isNumberFormat(id))).toEqual([])
})

it.each([
  ['.3s', ',.3~f'],
  ['$.2s', '$,.3~f'],
  ['+.2s', '+,.3~f'],
  ['$,.2f', '$,.2f'],
  ['SMART_NUMBER', 'SMART_NUMBER'],
  ['no pattern', 'no pattern'],
])('%s is written in full by %s', (pattern, exact) => {
  expect(exactPattern(pattern)).toBe(exact)
})

describe('formats of the user', () => {
  afterEach(() => setFormatLocale(undefined))

  it.each([
    ['de-DE', ',.2f', 1234567.891, '1.234.567,89'],
    ['de-DE', 'SMART_NUMBER', 1234567, '1,23M'],
    ['de-DE', '.1%', 0.1234, '12,3%'],
    ['fr-FR', ',d', 1234567, '1\u202f234\u202f567'],
    ['en-IN', ',d', 123456789012, '1,23,45,67,89,012'],
    ['es-ES', ',d', 1234, '1.234'],
    ['de-DE', 'MEMORY_DECIMAL', 1020, '1,02 kB'],
    ['de-DE', 'DURATION', 1500, '1,5s'],
    ['de-DE', 'not a format', -1.5, '−1.5'],
  ])('%s: %s of %d is %s', (locale, pattern, value, text) => {
    setFormatLocale(locale)
    expect(formatNumber(pattern, value)).toBe(text)
  })

  it('apply to formatters that were made before', () => {
    const write = numberFormatter(',.1f')
    expect(write(1234.5)).toBe('1,234.5')
    setFormatLocale('de-DE')
    expect(write(1234.5)).toBe('1.234,5')
  })

  it.each([
    [',.2f', '9007199254740993.125', '9.007.199.254.740.993,13'],
    [',d', '-9007199254740993', '−9.007.199.254.740.993'],
  ])('apply to %s of the digits %s', (pattern, digits, text) => {
    setFormatLocale('de-DE')
    expect(formatNumeric(pattern, digits)).toBe(text)
  })

  it('apply to key figures', () => {
    setFormatLocale('de-DE')
    expect([formatCompact(1234), formatCompact(9.59, 'min')]).toEqual(['1.234', '9,59\u2009min'])
  })
})

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'returns the number as text for the invalid format %s',
  (name) => {
    expect(formatNumber(name, 12.5)).toBe('12.5')
  },
)
