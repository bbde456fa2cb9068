import type { ReactNode } from 'react'

/** A column of a VirtualTable. */
export interface GridColumn {
  readonly id: string
  readonly title: string
  /** px; measured by the values when absent. */
  readonly width?: number | undefined
  readonly align?: 'start' | 'end' | undefined
  readonly isSortable?: boolean | undefined
  /** It stays at an edge while the others scroll: of the first columns, or of the last ones. */
  readonly pin?: 'start' | 'end' | undefined
  /** It keeps its width where there is more room than all columns need. */
  readonly isFixed?: boolean | undefined
  /** A bar behind the value: `share` and `from` are 0 to 1 of the column's width. */
  readonly bar?:
    | ((row: number) => { readonly share: number; readonly from?: number; readonly color?: string } | undefined)
    | undefined
  /** Ground of the cell: any CSS colour. */
  readonly tint?: ((row: number) => string | undefined) | undefined
  readonly headEnd?: ReactNode | undefined
  readonly hint?: string | undefined
}

export interface GridSort {
  readonly column: number
  readonly isDescending: boolean
}
