import * as z from 'zod'
import { int, jsonText, textOf } from './body.ts'

const MAX_NAME = 500
const MAX_DESCRIPTION = 5000

const ownerType = z.enum(['Dashboard', 'User'])

/**
 * Body of `POST /api/v1/dashboard/{id}/filtersets`. `json_metadata` is JSON text, returned as `params`: `nativeFilters`
 * is the configuration of each filter by id, `dataMask` the mask of each. A set with owner type `Dashboard` is visible
 * to all users, one with `User` only to its owner. Unknown keys are dropped.
 */
export const filterSetCreate = z.object({
  name: textOf(1, MAX_NAME),
  description: textOf(0, MAX_DESCRIPTION).nullish(),
  owner_type: ownerType,
  owner_id: int.optional(),
  json_metadata: jsonText,
})

/**
 * Body of `PUT /api/v1/dashboard/{id}/filtersets/{filterSetId}`: absent keys are unchanged; a set can only become
 * visible to all users.
 */
export const filterSetUpdate = z.object({
  name: textOf(1, MAX_NAME).optional(),
  description: textOf(0, MAX_DESCRIPTION).nullish(),
  owner_type: z.literal('Dashboard').optional(),
  json_metadata: jsonText.optional(),
})

/** A filter set in responses; `params` is the object of its JSON text. */
export interface FilterSetResponse {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly owner_type: 'Dashboard' | 'User'
  readonly owner_id: number
  readonly dashboard_id: number
  readonly params: Readonly<Record<string, unknown>>
}
