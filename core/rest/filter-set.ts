import * as z from 'zod'
import { int, jsonText, textOf } from './body.ts'

const MAX_NAME = 500
const MAX_DESCRIPTION = 5000

const ownerType = z.enum(['Dashboard', 'User'])

/**
 * Body of `POST /api/v1/dashboard/{id}/filtersets`. `json_metadata` is the JSON text that is read back as `params`:
 * `nativeFilters`, the configuration of each filter by id, and `dataMask`, the mask of each. A set of the owner type
 * `Dashboard` is everybody's, one of `User` that person's alone. Unknown keys are dropped.
 */
export const filterSetCreate = z.object({
  name: textOf(1, MAX_NAME),
  description: textOf(0, MAX_DESCRIPTION).nullish(),
  owner_type: ownerType,
  owner_id: int.optional(),
  json_metadata: jsonText,
})

/** Body of `PUT /api/v1/dashboard/{id}/filtersets/{filterSetId}`: what is absent stays; a set becomes everybody's. */
export const filterSetUpdate = z.object({
  name: textOf(1, MAX_NAME).optional(),
  description: textOf(0, MAX_DESCRIPTION).nullish(),
  owner_type: z.literal('Dashboard').optional(),
  json_metadata: jsonText.optional(),
})

/** A set as it is answered; `params` is the object of its JSON text. */
export interface FilterSetAnswer {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly owner_type: 'Dashboard' | 'User'
  readonly owner_id: number
  readonly dashboard_id: number
  readonly params: Readonly<Record<string, unknown>>
}
