import fc from 'fast-check'
import { expect } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import type { QueryRunner } from './query-rows.ts'
import { groupedQuery, rawQuery, roundRow } from './random-queries.ts'

/** Queries of each part: together 2,000 for each engine. */
export const QUERIES_PER_PART = 500

/** Seeds of the parts of the comparison. */
export const comparisonSeeds: readonly number[] = [20_240_615, 20_240_616, 20_240_617, 20_240_618]

/** Queries that are compared at the same time. */
const CONCURRENT_QUERIES = 4

/** Timeout of a part in milliseconds. */
export const COMPARISON_TIMEOUT = 600_000

const comparedQuery = fc.oneof({ arbitrary: groupedQuery, weight: 3 }, rawQuery)

export interface EngineComparison {
  readonly actual: Pick<QueryRunner, 'rows'>
  /** The engine whose rows are the reference. */
  readonly expected: Pick<QueryRunner, 'rows'>
  /** True if the engines may print a value of the query in different ways. Other queries replace these. */
  readonly differsInText?: (query: QueryObject) => boolean
}

/** True if a filter or the column of other groups has the text of a column. */
export function readsTextOf(name: string, { filters = [], ...query }: QueryObject): boolean {
  if (query.group_others_when_limit_reached && query.series_columns?.includes(name)) return true
  return filters.some(({ col, op }) => col === name && op.endsWith('LIKE'))
}

/** Compares the rows of two engines for each random query of a part. Returns the number of compared queries. */
export async function compareRandomQueries(
  seed: number,
  { actual, expected, differsInText = () => false }: EngineComparison,
): Promise<number> {
  const compare = async (query: QueryObject): Promise<void> => {
    const [found, reference] = await Promise.all([actual.rows(query), expected.rows(query)])
    expect(found.map(roundRow)).toEqual(reference.map(roundRow))
  }
  let compared = 0
  const queries = fc.array(
    comparedQuery.filter((query) => !differsInText(query)),
    { minLength: CONCURRENT_QUERIES, maxLength: CONCURRENT_QUERIES },
  )
  await fc.assert(
    fc.asyncProperty(queries, async (several) => {
      await Promise.all(several.map(compare))
      compared += several.length
    }),
    { numRuns: QUERIES_PER_PART / CONCURRENT_QUERIES, seed },
  )
  return compared
}
