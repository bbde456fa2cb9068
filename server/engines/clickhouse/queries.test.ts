import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ClickHouseFixture, openClickHouse } from '#testing/clickhouse.ts'
import {
  COMPARISON_TIMEOUT,
  compareRandomQueries,
  comparisonSeeds,
  QUERIES_PER_PART,
  readsTextOf,
} from '#testing/compare-engines.ts'
import { queryRunnerOn, openQueryRunner } from '#testing/query-rows.ts'
import { factStatements, queryDataset } from '#testing/query-fixture.ts'

const NAMES: Readonly<Record<string, string>> = {
  BIGINT: 'Nullable(Int64)',
  FLOAT8: 'Nullable(Float64)',
  'NUMERIC(10,2)': 'Nullable(Decimal(10, 2))',
  VARCHAR: 'Nullable(String)',
  BOOLEAN: 'Nullable(Bool)',
  TIMESTAMP: "Nullable(DateTime64(6, 'UTC'))",
  TIMESTAMPTZ: "Nullable(DateTime64(6, 'UTC'))",
  DATE: 'Nullable(Date32)',
}

/** Returns a statement for all engines in the types of ClickHouse. */
function clickHouseStatement(statement: string): string {
  if (!statement.startsWith('CREATE')) return statement.replace(/\+00'/g, "'")
  const typed = statement.replace(/NUMERIC\(10,2\)|\b[A-Z]+\d?\b/g, (name) => NAMES[name] ?? name)
  return `${typed} ENGINE = MergeTree ORDER BY id`
}

let fixture: ClickHouseFixture
beforeAll(async () => {
  fixture = await openClickHouse(factStatements.map(clickHouseStatement))
})
afterAll(() => fixture.close())

it.each(comparisonSeeds)(
  'returns the rows of DuckDB for random queries of seed %i',
  {
    timeout: COMPARISON_TIMEOUT,
  },
  async (seed) => {
    const now = Date.UTC(2024, 5, 15)
    const duckdb = await openQueryRunner(queryDataset, factStatements, now)
    try {
      const compared = await compareRandomQueries(seed, {
        actual: queryRunnerOn(fixture, queryDataset, now),
        expected: duckdb,
        // The server prints decimals without zeros at their end.
        differsInText: (query) => readsTextOf('price', query),
      })
      expect(compared).toBe(QUERIES_PER_PART)
    } finally {
      await duckdb.close()
    }
  },
)

it('returns totals by grouping sets, and ranks series', async () => {
  const { rows } = queryRunnerOn(fixture, queryDataset, Date.UTC(2024, 5, 15))
  const query = {
    columns: ['s', 'yes'],
    metrics: ['count'],
    orderby: [
      ['s', true],
      ['yes', true],
    ] as const,
  }
  const totals = await rows({ ...query, grouping_sets: [['s'], []] })
  expect(totals.filter(({ __grouping }) => __grouping === 3)).toEqual([{ s: null, yes: null, count: 7, __grouping: 3 }])
  expect(totals.find(({ s, __grouping }) => s === 'apple' && __grouping === 1)).toMatchObject({ yes: null, count: 2 })
  const limited = {
    columns: ['s'],
    metrics: ['count'],
    series_columns: ['s'],
    series_limit: 1,
    series_limit_metric: 'count',
  }
  expect(await rows({ ...limited, order_desc: true })).toEqual([{ s: 'apple', count: 2 }])
})
