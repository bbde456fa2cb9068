import { expect, it } from 'vitest'
import { contextOf } from '#controls/dataset-context.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'

const visits: DatasetResponse = {
  id: 3,
  table_name: 'visits',
  schema: 'web',
  kind: 'physical',
  database: { id: 7, database_name: 'warehouse' },
}
const sourceOf = (change: Partial<DatasetResponse>) =>
  contextOf({ ...visits, ...change }, { viz_type: 'table' }).dataset.source

it('E-FILTER-33: requests partitions only of a table whose schema is known', () => {
  expect(sourceOf({})).toEqual({ databaseId: 7, table: 'visits', schema: 'web' })
  expect(sourceOf({ is_sqllab_view: false })).toEqual({ databaseId: 7, table: 'visits', schema: 'web' })
})

it.each<[string, Partial<DatasetResponse>]>([
  ['a view of an SQL editor', { is_sqllab_view: true }],
  ['a dataset made of SQL', { kind: 'virtual', sql: 'SELECT 1' }],
  ['a table whose schema is not known', { schema: null }],
])('E-FILTER-33: the source %s is not queried', (_, change) => {
  expect(sourceOf(change)).toBeUndefined()
})
