import type { ColumnsEntry } from '#core/query/result.ts'

/** How many rows there are on all pages, where the answers are one page and their count; undefined where they are not. */
export function countOfPages(answers: readonly ColumnsEntry[] | null | undefined): number | undefined {
  const count = answers?.[1]
  if (count?.colnames.length !== 1 || count.colnames[0] !== 'rowcount') return undefined
  const value = Number(count.columns[0]?.[0])
  return Number.isFinite(value) ? value : undefined
}
