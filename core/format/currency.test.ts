import { describe, expect, it } from 'vitest'
import { axisFormatter, explicitAxisFormat } from './axis.ts'
import { haveMixedCurrencies, commonCurrency, readCurrency, splitFormat, withCurrency } from './currency.ts'
import { exactPattern, numberFormatter } from './number.ts'

const euro = { symbol: 'EUR', position: 'suffix' } as const
const dollar = { symbol: 'USD', position: 'prefix' } as const

describe('the currency of a metric', () => {
  it.each([
    ['{"symbol": "EUR", "symbolPosition": "suffix"}', euro],
    [{ symbol: 'USD', symbolPosition: 'prefix' }, dollar],
    [{ symbol: ' USD ' }, dollar],
    [{ symbol: 'AUTO' }, undefined],
    ['{"symbol": 1}', undefined],
    ['{', undefined],
    [null, undefined],
  ])('reads %j', (stored, currency) => {
    expect(readCurrency(stored)).toEqual(currency)
  })

  it.each([
    [',.2f', euro, 1234.5, '1,234.50 €'],
    ['$,.2f', euro, 1234.5, '1,234.50 €'],
    [',d', dollar, -3, '$ −3'],
    ['', dollar, 1500, '$ 1.5k'],
    ['SMART_NUMBER', { symbol: 'kr', position: 'suffix' } as const, 7, '7 kr'],
    ['.1%', euro, 0.5, '50.0%'],
    ['DURATION', euro, 1000, '1s'],
  ])('writes it with numbers by %j', (pattern, currency, value, text) => {
    expect(numberFormatter(withCurrency(pattern, currency))(value)).toBe(text)
  })

  it('stays with a format that is shortened for an axis or written in full', () => {
    expect(explicitAxisFormat(withCurrency(',.2f', euro))).toBe(withCurrency('SMART_NUMBER', euro))
    expect(exactPattern(withCurrency('.3s', euro))).toBe(withCurrency(',.3~f', euro))
    expect(axisFormatter(withCurrency('.2f', dollar))(1.5)).toBe('$ 1.5')
    expect(splitFormat(withCurrency('.2f', dollar))).toEqual({ pattern: '.2f', currency: dollar })
  })

  it('returns a common currency for formats that all have it; amounts of different ones are mixed', () => {
    const [a, b] = [withCurrency('', euro), withCurrency('.2f', dollar)]
    expect(commonCurrency([a, withCurrency('.1f', euro)])).toEqual(euro)
    expect([commonCurrency([a, b]), commonCurrency([a, undefined]), commonCurrency([])]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([
      haveMixedCurrencies([a, a]),
      haveMixedCurrencies([a, b]),
      haveMixedCurrencies([a, undefined]),
      haveMixedCurrencies([',d', undefined]),
    ]).toEqual([false, true, true, false])
  })
})
