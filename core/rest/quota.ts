import * as z from 'zod'
import { QUOTA_MEASURES, type QuotaMeasure } from '#core/rest/quota-measures.ts'
import { int } from './body.ts'

/* Bodies and responses of `/api/v1/security/quotas/` and `/api/v1/me/quotas`. */

const limit = z.int('Not a valid integer.').min(1, 'Must be at least 1.').nullish()

/** A value of null, or none, sets nothing. */
const values = { max_queries: limit, max_rows: limit, max_exports: limit, max_upload_bytes: limit }

/** Body of `POST /`: one user or role, and the values. */
export const quotaCreate = z.strictObject({ user: int.optional(), role: int.optional(), ...values })

/** Body of `PUT /{id}`; absent values do not change, null removes one. */
export const quotaUpdate = z.strictObject(values)

/** The values of a body. */
type QuotaUpdate = Readonly<z.output<typeof quotaUpdate>>

const subject = z.object({ type: z.enum(['user', 'role']), id: z.int(), name: z.string().nullable() })
const storedLimit = z.int().nullable()

const quotaShape = z.object({
  id: z.int(),
  /** The user or role: `name` is null if it was deleted. */
  subject,
  max_queries: storedLimit,
  max_rows: storedLimit,
  max_exports: storedLimit,
  max_upload_bytes: storedLimit,
  changed_on: z.string(),
  version: z.int(),
})

export const quotasResponse = z.object({ count: z.int(), result: z.array(quotaShape) })
export const quotaResponse = z.object({ id: z.int(), result: quotaShape })

/** The quota of a user or a role. */
export type QuotaResponse = Readonly<z.output<typeof quotaShape>>

const effectiveShape = z.object({
  measure: z.enum(QUOTA_MEASURES),
  /** Null without a quota: the limits of the installation apply. */
  value: z.int().nullable(),
  /** Where the value comes from. */
  source: subject.nullable(),
  /** The use in the last hour or 24 hours; null for measures that are not counted over time. */
  used: z.int().nullable(),
})

export const effectiveQuotasResponse = z.object({ result: z.array(effectiveShape) })

/** One value that applies to a user. */
export type EffectiveQuotaResponse = Readonly<z.output<typeof effectiveShape>>

/** Returns the values of a body or a response by measure. */
export function quotaValuesOf(of: QuotaUpdate): Readonly<Partial<Record<QuotaMeasure, number | null>>> {
  return Object.fromEntries(
    QUOTA_MEASURES.flatMap((measure) => (of[measure] === undefined ? [] : [[measure, of[measure]]])),
  )
}
