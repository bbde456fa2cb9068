import { describe, expect, it } from 'vitest'
import { clampNumber, formatNumberText, parseNumber, addStep } from './number-text.ts'

describe('typed numbers', () => {
  it.each([
    ['10,000', 10000],
    ['1,234,567', 1234567],
    ['12,5', 12.5],
    ['0,125', 0.125],
    ['1.234,5', 1234.5],
    ['1.234.567', 1234567],
    ['1’234.5', 1234.5],
    ['1,2,3', undefined],
    [' 1 234.5 ', 1234.5],
    ['\u22124', -4],
    ['+7', 7],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['', undefined],
    ['-', undefined],
    ['12px', undefined],
    ['1.2.3', undefined],
    ['Infinity', undefined],
    ['1e999', undefined],
    ['0x10', undefined],
  ])('%j is %s', (text, value) => {
    expect(parseNumber(text, 'en-US')).toBe(value)
  })

  it.each([
    ['de-DE', '1.234', 1234],
    ['de-DE', '-1.234', -1234],
    ['de-DE', '1,234', 1.234],
    ['de-DE', '1.5', 1.5],
    ['de-DE', '1.234.567,5', 1234567.5],
    ['de-DE', '1,234.5', 1234.5],
    ['fr-FR', '1\u202f234,5', 1234.5],
    ['fr-FR', '1.234', 1.234],
    ['de-CH', '1’234.5', 1234.5],
    ['en-IN', '12,34,567', 1234567],
  ])('in %s, %j is %s', (locale, text, value) => {
    expect(parseNumber(text, locale)).toBe(value)
  })

  it.each([
    ['de-DE', -1234567.25, '-1.234.567,25'],
    ['en-IN', 1234567, '12,34,567'],
    ['es-ES', 1234, '1.234'],
    ['fr-FR', 0.5, '0,5'],
    ['de-DE', 1.5e-7, '1.5e-7'],
  ])('in %s, %d is written %s, and read again as it was', (locale, value, text) => {
    expect(formatNumberText(value, { locale, isGrouped: true })).toBe(text)
    expect(parseNumber(text, locale)).toBe(value)
  })

  it('adds no grouping unless required', () => {
    expect(formatNumberText(1234.5, { locale: 'de-DE' })).toBe('1234,5')
  })

  it.each([
    [0, '0'],
    [999, '999'],
    [4962, '4,962'],
    [-1234567.25, '-1,234,567.25'],
    [0.0001234, '0.0001234'],
    [1e21, '1e+21'],
  ])('%d is written %s, and parsed as the same number', (value, text) => {
    expect(formatNumberText(value, { locale: 'en-US', isGrouped: true })).toBe(text)
    expect(parseNumber(text, 'en-US')).toBe(value)
  })

  it('steps without rounding errors of binary fractions', () => {
    expect(addStep(0.1, 0.2)).toBe(0.3)
    expect(addStep(1.05, -0.1)).toBe(0.95)
    expect(addStep(1e-7, 1e-7)).toBe(2e-7)
    expect(addStep(9, 1)).toBe(10)
  })

  it('keeps a number within bounds that both belong to the range', () => {
    expect([clampNumber(-1, 0, 5), clampNumber(5, 0, 5), clampNumber(6, 0, 5), clampNumber(6)]).toEqual([0, 5, 5, 6])
  })
})
