import { describe, expect, it } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Table } from '#core/table/table.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import { bodyWithoutData, bodyOf, entryBody, bodyChunks } from './response-body.ts'
import type { ResponseBodyCache, CachedLookup } from '#server/shared/result-cache.ts'
import { layersIn } from '#server/data/layer-visibility.ts'
import { type Entry, headOf, isEntry, unappliedFormFilters } from './result-entry.ts'
import { allowResponseReuse, reusableResponseOf } from '#server/data/cache/response-reuse.ts'
import { CompressedPayload } from '#server/shared/compressed-payload.ts'
import { isShifted, undoTimeShift } from './undo-time-shift.ts'
import { shareTotals, totalsQuery, withShareTotals } from './share-totals.ts'

const MADE = Date.UTC(2024, 5, 15, 12, 30, 20)
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const cachedResult: CachedResult = {
  data: CompressedPayload.of(bytes('[1]')),
  columns: [
    { name: 'a', type: 0 },
    { name: 'b', type: 1 },
  ],
  rowCount: 3,
  sqlRowCount: 4,
  labels: { b: ['x', 'y'] },
  query: 'SELECT 1',
  from: 1,
  to: 2,
  applied: [{ column: 'a' }],
  rejected: [{ column: 'b', reason: 'not_in_datasource' }],
  read: ['c'],
  rowLimit: 5,
  legs: { queue: 0.123, plan: 1.005, engine: 2, post: 0, serialise: 3.456 },
  madeAt: MADE,
}
const circumstances = {
  key: 'k',
  cached: 'miss',
  timeout: 60,
  unapplied: [],
  times: { types: [0, 1], formats: {} },
} as const

describe('the metadata of a response', () => {
  it('contains the status, columns, row counts, cache state and cost of the result', () => {
    expect(headOf(cachedResult, circumstances)).toEqual({
      status: 'success',
      error: null,
      stacktrace: null,
      query: 'SELECT 1',
      colnames: ['a', 'b'],
      coltypes: [0, 1],
      rowcount: 3,
      sql_rowcount: 4,
      is_cached: false,
      cached_dttm: null,
      queried_dttm: '2024-06-15T12:30:20',
      cache_key: 'k',
      cache_timeout: 60,
      applied_filters: [{ column: 'a' }],
      rejected_filters: [{ column: 'b', reason: 'not_in_datasource' }],
      applied_template_filters: ['c'],
      annotation_data: {},
      label_map: { a: ['a'], b: ['x', 'y'] },
      result_format: 'json',
      from_dttm: 1,
      to_dttm: 2,
      cost: {
        queue: 0.12,
        plan: expect.closeTo(1, 1),
        engine: 2,
        post: 0,
        serialise: 3.46,
        cache: 'miss',
        bytes: 3,
        made_at: MADE,
        row_limit: 5,
        capped: false,
      },
    })
  })

  it.each(['hit', 'stale'] as const)('reports no cost for a cached result (%s)', (cached) => {
    const head = headOf(cachedResult, { ...circumstances, cached })
    expect([head.is_cached, head.cached_dttm]).toEqual([true, '2024-06-15T12:30:20'])
    expect(head.cost).toMatchObject({ queue: 0, plan: 0, engine: 0, post: 0, serialise: 0, cache: cached, bytes: 3 })
  })

  it('contains further fields if the result has them', () => {
    const colors = { columns: ['b'], places: { x: 1 } }
    const more = {
      ...circumstances,
      colors,
      dataEnds: { openPeriod: null },
      times: { types: [2, 1], formats: { a: 'epoch_s' } },
    } as const
    const unapplied = unappliedFormFilters({ adhoc_filters: 'odd' })
    const head = headOf({ ...cachedResult, sqlRowCount: 5, rowNames: ['r'] }, { ...more, unapplied })
    expect(head).toMatchObject({
      coltypes: [2, 1],
      colors,
      open_period: null,
      time_formats: { a: 'epoch_s' },
      indexnames: ['r'],
      cost: { capped: true },
    })
  })
})

it('lists each unapplied filter of a form once, also when several fields contain it', () => {
  const having = (subject: string) => ({
    expressionType: 'SIMPLE',
    clause: 'HAVING',
    subject,
    operator: '>',
    operatorId: 'GREATER_THAN',
    comparator: 1,
  })
  const form = {
    adhoc_filters: [having('a'), having('b')],
    extra_form_data: { adhoc_filters: [having('b'), having('c')] },
  }
  expect(unappliedFormFilters(form)).toEqual(['a', 'b', 'c'].map((column) => ({ column, reason: 'simple_having' })))
  for (const none of [null, undefined, {}, { extra_form_data: null }]) expect(unappliedFormFilters(none)).toEqual([])
})

const entry = (more: Partial<Entry> = {}): Entry => ({
  head: { status: 'success', rowcount: 2 } as unknown as Entry['head'],
  format: 'rows',
  data: CompressedPayload.of(bytes('[{"a":1},{"a":2}]')),
  columns: [],
  cappedAt: null,
  stamp: 's',
  ...more,
})
const text = async (body: Promise<Uint8Array>) => Buffer.from(await body).toString()

describe('the body of a result', () => {
  it.each<[string, Entry, string]>([
    ['of rows counts them', entry(), '{"status":"success","rowcount":2,"data":[{"a":1},{"a":2}],"indexnames":[0,1]}'],
    [
      'of columns does not',
      entry({ format: 'columns', data: CompressedPayload.of(bytes('[[1,2]]')) }),
      '{"status":"success","rowcount":2,"columns":[[1,2]]}',
    ],
    [
      'of named rows keeps their names',
      entry({ head: { status: 'success', rowcount: 1, indexnames: ['r'] } as unknown as Entry['head'] }),
      '{"status":"success","rowcount":1,"indexnames":["r"],"data":[{"a":1},{"a":2}]}',
    ],
    [
      'of results alone does not',
      entry({ head: { rowcount: 2 } as unknown as Entry['head'] }),
      '{"rowcount":2,"data":[{"a":1},{"a":2}]}',
    ],
  ])('%s', async (_, of, expected) => {
    expect(await text(entryBody(of))).toBe(expected)
    expect(await text(bodyOf([of, { grains: [] }]))).toBe(`{"result":[${expected},{"grains":[]}]}`)
    const pieces = await bodyChunks([of], true)
    expect(pieces.map(({ encoding }) => encoding)).not.toContain('gzip')
    expect(Buffer.concat(pieces.map((piece) => piece.bytes)).toString()).toBe(`{"result":[${expected}]}`)
  })

  it('takes additional fields, and can be separated from its data', async () => {
    expect(await text(entryBody(entry({ head: { rowcount: 0 } as unknown as Entry['head'] }), { more: 1 }))).toBe(
      '{"rowcount":0,"more":1,"data":[{"a":1},{"a":2}]}',
    )
    expect(bodyWithoutData(entry())).toBe('{"status":"success","rowcount":2,"data":,"indexnames":[0,1]}')
    expect([isEntry(entry()), isEntry({ data: [] }), isEntry({})]).toEqual([true, false, false])
  })

  it('sends large data as cached, to clients that accept the encoding', async () => {
    const large = entry({ data: CompressedPayload.of(bytes(`"${'x'.repeat(5000)}"`)) })
    expect((await bodyChunks([large], false)).map(({ encoding }) => encoding)).not.toContain('gzip')
    const packed = (await bodyChunks([large], true)).filter(({ encoding }) => encoding === 'gzip')
    expect(packed).toHaveLength(1)
    expect(packed[0]?.bytes.byteLength).toBeLessThan(500)
  })
})

describe('a reused response', () => {
  const bodies = {} as ResponseBodyCache
  let now = 100
  let found: CachedLookup | undefined
  const logged: (readonly number[])[] = []
  const repeated = (cached: boolean) => {
    const of = entry()
    logged.length = 0
    const madeAt = 40
    const own = { ...cachedResult, madeAt }
    found = { cachedResult: own, stale: false }
    allowResponseReuse(of, own, cached, {
      now: () => now,
      since: 50,
      until: 200,
      find: () => found,
      note: (...details) => void logged.push(details),
      bodies,
    })
    return reusableResponseOf(of)
  }

  it.each([
    [49, false],
    [50, true],
    [199, true],
    [200, false],
  ])('counts as valid at %i ms: %s', (at, expected) => {
    now = at
    const repeat = repeated(true)
    expect(repeat?.again?.()).toBe(expected)
    expect(logged).toEqual(expected ? [[at, at - 40, 0]] : [])
    expect(repeat?.share(at)).toBe(expected)
  })

  it('appears in the log with its age and duration', () => {
    now = 130
    expect(repeated(false)?.share(100)).toBe(true)
    expect(logged).toEqual([[100, 60, 30]])
  })

  it('counts as valid only while the same result is in the cache', () => {
    now = 100
    const repeat = repeated(true)
    const cached = found as CachedLookup
    for (const other of [
      undefined,
      { ...cached, stale: true },
      { ...cached, cachedResult: { ...cached.cachedResult } },
    ]) {
      found = other
      expect(repeat?.again?.()).toBe(false)
    }
    found = cached
    expect([repeat?.again?.(), repeat?.bodies === bodies]).toEqual([true, true])
    expect(repeated(false)?.again).toBeUndefined()
    expect(reusableResponseOf(entry())).toBeUndefined()
  })
})

describe('times of a query with a time shift', () => {
  const table: Table = {
    columns: [
      { name: '__timestamp', type: 2, values: [Date.UTC(2024, 1, 29), null] },
      { name: 'day', type: 2, values: [Date.UTC(2024, 0, 1), null] },
      { name: 'n', type: 0, values: [5, 6] },
    ],
    rowCount: 2,
  }
  const bounds = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2024, 0, 11) }
  const axis = { label: 'day', sqlExpression: 'day', columnType: 'BASE_AXIS' } as const
  const year = Date.UTC(2025, 1, 28)

  it.each<[string, QueryObject, number, number]>([
    ['a year back', { time_shift: '1 year ago' }, year, Date.UTC(2024, 0, 1)],
    ['ten days back by its range', { time_shift: 'inherit' }, Date.UTC(2024, 2, 10), Date.UTC(2024, 0, 1)],
    ['on its axis only', { time_shift: '1 day ago', columns: [axis] }, Date.UTC(2024, 1, 29), Date.UTC(2024, 0, 2)],
    [
      'on its time column too',
      { time_shift: '1 day ago', granularity: 'day' },
      Date.UTC(2024, 2, 1),
      Date.UTC(2024, 0, 2),
    ],
    ['not by a date', { time_shift: '2023-01-01' }, Date.UTC(2024, 1, 29), Date.UTC(2024, 0, 1)],
    ['not by an invalid shift', { time_shift: 'soon' }, Date.UTC(2024, 1, 29), Date.UTC(2024, 0, 1)],
  ])('move %s', (_, query, stamp, day) => {
    const moved = undoTimeShift(table, query, bounds)
    expect(moved.columns.map(({ values }) => values)).toEqual([
      [stamp, null],
      [day, null],
      [5, 6],
    ])
    expect([isShifted(query), isShifted({})]).toEqual([true, false])
  })

  it('stay the same with an open range, and numbers always', () => {
    expect(undoTimeShift(table, { time_shift: 'inherit' }, { ...bounds, to: null })).toBe(table)
    expect(undoTimeShift(table, { time_shift: 'inherit' }, { ...bounds, from: null })).toBe(table)
    const numbers = undoTimeShift(table, { time_shift: '1 day ago', granularity: 'n' }, bounds)
    expect(numbers.columns[2]?.values).toEqual([5, 6])
  })
})

describe('the totals query', () => {
  const share = { operation: 'contribution', options: { columns: ['a'], orientation: 'column' } }
  const totals: QueryObject = { columns: [], metrics: ['a', 'b'] }
  const first = (query: QueryObject, ...others: QueryObject[]) =>
    totalsQuery({ datasource: { id: 1, type: 'table' }, queries: [query, ...others] }, 0)
  const queryObject: QueryObject = { columns: ['c'], metrics: ['a'], post_processing: [null, share] }

  it.each<[string, QueryObject, QueryObject, boolean]>([
    ['of the total', queryObject, totals, true],
    ['of the total, with post-processing without effect', queryObject, { ...totals, post_processing: [null] }, true],
    ['of the row count', { ...queryObject, columns: [] }, { ...totals, is_rowcount: true }, false],
    ['of unnamed columns', { ...queryObject, post_processing: [{ operation: 'contribution' }] }, totals, true],
    [
      'of rows',
      { ...queryObject, post_processing: [{ ...share, options: { ...share.options, orientation: 'row' } }] },
      totals,
      false,
    ],
    [
      'of given totals',
      { ...queryObject, post_processing: [{ ...share, options: { contribution_totals: {} } }] },
      totals,
      false,
    ],
    ['of a query without shares', { ...queryObject, post_processing: [{ operation: 'cum' }] }, totals, false],
    ['of other metrics', queryObject, { metrics: ['b'] }, false],
    ['of groups', queryObject, { ...totals, columns: ['c'] }, false],
    ['of a time series', queryObject, { ...totals, is_timeseries: true }, false],
    ['of other times', queryObject, { ...totals, time_offsets: ['1 year ago'] }, false],
    ['of post-processed results', queryObject, { ...totals, post_processing: [share] }, false],
    ['of another dataset', queryObject, { ...totals, datasource: { id: 2, type: 'table' } }, false],
    ['of the same dataset, named', queryObject, { ...totals, datasource: { id: 1, type: 'table' } }, true],
    ['of no metric', { ...queryObject, post_processing: [{ operation: 'contribution' }] }, { columns: [] }, false],
  ])('matches shares %s: %#', (_, query, other, expected) => {
    expect(first(query, other)).toBe(expected ? other : undefined)
  })

  it('supplies its totals to contribution operations only', () => {
    const row = {
      columns: [
        { name: 'a', type: 0, values: [8] },
        { name: 'b', type: 0, values: [null] },
        { name: 'c', type: 1, values: ['x'] },
      ],
      rowCount: 1,
    } as const
    const found = shareTotals(row)
    expect(found).toEqual({ a: 8, b: 0, c: 0 })
    expect(withShareTotals(queryObject, found).post_processing).toEqual([
      null,
      { ...share, options: { ...share.options, contribution_totals: found } },
    ])
    expect(withShareTotals({ columns: ['c'] }, found)).toEqual({ columns: ['c'], post_processing: [] })
  })
})

it.each([
  [{ annotation_layers: [{ name: 'x', sourceType: 'NATIVE', annotationType: 'EVENT', value: 3 }] }, [3]],
  [{ annotation_layers: [{ name: 'x', sourceType: 'NATIVE', annotationType: 'EVENT', value: '4' }] }, [4]],
  [{ annotation_layers: [{ name: 'x', sourceType: 'table', annotationType: 'EVENT', value: 3 }], by: 'NATIVE' }, []],
  [{ annotation_layers: [{ name: 'x', sourceType: 'NATIVE', annotationType: 'EVENT', value: 'x' }] }, []],
  [{}, []],
])('the annotation layers of the form %j are %j', (form, layers) => {
  expect(layersIn(JSON.stringify(form))).toEqual(layers)
  for (const none of [null, undefined, '', 'NATIVE', 'null', '"NATIVE"']) expect(layersIn(none)).toEqual([])
})
