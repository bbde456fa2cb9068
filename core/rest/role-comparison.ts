import * as z from 'zod'
import { MASK_METHODS } from './column-masks.ts'
import { GRANT_LEVELS } from './grant-level.ts'

/** Maximum items of a list of a comparison. */
export const MAX_COMPARED_ITEMS = 1000

const namedEntity = z.object({ id: z.int(), name: z.string() })
const filterType = z.enum(['Regular', 'Base'])

const permission = z.tuple([z.string(), z.string()])

const grant = z.object({
  level: z.enum(GRANT_LEVELS),
  object: namedEntity.extend({
    type: z.enum(['dashboard', 'dataset', 'database', 'folder']),
    /** A schema of the database. */
    schema: z.string().nullable(),
  }),
})

const rule = namedEntity.extend({ filter_type: filterType, clause: z.string(), datasets: z.array(namedEntity) })

const mask = z.object({
  dataset: namedEntity,
  column_name: z.string(),
  method: z.enum(MASK_METHODS),
  filter_type: filterType,
})

/** The items that only one of two roles has. The counts are complete, also where a list is cut at its limit. */
const differenceOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    left: z.array(item),
    right: z.array(item),
    left_count: z.int(),
    right_count: z.int(),
    /** The number of items that both roles have. */
    common_count: z.int(),
  })

/**
 * The rights that only one of two roles has. A grant of another level on the same object is in both lists.
 */
export const roleComparisonResponse = z.object({
  result: z.object({
    left: namedEntity,
    right: namedEntity,
    permissions: differenceOf(permission),
    grants: differenceOf(grant),
    rules: differenceOf(rule),
    masks: differenceOf(mask),
  }),
})

export type RoleComparison = Readonly<z.output<typeof roleComparisonResponse>['result']>
export type ComparedGrant = Readonly<z.output<typeof grant>>
export type ComparedRule = Readonly<z.output<typeof rule>>
export type ComparedMask = Readonly<z.output<typeof mask>>
