/** How many rows a page may hold; 0 is all of them. */
export const PAGE_SIZES = [50, 100, 500, 0] as const

export type PageSize = (typeof PAGE_SIZES)[number]

/** The rows of a page: both ends counted from 0, the second exclusive. */
export interface RowPage {
  /** Counted from 0; never beyond the last page there is. */
  readonly page: number
  readonly pages: number
  readonly from: number
  readonly to: number
}

/** The page that is shown when `wanted` was asked for, counted from 0; there is always a first page. */
export function rowPage(wanted: number, size: number, count: number): RowPage {
  const each = size === 0 ? Math.max(1, count) : size
  const pages = Math.max(1, Math.ceil(count / each))
  const page = Math.min(Math.max(0, wanted), pages - 1)
  const from = page * each
  return { page, pages, from, to: Math.min(count, from + each) }
}

/** A page size kept as text; the first when it is none. */
export function readPageSize(text: string | null | undefined): PageSize {
  return PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZES[0]
}
