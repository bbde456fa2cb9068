import * as z from 'zod'
import { planTypes } from './upload.ts'

/** Limits of a column plan: columns, and characters of a name. */
const MAX_PLANNED = 5000
const MAX_COLUMN_NAME = 250

/** The field `column_plan` of an upload. The browser loads only the types, not the schema. */
export const columnPlanSchema = z
  .array(
    z.strictObject({
      source: z.string(),
      name: z.string().trim().min(1).max(MAX_COLUMN_NAME).optional(),
      type: z.enum(planTypes).optional(),
      isExcluded: z.literal(true).optional(),
    }),
  )
  .max(MAX_PLANNED)
