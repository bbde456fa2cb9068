import { expect, it } from 'vitest'
import type { TableName } from '#server/engines/engine.ts'
import { tablePage } from '#server/engines/table-page.ts'
import { TableList } from './table-list.ts'

const tables: readonly TableName[] = [
  { name: 'Orders', kind: 'table' },
  { name: 'abab', kind: 'view' },
  { name: 'aba', kind: 'table' },
  { name: 'ÀÉ ß', kind: 'table' },
  { name: 'late_orders', kind: 'view' },
  { name: 'ordersorders', kind: 'table' },
  { name: 'r', kind: 'table' },
]
/** In lower case, the first name has one character more, and the sigma at the end of the second differs from others. */
const wide: readonly TableName[] = [...tables, { name: 'İstanbul', kind: 'table' }, { name: 'ΟΔΟΣ', kind: 'view' }]

const namesOf = (list: readonly TableName[], text: string) =>
  new TableList(list).page({ text, limit: 10, offset: 0 }).tables.map(({ name }) => name)

it('returns all tables', () => {
  for (const list of [tables, wide, []]) expect(new TableList(list).tables()).toEqual(list)
})

it('finds names that contain a text; those that begin with it come first', () => {
  for (const list of [tables, wide]) {
    expect(namesOf(list, 'ORDERS')).toEqual(['Orders', 'ordersorders', 'late_orders'])
    expect(namesOf(list, 'ab')).toEqual(['abab', 'aba'])
    expect(namesOf(list, 'é SS')).toEqual([])
    expect(namesOf(list, 'é ')).toEqual(['ÀÉ ß'])
  }
  expect(namesOf(wide, 'istanbul')).toEqual([])
  expect(namesOf(wide, 'i\u0307s')).toEqual(['İstanbul'])
  expect(namesOf(wide, 'δος')).toEqual(['ΟΔΟΣ'])
})

it('finds no text across two names', () => {
  // "Orders" and "abab", "aba" and "ÀÉ ß" follow each other.
  for (const text of ['sa', 'babab', 'aà', 'sr']) expect([text, namesOf(tables, text)]).toEqual([text, []])
  expect(namesOf(tables, 'ababa')).toEqual([])
  expect(namesOf(tables, 'aba')).toEqual(['abab', 'aba'])
})

it('returns the pages of a full list', () => {
  for (const list of [tables, wide])
    for (const text of ['', 'o', 'r', 'a', 's', 'orders', 'ß', 'none', 'İ'])
      for (const offset of [0, 1, 2, 7, 9, 100])
        for (const limit of [0, 1, 2, 100]) {
          const search = { text, limit, offset }
          expect([search, new TableList(list).page(search)]).toEqual([search, tablePage(list, search)])
        }
})

it('takes the characters of the names and five bytes for each', () => {
  expect(new TableList(tables).bytes).toBe(6 + 4 + 3 + 4 + 11 + 12 + 1 + 7 * 5)
  expect(new TableList(wide).bytes).toBe(2 * (41 + 8 + 4) + 9 * 5)
})
