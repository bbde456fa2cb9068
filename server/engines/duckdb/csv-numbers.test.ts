import { expect, it } from 'vitest'
import { isFormattedNumber } from './csv-numbers.ts'

it.each(['1,5', '1.234,50', '-1,234.50', '$1,234', '12 €', '7%', '-3,5 %', '1 234', 'EUR 5', '0,5', '1,234,567'])(
  'recognises the number %s',
  (text) => {
    expect(isFormattedNumber(text)).toBe(true)
  },
)

it.each(['007,5', '1,23,4', '020 123', '1.2.3', 'A5', '12:30', '$', '1,2.3,4', '5 kg', '1e5'])(
  'leaves %s a text',
  (text) => {
    expect(isFormattedNumber(text)).toBe(false)
  },
)
