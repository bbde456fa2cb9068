import { createBatcher } from '#calls/batch.ts'
import { fetchChartData } from '#calls/chart-data.ts'
import type { ColumnValue } from '#calls/datasets.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import {
  countBins,
  type ColumnStatistics,
  profileQuery,
  histogramQuery,
  MAX_PROFILED_COLUMNS,
  profileQueries,
  type ProfiledColumn,
  readProfile,
  readProfiles,
  topValuesQuery,
} from '#core/query/column-profile.ts'
import { nullShareQuery, readNullShares } from '#core/query/null-shares.ts'
import { toTable } from '#core/query/result.ts'
import type { Table, Value } from '#core/table/table.ts'

/** The profile of a column. */
export interface ColumnProfile {
  readonly rows: number
  readonly present: number
  readonly distinct: number
  /** Null if the column cannot be ordered or has no values. Times are epoch milliseconds. */
  readonly min: Value
  readonly max: Value
  /** The most frequent values, including null. */
  readonly top: readonly ColumnValue[]
  /**
   * The number of rows in each of several equal parts from `min` to `max`; empty for texts. Approximate: see `binned`.
   */
  readonly bins: readonly number[]
}

async function ask(
  datasetId: number,
  queries: readonly QueryObject[],
  signal: AbortSignal | undefined,
): Promise<readonly Table[]> {
  const entries = await fetchChartData({ datasource: { id: datasetId, type: 'table' }, queries }, { signal })
  return entries.map(toTable)
}

/** A column of a dataset with statistics of its values. */
export interface ProfiledValues extends ColumnStatistics {
  readonly column: ProfiledColumn
  /** The number of rows in each of several equal parts from `min` to `max`; empty for texts. */
  readonly bins: readonly number[]
}

/** Returns the profiles of the first columns of a dataset, with two requests under the caller's row-level security. */
export async function fetchDatasetProfile(
  datasetId: number,
  columns: readonly ProfiledColumn[],
  signal?: AbortSignal,
): Promise<readonly ProfiledValues[]> {
  const statistics = readProfiles(columns, await ask(datasetId, profileQueries(columns), signal))
  const spread = statistics.map(({ min, max }, index) => histogramQuery(columns[index] as ProfiledColumn, min, max))
  const queries = spread.filter((query) => query !== undefined)
  const tables = queries.length > 0 ? [...(await ask(datasetId, queries, signal))] : []
  return columns.slice(0, MAX_PROFILED_COLUMNS).flatMap((column, index) => {
    const known = statistics[index]
    if (!known) return []
    const table = spread[index] && tables.shift()
    return [{ ...known, column, bins: table ? countBins(column, table, known.min, known.max) : [] }]
  })
}

/** Returns the profile of a dataset column, queried under the caller's row-level security. */
export async function fetchColumnProfile(
  datasetId: number,
  column: ProfiledColumn,
  signal?: AbortSignal,
): Promise<ColumnProfile> {
  const [statistics, top] = await ask(datasetId, [profileQuery(column), topValuesQuery(column)], signal)
  const known = readProfile(statistics)
  const query = histogramQuery(column, known.min, known.max)
  const [spread] = query ? await ask(datasetId, [query], signal) : []
  const [values, counts] = top?.columns ?? []
  return {
    ...known,
    top: (values?.values ?? []).map((value, row) => ({ value, count: Number(counts?.values[row] ?? 0) })),
    bins: spread ? countBins(column, spread, known.min, known.max) : [],
  }
}

/** Sends the queries of one panel as one request. Results of a batch have a status each, and rejections log nothing. */
const nullShareBatcher = createBatcher()

/**
 * Returns the shares of null of dataset columns by name, without columns that have no null. Queried under the caller's
 * row-level security.
 */
export async function fetchNullShares(
  datasetId: number,
  columns: readonly ProfiledColumn[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const context = { datasource: { id: datasetId, type: 'table' }, queries: [nullShareQuery(columns)] }
  const [entry] = await nullShareBatcher.ask(context, { signal })
  return readNullShares(columns, entry && toTable(entry))
}
