import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchedCounter } from '#client/dashboard/filters/batched-counter.ts'
import { rowsUnderOtherFilters } from '#client/dashboard/filters/remaining-rows.ts'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { type ColumnarResult, COLUMNS_MEDIA_TYPE, toTable } from '#core/query/result.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { Value } from '#core/table/table.ts'
import { choices as timecolumns } from '#filters/filter_timecolumn/index.ts'
import { choices as timegrains } from '#filters/filter_timegrain/index.ts'
import { filterType } from '#filters/index.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { dashboardChart, openDashboard, selectFilter } from '#testing/dashboard.ts'

/** 240 rows of four columns, with nulls and empty texts. */
const TABLE = `CREATE TABLE trips AS SELECT
  CASE WHEN range % 7 = 0 THEN NULL WHEN range % 7 = 1 THEN '' ELSE 'o' || range % 5 END AS origin,
  CASE WHEN range % 11 = 0 THEN NULL ELSE 'd' || range % 4 END AS dest,
  range % 97 AS km,
  TIMESTAMP '2024-01-01' + INTERVAL (range) HOUR AS day
FROM range(240)`

let fixture: DataFixture
let dataset: DatasetResponse
let token: string
/** The query contexts sent to the server. */
const requestedQueries: QueryContext[] = []

beforeAll(async () => {
  fixture = await openDataFixture([TABLE], Date.UTC(2024, 5, 15))
  const columns = [
    { column_name: 'origin', type: 'VARCHAR' },
    { column_name: 'dest', type: 'VARCHAR' },
    { column_name: 'km', type: 'BIGINT' },
    { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
  ]
  const { id } = await fixture.dataset({ table_name: 'trips', main_dttm_col: 'day', columns })
  const types = { VARCHAR: 1, BIGINT: 0, TIMESTAMP: 2 } as const
  dataset = {
    id,
    table_name: 'trips',
    main_dttm_col: 'day',
    metrics: [],
    columns: columns.map((each) => ({ is_dttm: false, ...each, type_generic: types[each.type as 'VARCHAR'] })),
    database: { id: fixture.database.id, counts_at_once: true },
  } as unknown as DatasetResponse
  token = await fixture.token('admin')
})
afterAll(() => fixture.close())

async function ask(context: QueryContext): Promise<readonly ColumnarResult[]> {
  requestedQueries.push(context)
  const headers = { authorization: `Bearer ${token}`, accept: COLUMNS_MEDIA_TYPE }
  const answer = await fixture.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload: context })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().result
}

/** Queries the database directly, without the product. */
async function sql(text: string): Promise<readonly (readonly Value[])[]> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(TABLE)
  const rows = (await connection.runAndReadAll(text)).getRows()
  connection.closeSync()
  instance.closeSync()
  return rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : (cell as Value))))
}

interface Case {
  readonly kind: string
  readonly column: string
  readonly value: unknown
  readonly inverse?: boolean
  /** The condition for the value, written by hand. */
  readonly where: string
}

const cases: readonly Case[] = [
  { kind: 'filter_select', column: 'origin', value: ['o2', null], where: "(origin = 'o2' OR origin IS NULL)" },
  { kind: 'filter_select', column: 'dest', value: ['d1', 'd3'], where: "dest IN ('d1', 'd3')" },
  { kind: 'filter_select', column: 'origin', value: [''], inverse: true, where: "origin <> ''" },
  { kind: 'filter_range', column: 'km', value: [10, 40], where: 'km BETWEEN 10 AND 40' },
  {
    kind: 'filter_time',
    column: 'day',
    value: '2024-01-02 : 2024-01-05',
    where: "day >= TIMESTAMP '2024-01-02' AND day < TIMESTAMP '2024-01-05'",
  },
]

const configOf = ({ kind, column, inverse = false }: Case, at: number) =>
  selectFilter(`NATIVE_FILTER-${at}`, column, {
    filterType: kind,
    targets: kind === 'filter_time' ? [{}] : [{ datasetId: dataset.id, column: { name: column } }],
    controlValues: { inverseSelection: inverse },
  })

/** Returns the dashboard with these filters; those of `chosen` have their value. */
function opened(all: readonly Case[], chosen: readonly number[]) {
  const filters = all.map(configOf)
  const state = openDashboard(
    { native_filter_configuration: filters },
    {
      datasets: [dataset],
      charts: [10, 11, 12].map((id) =>
        dashboardChart(id, { datasource: `${dataset.id}__table`, granularity_sqla: 'day' }),
      ),
    },
  )
  const masks = Object.fromEntries(
    filters.map((filter, at) => [filter.id, maskOf(filter, chosen.includes(at) ? all[at]?.value : undefined)]),
  )
  return { filters, state: { ...state, masks: { ...state.masks, ...masks } } }
}

/**
 * Returns the counts of each filter as the filter bar requests them, all at once; undefined if no other filter applies.
 */
async function countsOf(all: readonly Case[], chosen: readonly number[]) {
  const { filters, state } = opened(all, chosen)
  const count = batchedCounter(ask)
  const questions = await Promise.all(
    filters.map(async (filter) => {
      const type = filterType(filter.filterType)
      const column = dataset.columns?.find((each) => each.column_name === filter.targets?.[0]?.column?.name)
      const rows = rowsUnderOtherFilters(state, filter)
      const queries = type?.toQueries?.(filter, {}) ?? []
      if (!rows || !type?.toCounts || !column) return undefined
      const options = (await ask({ datasource: { id: dataset.id, type: 'table' }, queries })).map(toTable)
      return type.toCounts(filter, rows, options, column)
    }),
  )
  requestedQueries.length = 0
  return Promise.all(
    questions.map(async (query) => {
      if (!query) return undefined
      const { columns } = await count(dataset.id, query, new AbortController().signal)
      return (columns[0]?.values ?? []).map((value, row) => [value, Number(columns.at(-1)?.values[row])])
    }),
  )
}

const byHand: Readonly<Record<string, (column: string) => string>> = {
  filter_select: (column) => column,
  // The integers from 0 to 96 are 97: nine in each of eleven bins.
  filter_range: (column) => `FLOOR(${column} / 9.0)`,
}

const ordered = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).toSorted()

const pairs = cases.flatMap((one, at) => cases.slice(at + 1).map((other) => [one, other] as const))
const names = pairs.map(([a, b]) => [`${a.kind} ${a.where}`, `${b.kind} ${b.where}`, a, b] as const)

describe('counts of values in the filter bar', () => {
  it.each(names)(
    'counts of %s and %s equal those of plain SQL, for each combination of applied filters',
    async (_a, _b, ...pair) => {
      for (const chosen of [[], [0], [1], [0, 1]]) {
        const found = await countsOf(pair, chosen)
        for (const [at, { kind, column }] of pair.entries()) {
          const others = chosen.filter((each) => each !== at).map((each) => pair[each]?.where)
          const by = byHand[kind]?.(column)
          if (others.length === 0 || by === undefined) {
            expect(found[at]).toBeUndefined()
            continue
          }
          const expected = await sql(`SELECT ${by}, COUNT(*) FROM trips WHERE ${others.join(' AND ')} GROUP BY 1`)
          expect(ordered(found[at] ?? [])).toEqual(ordered(expected))
        }
      }
    },
  )

  it('counts of several lists under the same filters are one query', async () => {
    const [origin, dest, , , time] = cases as readonly [Case, Case, Case, Case, Case]
    const found = await countsOf([origin, dest, time], [2])
    expect(requestedQueries).toHaveLength(1)
    expect(requestedQueries[0]?.queries[0]?.grouping_sets).toEqual([['origin'], ['dest']])
    for (const [at, column] of ['origin', 'dest'].entries())
      expect(ordered(found[at] ?? [])).toEqual(
        ordered(await sql(`SELECT ${column}, COUNT(*) FROM trips WHERE ${time.where} GROUP BY 1`)),
      )
  })
})

describe('the values of a filter', () => {
  const offered = async (kind: string) => {
    const filter = selectFilter('NATIVE_FILTER-t', '', { filterType: kind, targets: [{ datasetId: dataset.id }] })
    const queries = filterType(kind)?.toQueries?.(filter, {}) ?? []
    return (await ask({ datasource: { id: dataset.id, type: 'table' }, queries })).map(toTable)[0]
  }

  it('the values of a time grain filter are the grains of the engine with their labels', async () => {
    const grains = timegrains(await offered('filter_timegrain'))
    expect(grains.slice(0, 2)).toEqual([
      { value: 'PT1S', label: 'Second' },
      { value: 'PT5S', label: '5 second' },
    ])
    expect(grains).toContainEqual({ value: 'P1M', label: 'Month' })
  })

  it('the values of a time column filter are the columns of the dataset that hold times', async () => {
    expect(timecolumns(await offered('filter_timecolumn'))).toEqual([{ value: 'day', label: 'day' }])
  })
})
