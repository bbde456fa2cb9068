import { expect, it } from 'vitest'
import { exportQueryContext } from './file-context.ts'
import { withoutPagination } from '#charts/saved-query-context.ts'

const rows = { columns: ['city'], metrics: ['mean'] }
const totals = { columns: [], metrics: ['mean'] }
const context = { datasource: { id: 1, type: 'table' }, queries: [rows, totals] } as const

it('a file of a chart with totals contains only its rows; shares still refer to the totals', () => {
  expect(exportQueryContext(context, 'results', 'csv').queries).toEqual([rows, { ...totals, result_type: 'query' }])
})

it('rearranged rows contain their totals', () => {
  expect(exportQueryContext(context, 'pivoted', 'csv')).toMatchObject({
    queries: [rows],
    result_type: 'post_processed',
  })
})

it('a JSON file contains all results', () => {
  expect(exportQueryContext(context, 'results', 'json')).toEqual(context)
})

it('a file of a table in pages holds all rows there may be', () => {
  const form = { viz_type: 'table', row_limit: 10, server_pagination: true, ownState: { currentPage: 2 } }
  expect(withoutPagination(form, 100_000)).toMatchObject({ server_pagination: false, row_limit: 100_000 })
  const plain = { viz_type: 'table', row_limit: 10 }
  expect(withoutPagination(plain, 100_000)).toBe(plain)
})
