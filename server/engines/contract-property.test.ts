import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnLabel, metricLabel, type QueryMetric, type QueryObject } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import {
  COMPARISON_TIMEOUT,
  compareRandomQueries,
  comparisonSeeds,
  QUERIES_PER_PART,
  readsTextOf,
} from '#testing/compare-engines.ts'
import { queryRunnerOn } from '#testing/query-rows.ts'
import { type EngineFixture, openEngineFixture, testedEngines } from '#testing/engine-fixtures.ts'
import { factStatements, lengthDataset, queryDataset } from '#testing/query-fixture.ts'
import { anyFilter, groupedQuery, roundRow, simpleMetric } from '#testing/random-queries.ts'
import type { Engine } from './engine.ts'

const fixtures: EngineFixture[] = []
beforeAll(async () => {
  for (const engine of testedEngines) fixtures.push(await openEngineFixture(engine, factStatements))
})
afterAll(async () => {
  for (const fixture of fixtures) await fixture.close()
})

type Row = Readonly<Record<string, Value>>

const comparedEngines = testedEngines.filter(({ name }) => name !== 'duckdb')

function fixtureOf(name: string): EngineFixture {
  const found = fixtures.find(({ engine }) => engine.name === name)
  if (!found) throw new Error(`There is no database of ${name}`)
  return found
}

const NOW = Date.UTC(2024, 5, 15)

/** A BOOLEAN of MySQL and SQLite is a number. */
const hasBooleans = ({ name }: Engine): boolean => !['mysql', 'sqlite'].includes(name)

const datasetOn = ({ engine }: EngineFixture): typeof queryDataset =>
  engine.name === 'sqlite' ? lengthDataset : queryDataset

function withNumbers(row: Row): Record<string, Value> {
  const cells = Object.entries(row).map(([label, value]) => [label, typeof value === 'boolean' ? Number(value) : value])
  return Object.fromEntries(cells) as Record<string, Value>
}

/** True if a query shows the text of a value that the engine prints in another way: booleans, and zeros of decimals. */
function differsInText(engine: Engine, query: QueryObject): boolean {
  if (!hasBooleans(engine) && readsTextOf('yes', query)) return true
  return engine.name === 'sqlite' && readsTextOf('price', query)
}

describe.each(comparedEngines)('$name', (engine) => {
  it.each(comparisonSeeds)(
    'returns the rows of DuckDB for random queries of seed %i',
    {
      timeout: COMPARISON_TIMEOUT,
    },
    async (seed) => {
      const [reference, fixture] = [fixtureOf('duckdb'), fixtureOf(engine.name)]
      const expected = queryRunnerOn(reference, datasetOn(reference), NOW)
      const toExpected = hasBooleans(engine) ? (row: Row) => row : withNumbers
      const compared = await compareRandomQueries(seed, {
        actual: queryRunnerOn(fixture, datasetOn(fixture), NOW),
        expected: { rows: async (query) => (await expected.rows(query)).map(toExpected) },
        differsInText: (query) => differsInText(engine, query),
      })
      expect(compared).toBe(QUERIES_PER_PART)
    },
  )
})

it('several groupings return the rows of each single one', { timeout: 240_000 }, async () => {
  for (const fixture of fixtures) {
    const { rows } = queryRunnerOn(fixture, datasetOn(fixture), NOW)
    await fc.assert(
      fc.asyncProperty(
        groupedQuery,
        async ({ series_limit: _limit, series_columns: _series, row_limit: _rows, is_rowcount: _counts, ...given }) => {
          // Totals include only the groups that satisfy a metric filter, so they differ from the totals of all rows.
          const requested = { ...given, extras: { ...given.extras, having: '' } }
          const counted = [...(requested.metrics ?? []).filter((each) => each !== 'count'), 'count']
          const query = { ...requested, metrics: counted, row_offset: 0 }
          const columns = query.columns ?? []
          const labels = columns.map(columnLabel)
          const all = await rows({ ...query, grouping_sets: labels.map((_label, stored) => labels.slice(0, stored)) })
          for (const stored of labels.keys()) {
            const some = columns.slice(0, stored)
            const single = await rows({ ...query, columns: some, orderby: some.map((column) => [column, true]) })
            // All but the first `stored` dimensions are summed over: that many bits, starting with the last dimension.
            const own = all.filter((row) => row.__grouping === 2 ** (labels.length - stored) - 1)
            const missing = Object.fromEntries(labels.slice(stored).map((label) => [label, null]))
            const mask = 2 ** (labels.length - stored) - 1
            expect(own.map(roundRow)).toEqual(single.map((row) => roundRow({ ...row, ...missing, __grouping: mask })))
          }
        },
      ),
      { numRuns: 25, seed: 7 },
    )
  }
})

it('limits series to the first by rank, as computed separately from all series', { timeout: 240_000 }, async () => {
  const requested = fc.record({
    series: fc.constantFrom('s', 'n', 'price', 'yes', 'letters'),
    rank: fc.constantFrom<QueryMetric>('count', 'least', simpleMetric('MAX', 'price'), simpleMetric('SUM', 'letters')),
    limit: fc.integer({ min: 1, max: 6 }),
    descending: fc.boolean(),
  })
  for (const fixture of fixtures) {
    const { rows } = queryRunnerOn(fixture, datasetOn(fixture), NOW)
    await fc.assert(
      fc.asyncProperty(
        requested,
        fc.array(anyFilter, { maxLength: 1 }),
        async ({ series, rank, limit, descending }, filters) => {
          const query = { columns: [series], metrics: [rank], filters, orderby: [[series, true] as const] }
          // In series order, which breaks ties; null, which is last, matches nothing.
          const all = await rows(query)
          const label = typeof rank === 'string' ? rank : metricLabel(rank)
          const value = (row: (typeof all)[number]) => (row[label] === null ? null : Number(row[label]))
          const ranked = all.toSorted((a, b) => {
            const [x, y] = [value(a), value(b)]
            if (x === null || y === null) return Number(x === null) - Number(y === null)
            return descending ? y - x : x - y
          })
          const stored = new Set(ranked.slice(0, limit).map((row) => row[series]))
          const limited = {
            series_columns: [series],
            series_limit: limit,
            series_limit_metric: rank,
            order_desc: descending,
          }
          expect(await rows({ ...query, ...limited })).toEqual(
            all.filter((row) => row[series] !== null && stored.has(row[series] ?? null)),
          )
        },
      ),
      { numRuns: 40, seed: 3 },
    )
  }
})
