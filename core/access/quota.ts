import { QUOTA_MEASURES, type QuotaMeasure, type QuotaValues } from '#core/rest/quota-measures.ts'

/** The values that apply to a user; an absent one is unlimited up to the limits of the installation. */
export type EffectiveQuota = Readonly<Partial<Record<QuotaMeasure, number>>>

/** The quotas that concern a user. */
interface UserQuotas<Row extends QuotaValues = QuotaValues> {
  /** The quota of the user. */
  readonly own: Row | undefined
  /** The quotas of the user's roles, those by groups included. */
  readonly ofRoles: readonly Row[]
  readonly isAdmin: boolean
}

/**
 * Returns the quota that decides a measure: the user's own if it sets the measure, else the most generous of the roles.
 * Roles limit no administrator. Undefined if the user is unlimited.
 */
export function decidingQuota<Row extends QuotaValues>(
  { own, ofRoles, isAdmin }: UserQuotas<Row>,
  measure: QuotaMeasure,
): Row | undefined {
  if (own && own[measure] !== null) return own
  if (isAdmin) return undefined
  return ofRoles
    .filter((row) => row[measure] !== null)
    .reduce<Row | undefined>(
      (best, row) => (best && valueOf(best, measure) >= valueOf(row, measure) ? best : row),
      undefined,
    )
}

const valueOf = (row: QuotaValues, measure: QuotaMeasure): number => row[measure] ?? 0

/** Returns the values that apply to a user. */
export function effectiveQuota(quotas: UserQuotas): EffectiveQuota {
  const found = QUOTA_MEASURES.flatMap((measure) => {
    const value = decidingQuota(quotas, measure)?.[measure]
    return typeof value === 'number' ? [[measure, value] as const] : []
  })
  return Object.fromEntries(found)
}
