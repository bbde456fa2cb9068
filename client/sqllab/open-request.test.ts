import { expect, it } from 'vitest'
import { datasetSql, suggestedDatasetName } from './sql-dataset.ts'
import { openRequest, requestedTab } from './open-request.ts'

it('reads the request to open from a URL; other parameters open nothing', () => {
  expect(openRequest({ savedQueryId: 5, standalone: 'true' })).toEqual({ savedQueryId: '5' })
  expect(openRequest({ sql: 'SELECT 1', dbid: '2' })).toEqual({ sql: 'SELECT 1', dbid: '2' })
  expect(openRequest({ sql: '', other: 'x' })).toBeUndefined()
})

it('opens posted SQL on the database of its dataset; SQL of an unknown dataset is retained', () => {
  const dataset = { id: 3, name: 'flights', schema: 'main', databaseId: 1, columns: ['origin'] }
  const known = requestedTab({ datasourceKey: '3__table', sql: 'SELECT 1', databaseId: 1, dataset })
  const source = { datasourceKey: '3__table', source: dataset }
  expect(known).toEqual({ label: 'flights', sql: 'SELECT 1', schema: 'main', databaseId: 1, ...source })
  const unknown = requestedTab({ datasourceKey: '9__table', sql: 'SELECT 2', databaseId: null, dataset: null })
  expect(unknown).toEqual({
    label: 'Untitled query',
    sql: 'SELECT 2',
    datasourceKey: '9__table',
    source: null,
    schema: null,
  })
})

it('creates a dataset of SQL without its last semicolon, under a name with the time', () => {
  expect(datasetSql(" SELECT ';';\n")).toBe("SELECT ';'")
  expect(suggestedDatasetName('Late', new Date(2026, 0, 2, 3, 4, 5))).toBe('Late 2026-01-02 03:04:05')
})
