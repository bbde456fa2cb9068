/** The page sizes on offer; 0 shows all rows. */
export const PAGE_SIZES = [50, 100, 500, 0] as const

export type PageSize = (typeof PAGE_SIZES)[number]

/** The rows of a page: the start inclusive and the end exclusive, from 0. */
export interface RowPage {
  /** From 0; limited to the last page. */
  readonly page: number
  readonly pages: number
  readonly from: number
  readonly to: number
}

/** Returns the page to show for a requested page, from 0. There is always a first page. */
export function rowPage(wanted: number, size: number, count: number): RowPage {
  const each = size === 0 ? Math.max(1, count) : size
  const pages = Math.max(1, Math.ceil(count / each))
  const page = Math.min(Math.max(0, wanted), pages - 1)
  const from = page * each
  return { page, pages, from, to: Math.min(count, from + each) }
}

/** Parses a stored page size; defaults to the first one. */
export function readPageSize(text: string | null | undefined): PageSize {
  return PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZES[0]
}
