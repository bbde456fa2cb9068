import * as z from 'zod'
import { SAMPLE_WIDTHS } from './sample.ts'
import { MAX_BINS } from './value-bins.ts'

/** Text, or null. */
export const text = z.string().nullish()

/** Yes or no. */
export const flag = z.boolean().nullish()

/** A whole number. */
export const whole = z.int('Not a valid integer.').nullish()

/** A whole number from 0. */
export function fromZero(name: string) {
  return whole.refine((value) => !value || value >= 0, `\`${name}\` must be greater than or equal to 0`)
}

/** A list; null entries are passed over, and null is no list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess(withoutNulls, z.array(item).optional())
}

/** The same where null says something else than no list. */
export function listOrNull<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (value === null ? null : withoutNulls(value)), z.array(item).nullish())
}

function withoutNulls(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((each) => each !== null && each !== undefined) : (value ?? undefined)
}

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

const adhocColumn = z.looseObject({ sqlExpression: z.string(), label: text, timeGrain: text, columnType: text })

/** A column by name, or SQL with a label. */
export const column = z.union([z.string(), adhocColumn], 'Not a valid column.')

const adhocMetric = z
  .looseObject({
    label: text,
    expressionType: text,
    sqlExpression: text,
    aggregate: text,
    column: z.looseObject({ column_name: text }).nullish(),
  })
  .refine(({ label, expressionType }) => Boolean(label) || Boolean(expressionType), 'Not a valid metric.')

/** A saved metric by name or by label, or an ad hoc one. */
export const metric = z.union([z.string(), adhocMetric], 'Not a valid metric.')

/** What rows are ordered by, and whether ascending. */
export const order = z.tuple(
  [z.union([z.string(), z.null(), adhocColumn, adhocMetric], 'Not a valid column or metric.'), flag],
  z.unknown(),
)

/** One condition; what lacks a column or an operator is none. */
const condition = z.looseObject({
  col: column.nullish(),
  op: text,
  val: z.union([scalar, z.array(scalar)], 'Not a valid filter value.').optional(),
  grain: text,
})
export const filter = condition.extend({ of: z.array(condition).optional() })

const anchor = z.enum(['today', 'now']).nullish()

/** Free clauses, the grain and the anchors. */
export const extras = z.preprocess(
  (value) => value ?? {},
  z.looseObject({ where: text, having: text, time_grain_sqla: text, relative_start: anchor, relative_end: anchor }),
)

/** One step of post-processing. */
export const step = z.looseObject({ operation: text, options: z.record(z.string(), z.unknown()).nullish() })

/** Any object; null is an empty one. */
export const mapping = z.preprocess((value) => value ?? undefined, z.record(z.string(), z.unknown()).optional())

/** A map of texts: numbers and flags are written out, anything else goes. */
export const textMapping = mapping.transform((map) => {
  if (!map) return undefined
  const written = Object.entries(map).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return Object.fromEntries(written.map(([name, value]) => [name, String(value)]))
})

/** A `sample` as it is sent. */
export const sample = z
  .object({
    width: z.literal(SAMPLE_WIDTHS),
    from: z.number().optional(),
    to: z.number().optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), 'Both ends of a stretch are needed.')
  .refine(({ from = 0, to = 1 }) => from < to, 'A stretch has to end after it begins.')
  .nullish()

/** `value_bins` of a query. */
export const valueBins = z
  .object({ column: z.string(), by: z.array(z.string()).default([]), bins: z.int().min(1).max(MAX_BINS) })
  .nullish()
