import { QUOTA_MEASURES, type QuotaValues } from '#core/rest/quota-measures.ts'
import type { EffectiveQuotaResponse, QuotaResponse } from '#core/rest/quota.ts'
import { call } from '#calls/call.ts'

const ROOT = '/api/v1/security/quotas'

/** A user or a role that may have a quota. */
export interface QuotaHolder {
  readonly type: 'user' | 'role'
  readonly id: number
}

/** Returns the quota of a user or a role; null without one. */
export async function fetchQuota({ type, id }: QuotaHolder, signal?: AbortSignal): Promise<QuotaResponse | null> {
  const query = { [type]: String(id) }
  const { result } = await call<{ result: readonly QuotaResponse[] }>('GET', `${ROOT}/`, { query, signal })
  return result[0] ?? null
}

/** Returns the values that apply to a user, and where they come from. */
export async function fetchEffectiveQuotas(
  userId: number,
  signal?: AbortSignal,
): Promise<readonly EffectiveQuotaResponse[]> {
  const query = { user: String(userId) }
  return (await call<{ result: readonly EffectiveQuotaResponse[] }>('GET', `${ROOT}/effective`, { query, signal }))
    .result
}

/** Returns the values that apply to the caller, and what was used. */
export async function fetchOwnQuotas(signal?: AbortSignal): Promise<readonly EffectiveQuotaResponse[]> {
  return (await call<{ result: readonly EffectiveQuotaResponse[] }>('GET', '/api/v1/me/quotas', { signal })).result
}

/**
 * Creates, changes or removes the quota of a user or a role; without values it is removed. Fails if it was changed since
 * it was loaded.
 */
export async function saveQuota(
  { type, id }: QuotaHolder,
  stored: QuotaResponse | null,
  values: QuotaValues,
): Promise<void> {
  const isEmpty = QUOTA_MEASURES.every((measure) => values[measure] === null)
  const headers = stored ? { 'if-match': `"${stored.version}"` } : {}
  if (stored && isEmpty) await call('DELETE', `${ROOT}/${stored.id}`, { headers })
  else if (stored) await call('PUT', `${ROOT}/${stored.id}`, { body: values, headers })
  else if (!isEmpty) await call('POST', `${ROOT}/`, { body: { [type]: id, ...values } })
}
