import type { ReactNode } from 'react'

export interface TableColumn<R> {
  readonly id: string
  readonly title: string
  /** Shown in the header instead of the title. */
  readonly head?: ReactNode | undefined
  readonly cell: (row: R) => ReactNode
  /** Shown instead of the cell on phones, where no header says what a value is. */
  readonly stackedCell?: ((row: R) => ReactNode) | undefined
  readonly isSortable?: boolean | undefined
  readonly align?: 'start' | 'end' | undefined
  /** In px, or any CSS width. */
  readonly width?: number | string | undefined
  /** Whether the title is only for assistive technology. */
  readonly isTitleHidden?: boolean | undefined
  /** Secondary information in muted text. */
  readonly isQuiet?: boolean | undefined
  /** Hidden on narrow screens. */
  readonly isWideOnly?: boolean | undefined
  /** Returns whether a row has no value here; a column that is empty in all rows is hidden. */
  readonly isEmpty?: ((row: R) => boolean) | undefined
  /** Columns shown in a second line of its cells, which are sorted from its header. */
  readonly under?: readonly TableColumn<R>[] | undefined
}

export interface TableSort {
  readonly id: string
  readonly isDescending: boolean
}

/** Returns the columns for phones, where a row has two lines: its full name, and the other values below. */
export function phoneColumns<R>(columns: readonly TableColumn<R>[]): readonly TableColumn<R>[] {
  const [name, ...details] = columns.filter(({ isTitleHidden, isWideOnly }) => !isTitleHidden && !isWideOnly)
  if (!name) return columns
  const marks = columns.filter(({ isTitleHidden, isWideOnly }) => isTitleHidden && !isWideOnly)
  const under = details.map((column) => (column.stackedCell ? { ...column, cell: column.stackedCell } : column))
  return [...marks, { ...name, under }]
}

/** Returns the columns with a value in any row, the sort column, and without rows all columns. */
export function nonEmptyColumns<R>(
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
  sort?: TableSort,
): readonly TableColumn<R>[] {
  if (rows.length === 0) return columns
  return columns.filter(({ id, isEmpty }) => !isEmpty || id === sort?.id || !rows.every(isEmpty))
}

/** Returns the sort order after a click on a column header: ascending first, then reversed. */
export function nextSort(id: string, sort: TableSort | undefined): TableSort {
  return { id, isDescending: sort?.id === id ? !sort.isDescending : false }
}
