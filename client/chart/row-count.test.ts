import { expect, it } from 'vitest'
import type { ColumnarResult } from '#core/query/result.ts'
import { rowLimitText } from './row-count.ts'

const entry = (rowcount: number, capped: boolean, row_limit: number) =>
  ({ rowcount, cost: { capped, row_limit } }) as ColumnarResult

it.each([
  ['empty if all rows were read', entry(7, false, 1000), undefined],
  ['the number of rows that are shown', entry(1000, true, 1000), 'first 1,000 rows: the row limit was reached'],
  [
    'the number of rows that were read, for one mark',
    entry(1, true, 1000),
    'from the first 1,000 rows: the row limit was reached',
  ],
  [
    'the number of rows that were read, for more points',
    entry(1200, true, 1000),
    'from the first 1,000 rows: the row limit was reached',
  ],
])('the text for a row limit is %s', (_, answer, text) => {
  expect(rowLimitText(answer)).toBe(text)
})
