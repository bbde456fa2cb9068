import type { PostProcessing } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type Column, emptyTable, type Table } from '#core/table/table.ts'
import { aggregate } from './aggregate.ts'
import { Budget } from './post-budget.ts'
import { boxplot } from './boxplot.ts'
import { compare } from './compare.ts'
import { contribution } from './contribution.ts'
import { cum } from './cum.ts'
import { diff } from './diff.ts'
import { flatten, flattenFrame } from './flatten.ts'
import { frameOf, toTableColumn, throwPostError } from './frame.ts'
import { geodeticParse } from './geodetic-parse.ts'
import { geohashDecode, geohashEncode } from './geohash.ts'
import { labelOf, splitLabel } from './header-text.ts'
import { histogram } from './histogram.ts'
import type { AnyOperation } from './operation.ts'
import { pivot } from './pivot.ts'
import { prophet } from './prophet.ts'
import { rank } from './rank.ts'
import { rename } from './rename.ts'
import { resample } from './resample.ts'
import { rolling } from './rolling.ts'
import { select } from './select.ts'
import { sort } from './sort.ts'

export const operations: readonly AnyOperation[] = [
  aggregate,
  boxplot,
  compare,
  contribution,
  cum,
  diff,
  flatten,
  geodeticParse,
  geohashDecode,
  geohashEncode,
  histogram,
  pivot,
  prophet,
  rank,
  rename,
  resample,
  rolling,
  select,
  sort,
]

/**
 * The result of post-processing: a table, the columns that name its rows if an index remains, and the parts of every
 * joined label.
 */
export interface PostProcessedTable {
  readonly table: Table
  readonly index: readonly Column[]
  readonly labels: Readonly<Record<string, readonly string[]>>
}

/**
 * Applies the operations in order; null entries are skipped. An empty table stays empty and no operation is checked.
 * Errors: `post-undefined`, `post-unknown`, `post-wrong` with the operation's message, and `bound-passed`.
 */
export function runPost(
  table: Table,
  steps: readonly (PostProcessing | null)[],
  budget: Budget = new Budget(),
): PostProcessedTable {
  const named = steps.filter((step) => step !== null)
  if (named.length === 0) return { table, index: [], labels: {} }
  if (table.rowCount === 0) return { table: emptyTable, index: [], labels: {} }
  const frame = flattenFrame(
    named.reduce((current, { operation, options }) => {
      if (!operation) throw new ApiError('post-undefined')
      const found = operations.find(({ name }) => name === operation)
      if (!found) throw new ApiError('post-unknown', { args: [operation] })
      const parsed = found.parse(options ?? {})
      if ('errors' in parsed) return throwPostError(parsed.errors[0] ?? '')
      budget.work(current.rowCount * (current.columns.length + current.index.length))
      const nextFrame = found.run(current, parsed.ok, budget)
      budget.frame(nextFrame.rowCount, nextFrame.columns.length + nextFrame.index.length)
      return nextFrame
    }, frameOf(table)),
  )
  const columns = frame.columns.map((column) => toTableColumn(column, labelOf(column)))
  const joined = frame.columns.filter((column) => column.joined)
  return {
    table: { columns, rowCount: frame.rowCount },
    index: frame.index.map((column) => toTableColumn(column)),
    labels: Object.fromEntries(joined.map((column) => [labelOf(column), splitLabel(column.header[0] ?? '')])),
  }
}
