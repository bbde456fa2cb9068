import { afterAll, beforeAll, expect, it } from 'vitest'
import { type QueryRunner, openQueryRunner } from '#testing/query-rows.ts'
import { dataset, datasetColumn as column, datasetMetric as metric } from '#testing/dataset.ts'

let asker: QueryRunner
beforeAll(async () => {
  const numbers = dataset({
    table_name: 'numbers',
    columns: [column({ column_name: 'n', type: 'INTEGER' })],
    metrics: [metric('count', 'COUNT(*)')],
  })
  // More rows than a result may have: the maximum is 100,000 rows, the default 50,000.
  asker = await openQueryRunner(numbers, ['CREATE TABLE numbers AS SELECT range::INT AS n FROM range(120000)'], 0)
})
afterAll(() => asker.close())

it('counts all rows of a statement with limit 0, and otherwise those within the limit', async () => {
  const requested = { columns: ['n'], metrics: ['count'], orderby: [['count', false]] as const, is_rowcount: true }
  expect(await asker.rows({ ...requested, row_limit: 0, row_offset: 3 })).toEqual([{ rowcount: 120_000 }])
  expect(await asker.rows({ ...requested, row_limit: 7 })).toEqual([{ rowcount: 7 }])
  expect(await asker.rows(requested)).toEqual([{ rowcount: 50_000 }])
})
