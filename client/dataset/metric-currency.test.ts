import { expect, it } from 'vitest'
import { changeCurrency, parseCurrency } from './metric-currency.ts'

it('parses the symbol and its side; invalid text is no currency', () => {
  expect(parseCurrency('{"symbol":"EUR","symbolPosition":"suffix"}')).toEqual({
    symbol: 'EUR',
    symbolPosition: 'suffix',
  })
  for (const stored of [null, undefined, '', '[', '3', '{"symbol":3}'])
    expect(parseCurrency(stored)).toEqual({ symbol: '', symbolPosition: 'prefix' })
})

it('writes a change and keeps unknown keys', () => {
  expect(changeCurrency(null, { symbol: 'USD' })).toBe('{"symbol":"USD","symbolPosition":"prefix"}')
  expect(JSON.parse(changeCurrency('{"symbol":"USD","x":1}', { symbolPosition: 'suffix' }) ?? '')).toEqual({
    symbol: 'USD',
    x: 1,
    symbolPosition: 'suffix',
  })
})

it('a currency without a symbol is null, unless it has unknown keys to retain', () => {
  expect(changeCurrency('{"symbol":"USD","x":1}', { symbol: '' })).toBe('{"symbol":"","x":1,"symbolPosition":"prefix"}')
  expect(changeCurrency('{"symbol":"USD"}', { symbol: ' ' })).toBeNull()
})
