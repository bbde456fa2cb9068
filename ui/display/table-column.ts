import type { ReactNode } from 'react'

export interface TableColumn<R> {
  readonly id: string
  readonly title: string
  readonly cell: (row: R) => ReactNode
  readonly isSortable?: boolean | undefined
  readonly align?: 'start' | 'end' | undefined
  /** px, or any CSS width. */
  readonly width?: number | string | undefined
  /** Spoken only. */
  readonly isTitleHidden?: boolean | undefined
  /** Left out on narrow screens. */
  readonly isWideOnly?: boolean | undefined
}

export interface TableSort {
  readonly id: string
  readonly isDescending: boolean
}

/** What a press on a column's head asks for: ascending first, then the other way around. */
export function nextSort(id: string, sort: TableSort | undefined): TableSort {
  return { id, isDescending: sort?.id === id ? !sort.isDescending : false }
}
