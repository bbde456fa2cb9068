import * as z from 'zod'
import { ids, textOf } from './body.ts'

const clause = z.string().trim().min(1, 'Length must be at least 1.')
const filterType = z.enum(['Regular', 'Base'], 'Must be one of: Regular, Base.')
const tables = ids.min(1, 'Shorter than minimum length 1.')

const keys = { description: z.string().nullish(), group_key: textOf(0, 255).nullish() }

/** Body of `POST /api/v1/rowlevelsecurity/`. Unknown keys are dropped. */
export const rowRuleCreate = z.object({
  name: textOf(1, 255),
  filter_type: filterType,
  tables,
  roles: ids,
  clause,
  ...keys,
})

/** Body of `PUT /api/v1/rowlevelsecurity/{id}`. */
export const rowRuleUpdate = z.object({
  name: textOf(1, 255).optional(),
  filter_type: filterType.optional(),
  tables: tables.optional(),
  roles: ids.optional(),
  clause: clause.optional(),
  ...keys,
})

export type RowRuleUpdate = z.output<typeof rowRuleUpdate>
