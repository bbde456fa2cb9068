import { expect, it, vi } from 'vitest'
import { batchedCounter } from './batched-counter.ts'
import type { ChartDataRequestOptions } from '#calls/chart-data.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import type { ColumnarResult } from '#core/query/result.ts'

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' } as const
const counts = (column: string, over: object = {}): QueryObject => ({
  columns: [column],
  metrics: [COUNT],
  row_limit: 1001,
  filters: [{ col: 'carrier', op: 'IN', val: ['AA'] }],
  ...over,
})

type Ask = (context: QueryContext, options?: ChartDataRequestOptions) => Promise<readonly ColumnarResult[]>
type Rows = readonly (readonly unknown[])[]

/** A server that returns these columns and rows, and records its queries. */
function server(names: readonly string[], rows: Rows) {
  const ask = vi.fn<Ask>(async () => [
    {
      colnames: names,
      coltypes: names.map(() => 0),
      columns: names.map((_, at) => rows.map((row) => row[at])),
      rowcount: rows.length,
      error: null,
    } as unknown as ColumnarResult,
  ])
  return { ask, count: batchedCounter(ask), requests: () => ask.mock.calls.map(([{ queries }]) => queries[0]) }
}

const signal = () => new AbortController().signal
const values = (table: { columns: readonly { values: readonly unknown[] }[] }) =>
  table.columns.map((each) => each.values)

it('sends one query for simultaneous counts over the same rows, and gives each caller its part', async () => {
  const names = ['origin', 'dest', '__grouping', 'count', 'revenue']
  const { count, requests, ask } = server(names, [
    ['ATL', null, 1, 7, 70],
    [null, 'BOS', 2, 3, 30],
    [null, null, 2, 2, 20],
    ['ORD', null, 1, 5, null],
  ])
  const [origin, dest] = await Promise.all([
    count(3, counts('origin'), signal()),
    count(3, counts('dest', { metrics: ['revenue'] }), signal()),
  ])
  expect(requests()).toEqual([
    counts('origin', {
      columns: ['origin', 'dest'],
      metrics: [COUNT, 'revenue'],
      grouping_sets: [['origin'], ['dest']],
      row_limit: 2002,
    }),
  ])
  expect(ask.mock.calls[0]?.[1]).toMatchObject({ isAfter: true })
  expect([values(origin), origin.rowCount]).toEqual([
    [
      ['ATL', 'ORD'],
      [7, 5],
    ],
    2,
  ])
  expect([values(dest), dest.rowCount]).toEqual([
    [
      ['BOS', null],
      [30, 20],
    ],
    2,
  ])
})

it('counts over other rows, another dataset, column parts or a later turn are separate queries', async () => {
  const { count, requests } = server(['origin', 'count'], [['ATL', 7]])
  const bins = counts('x', { columns: [{ label: 'bin', sqlExpression: 'FLOOR(x)' }] })
  const found = await Promise.all([
    count(3, counts('origin'), signal()),
    count(4, counts('dest'), signal()),
    count(3, counts('dest', { filters: [] }), signal()),
    count(3, bins, signal()),
  ])
  await count(3, counts('dest'), signal())
  expect(requests()).toEqual([counts('origin'), counts('dest'), counts('dest', { filters: [] }), bins, counts('dest')])
  expect(values(found[0])).toEqual([['ATL'], [7]])
})

it('hides counts of a truncated result, and reports a failure to all callers', async () => {
  const cut = server(
    ['a', 'b', '__grouping', 'count'],
    [
      ['x', null, 1, 1],
      ['y', null, 1, 1],
    ],
  )
  const small = (column: string) => cut.count(3, counts(column, { row_limit: 1 }), signal())
  expect((await Promise.allSettled([small('a'), small('b')])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  const failing = batchedCounter(async () => {
    throw new Error('gone')
  })
  const both = await Promise.allSettled([failing(3, counts('a'), signal()), failing(3, counts('b'), signal())])
  expect(both).toMatchObject([{ reason: { message: 'gone' } }, { reason: { message: 'gone' } }])
})

it('a query is cancelled when all its callers have left', async () => {
  const { ask, count } = server(['a', 'b', '__grouping', 'count'], [['x', null, 1, 1]])
  const [first, second] = [new AbortController(), new AbortController()]
  const both = Promise.all([count(3, counts('a'), first.signal), count(3, counts('b'), second.signal)])
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  const sent = ask.mock.calls[0]?.[1]?.signal
  first.abort()
  expect(sent?.aborted).toBe(false)
  second.abort()
  expect(sent?.aborted).toBe(true)
  await both
})
