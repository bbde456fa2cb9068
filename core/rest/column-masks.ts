import * as z from 'zod'
import { ids, textOf } from './body.ts'

/** The replacements for the values of a column, the strictest first: no column, NULL, the first letter, a hash. */
export const MASK_METHODS = ['hidden', 'null', 'first', 'hash'] as const

export type MaskMethod = (typeof MASK_METHODS)[number]

/** A mask of a dataset column: for users with one of the roles, or, if its type is Base, for all other users. */
export interface ColumnMask {
  readonly column_name: string
  readonly method: MaskMethod
  readonly filter_type: 'Regular' | 'Base'
  /** Role ids, ascending. */
  readonly roles: readonly number[]
}

/** A mask that applies to a user. */
export interface AppliedMask {
  readonly column: string
  readonly method: MaskMethod
}

/**
 * Returns the strictest mask of a column; undefined without one. Letter case does not matter: a column that differs from
 * a masked one only in case is masked too.
 */
export function maskMethodOf(column: string, masks: readonly AppliedMask[]): MaskMethod | undefined {
  const name = column.toLowerCase()
  const methods = masks.flatMap((mask) => (mask.column.toLowerCase() === name ? [mask.method] : []))
  return MASK_METHODS.find((method) => methods.includes(method))
}

/** Maximum masks of a dataset. */
const MAX_MASKS = 1000

/** Body of `PUT /api/v1/dataset/{id}/masks`: all masks of the dataset. */
export const columnMasksBody = z.object({
  masks: z
    .array(
      z.object({
        column_name: textOf(1, 255),
        method: z.enum(MASK_METHODS),
        filter_type: z.enum(['Regular', 'Base']).default('Regular'),
        roles: ids,
      }),
    )
    .max(MAX_MASKS),
})

/** The masks of a dataset. */
export const columnMasksResponse = z.object({
  id: z.int(),
  /** For `If-Match`. */
  version: z.int(),
  result: z.array(
    z.object({
      column_name: z.string(),
      method: z.enum(MASK_METHODS),
      filter_type: z.enum(['Regular', 'Base']),
      roles: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
})

export type ColumnMasksResponse = Readonly<z.output<typeof columnMasksResponse>>
export type ColumnMasksBody = Readonly<z.output<typeof columnMasksBody>>
