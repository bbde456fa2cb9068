import { expect, it } from 'vitest'
import { type Pair, permissionGroups } from './permission-groups.ts'

const pairs: readonly Pair[] = [
  ['can_write', 'Chart'],
  ['can_csv', 'Superset'],
  ['can_read', 'Chart'],
  ['can_read', 'Chart'],
  ['datasource_access', '[sales].[orders](id:7)'],
]

const shown = (search: string) =>
  permissionGroups(pairs, search).map(({ title, lines }) => [title, lines.map(({ text }) => text)])

it('groups permissions by title, each once, sorted by their words', () => {
  expect(shown('')).toEqual([
    ['Charts', ['Create, change and delete charts', 'Read charts']],
    ['Data', ['Read dataset [sales].[orders](id:7)']],
    ['The application', ['Export charts as CSV']],
  ])
})

it('finds permissions by their words and by their names', () => {
  expect(shown('as csv')).toEqual([['The application', ['Export charts as CSV']]])
  expect(shown('CAN_CSV')).toEqual([['The application', ['Export charts as CSV']]])
  expect(shown('orders')).toEqual([['Data', ['Read dataset [sales].[orders](id:7)']]])
  expect(shown('nothing')).toEqual([])
})
