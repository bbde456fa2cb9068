import { expect, it } from 'vitest'
import { toldApart } from './told-apart.ts'

const texts = (rows: readonly (readonly [number, string])[]) =>
  toldApart(rows.map(([value, text]) => ({ value, text }))).map(({ text }) => text)

it.each([
  [
    [
      [11.2, '11'],
      [10.8, '11'],
      [9.1, '9'],
    ],
    ['11.2', '10.8', '9'],
  ],
  [
    [
      [1234, '1.2k'],
      [1187, '1.2k'],
      [90, '90'],
    ],
    ['1,230', '1,190', '90'],
  ],
  [
    [
      [0.25521, '26%'],
      [0.2594, '26%'],
    ],
    ['25.5%', '25.9%'],
  ],
  [
    [
      [100.001, '100'],
      [100.002, '100'],
    ],
    ['100.001', '100.002'],
  ],
  [
    [
      [-3.14, '−3'],
      [-3.1, '−3'],
    ],
    ['−3.14', '−3.1'],
  ],
] as const)('values of one text get the digits that tell them apart: %j', (rows, expected) => {
  expect(texts(rows)).toEqual(expected)
})

it('equal values, different texts and units of money stay as they are', () => {
  expect(
    texts([
      [11, '11'],
      [11, '11'],
      [12, '12'],
    ]),
  ).toEqual(['11', '11', '12'])
  expect(
    texts([
      [11.2, '$11'],
      [10.8, '$11'],
    ]),
  ).toEqual(['$11', '$11'])
})
