import * as z from 'zod'
import { SAMPLE_WIDTHS } from './sample.ts'
import { MAX_BINS } from './value-bins.ts'

/** Nullable text. */
export const text = z.string().nullish()

/** Nullable boolean. */
export const flag = z.boolean().nullish()

/** Nullable integer. */
export const nullableInt = z.int('Not a valid integer.').nullish()

/** Returns the schema of an integer from 0. */
export function fromZero(name: string) {
  return nullableInt.refine((value) => !value || value >= 0, `\`${name}\` must be greater than or equal to 0`)
}

/** Returns the schema of a list; null entries are skipped, and null means no list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess(withoutNulls, z.array(item).optional())
}

/** Returns the same schema where null has a meaning different from no list. */
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

/** A saved metric by name or label, or an ad hoc one. */
export const metric = z.union([z.string(), adhocMetric], 'Not a valid metric.')

/** An order expression, and whether it is ascending. */
export const order = z.tuple(
  [z.union([z.string(), z.null(), adhocColumn, adhocMetric], 'Not a valid column or metric.'), flag],
  z.unknown(),
)

/** One condition; an object without column or operator is ignored. */
const condition = z.looseObject({
  col: column.nullish(),
  op: text,
  val: z.union([scalar, z.array(scalar)], 'Not a valid filter value.').optional(),
  grain: text,
})
export const filter = condition.extend({ of: z.array(condition).optional() })

const anchor = z.enum(['today', 'now']).nullish()

/** Free-form clauses, the grain and the anchors. */
export const extras = z.preprocess(
  (value) => value ?? {},
  z.looseObject({ where: text, having: text, time_grain_sqla: text, relative_start: anchor, relative_end: anchor }),
)

/** One post-processing operation. */
export const step = z.looseObject({ operation: text, options: z.record(z.string(), z.unknown()).nullish() })

/** Any object; null means an empty one. */
export const mapping = z.preprocess((value) => value ?? undefined, z.record(z.string(), z.unknown()).optional())

/** A map of texts: numbers and booleans are converted to text, other values are dropped. */
export const textMapping = mapping.transform((map) => {
  if (!map) return undefined
  const written = Object.entries(map).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return Object.fromEntries(written.map(([name, value]) => [name, String(value)]))
})

/** A `sample` as sent. */
export const sampleField = z
  .object({
    width: z.literal(SAMPLE_WIDTHS),
    from: z.number().optional(),
    to: z.number().optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), 'Both ends of the range are required.')
  .refine(({ from = 0, to = 1 }) => from < to, 'The range must end after it begins.')
  .nullish()

/** `value_bins` of a query. */
export const valueBins = z
  .object({ column: z.string(), by: z.array(z.string()).default([]), bins: z.int().min(1).max(MAX_BINS) })
  .nullish()
