import type { ColumnsEntry } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'

const rowFormat = new Intl.NumberFormat('en-US')

/** How many rows there are on all pages, where the answers are one page and their count; undefined where they are not. */
export function countOfPages(answers: readonly ColumnsEntry[] | null | undefined): number | undefined {
  const count = answers?.[1]
  if (count?.colnames.length !== 1 || count.colnames[0] !== 'rowcount') return undefined
  const value = Number(count.columns[0]?.[0])
  return Number.isFinite(value) ? value : undefined
}

/**
 * Returns how many rows the row limit left, undefined where it cut none. Where rows became boxes, bins or series
 * afterwards, it is the rows that were read, and not what they became.
 */
export function cappedText({ cost, rowcount }: Pick<ColumnsEntry, 'cost' | 'rowcount'>): string | undefined {
  if (!cost?.capped) return undefined
  const read = cost.row_limit ?? rowcount
  return rowcount === read
    ? t('first %s rows: the row limit was reached', rowFormat.format(rowcount))
    : t('from the first %s rows: the row limit was reached', rowFormat.format(read))
}
