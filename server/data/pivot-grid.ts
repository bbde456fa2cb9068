import type { Value } from '#core/table/table.ts'

/** A label with its levels, from the outermost in. */
export type Path = readonly Value[]

/** Cells under labels of several levels: `cells[c][r]` is column `c` at row `r`. */
export interface Grid {
  readonly columns: readonly Path[]
  readonly rows: readonly Path[]
  readonly cells: readonly (readonly Value[])[]
}
