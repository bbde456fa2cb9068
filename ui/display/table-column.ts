import type { ReactNode } from 'react'

export interface TableColumn<R> {
  readonly id: string
  readonly title: string
  /** Shown in the head in place of the title. */
  readonly head?: ReactNode | undefined
  readonly cell: (row: R) => ReactNode
  readonly isSortable?: boolean | undefined
  readonly align?: 'start' | 'end' | undefined
  /** px, or any CSS width. */
  readonly width?: number | string | undefined
  /** Spoken only. */
  readonly isTitleHidden?: boolean | undefined
  /** Told beside what matters. */
  readonly isQuiet?: boolean | undefined
  /** Left out on narrow screens. */
  readonly isWideOnly?: boolean | undefined
  /** Whether a row has nothing here: a column in which no row has anything gives its room up. */
  readonly isEmpty?: ((row: R) => boolean) | undefined
  /** What stands in a second line of its cells; these sort from its head. */
  readonly under?: readonly TableColumn<R>[] | undefined
}

export interface TableSort {
  readonly id: string
  readonly isDescending: boolean
}

/** On a phone a row has two lines: its name in full, and below it what else is told of it. */
export function stacked<R>(columns: readonly TableColumn<R>[]): readonly TableColumn<R>[] {
  const [name, ...facts] = columns.filter(({ isTitleHidden, isWideOnly }) => !isTitleHidden && !isWideOnly)
  if (!name) return columns
  const marks = columns.filter(({ isTitleHidden, isWideOnly }) => isTitleHidden && !isWideOnly)
  return [...marks, { ...name, under: facts }]
}

/** The columns in which some row has something; the one that rows are sorted by stays, and all where there is no row. */
export function filled<R>(
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
  sort?: TableSort,
): readonly TableColumn<R>[] {
  if (rows.length === 0) return columns
  return columns.filter(({ id, isEmpty }) => !isEmpty || id === sort?.id || !rows.every(isEmpty))
}

/** What a press on a column's head asks for: ascending first, then the other way around. */
export function nextSort(id: string, sort: TableSort | undefined): TableSort {
  return { id, isDescending: sort?.id === id ? !sort.isDescending : false }
}
