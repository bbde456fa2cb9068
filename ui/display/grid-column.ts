import type { ReactNode } from 'react'

/** A column of a VirtualTable. */
export interface GridColumn {
  readonly id: string
  readonly title: string
  /** In px; by default derived from the values. */
  readonly width?: number | undefined
  readonly align?: 'start' | 'end' | undefined
  readonly isSortable?: boolean | undefined
  /** Pinned to an edge; only for the first or the last columns. */
  readonly pin?: 'start' | 'end' | undefined
  /** Whether the column keeps its width if there is space left. */
  readonly isFixed?: boolean | undefined
  /** A bar behind the value: `share` and `from` are 0 to 1 of the column width. */
  readonly bar?:
    | ((row: number) => { readonly share: number; readonly from?: number; readonly color?: string } | undefined)
    | undefined
  /** The background of the cell: any CSS color. */
  readonly tint?: ((row: number) => string | undefined) | undefined
  /** The share of empty values, 0 to 1, shown as a strip under the name. */
  readonly nullShare?: number | undefined
  /** Called on a click on the strip. */
  readonly onNulls?: (() => void) | undefined
  /** Whether only rows with an empty value of this column are shown. */
  readonly isNullsOnly?: boolean | undefined
  readonly headEnd?: ReactNode | undefined
  readonly hint?: string | undefined
}

export interface GridSort {
  readonly column: number
  readonly isDescending: boolean
}
