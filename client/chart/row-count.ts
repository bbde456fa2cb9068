import { localNumber } from '#core/format/locale.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'

/** Returns the row count over all pages if the results are one page and its count; otherwise undefined. */
export function countOfPages(answers: readonly ColumnarResult[] | null | undefined): number | undefined {
  const count = answers?.[1]
  if (count?.colnames.length !== 1 || count.colnames[0] !== 'rowcount') return undefined
  const value = Number(count.columns[0]?.[0])
  return Number.isFinite(value) ? value : undefined
}

/**
 * Returns a text with the number of rows that the row limit let through; undefined if the limit cut none. If rows were
 * aggregated later into boxes, bins or series, the text counts the rows that were read.
 */
export function rowLimitText({ cost, rowcount }: Pick<ColumnarResult, 'cost' | 'rowcount'>): string | undefined {
  if (!cost?.capped) return undefined
  const read = cost.row_limit ?? rowcount
  return rowcount === read
    ? t('first %s rows: the row limit was reached', localNumber.format(rowcount))
    : t('from the first %s rows: the row limit was reached', localNumber.format(read))
}
