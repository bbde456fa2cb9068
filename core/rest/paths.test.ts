import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('writes list addresses with an encoded rison query', () => {
  expect(paths.list('chart', "(filters:!((col:slice_name,opr:ct,value:'a&b')))")).toBe(
    "/api/v1/chart/?q=(filters%3A!((col%3Aslice_name%2Copr%3Act%2Cvalue%3A'a%26b')))",
  )
  expect(paths.list('dataset')).toBe('/api/v1/dataset/')
})

it('keeps names with slashes, dots and quotes in one part of the path', () => {
  expect(paths.item('dashboard', 'a/../b?c')).toBe('/api/v1/dashboard/a%2F..%2Fb%3Fc')
  expect(paths.databaseTableExtra(3, 'my table', '')).toBe('/api/v1/database/3/table_extra/my%20table//')
  expect(paths.columnValues('table', 5, 'naïve "x"')).toBe('/superset/filter/table/5/na%C3%AFve%20%22x%22/')
})
