import { expect, it } from 'vitest'
import { compareExact, readExactNumber, sumExact } from './exact-number.ts'

it('orders numbers beyond 2^53 by all of their digits', () => {
  const values = ['9007199254740994', 9007199254740991, '9007199254740993', '-9223372036854775808', 1e300, 0.5]
  expect(values.toSorted(compareExact)).toEqual([
    '-9223372036854775808',
    0.5,
    9007199254740991,
    '9007199254740993',
    '9007199254740994',
    1e300,
  ])
  expect(compareExact('99999999999999.9999', '99999999999999.9998')).toBe(1)
  expect(compareExact('1.50', '1.5')).toBe(0)
})

it.each<[(number | string)[], number | string]>([
  [[0.1, 0.2], 0.1 + 0.2],
  [['9007199254740993', 2], '9007199254740995'],
  [[9007199254740991, 9007199254740991], '18014398509481982'],
  [['9007199254740993', '-9007199254740992'], 1],
  [['99999999999999.9999', 0.0001], 100000000000000],
  [['12345678901234.5678', '0.0002'], 12345678901234.568],
  [['12345678901234.5678', '0.0001'], '12345678901234.5679'],
])('the sum of %j is %j', (values, sum) => {
  expect(sumExact(values)).toBe(sum)
})

it.each<[string, number | string | undefined]>([
  [' 12 ', 12],
  ['-0.50', -0.5],
  ['1e3', 1000],
  ['9007199254740993', '9007199254740993'],
  ['0.12345678901234567891', '0.12345678901234567891'],
  ['', undefined],
  ['NaN', undefined],
  ['1,5', undefined],
])('reads %j as the number %j', (text, number) => {
  expect(readExactNumber(text)).toBe(number)
})
