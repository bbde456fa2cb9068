import { isAdmin } from '#core/access/ability.ts'
import { type CallerKey, callerKey, type CurrentUser } from '#core/access/current-user.ts'
import type { QuotaMeasure } from '#core/rest/quota-measures.ts'
import { formatBytes } from '#core/format/bytes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'

const HOUR_MS = 3_600_000

/** The windows of the measures that are counted over time, in milliseconds. */
export const QUOTA_WINDOWS = { max_exports: HOUR_MS, max_upload_bytes: 24 * HOUR_MS } as const
type CountedMeasure = keyof typeof QUOTA_WINDOWS

/** Returns the text under which uses of a caller are counted. Tokens of a user count to the user. */
export function quotaCaller(user: CurrentUser): string {
  const key: CallerKey = callerKey(user)
  return typeof key === 'number' ? `user ${key}` : `address ${key ?? 'unknown'}`
}

interface QuotaContext {
  readonly store: Pick<Store, 'quotaUses'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

interface MeasuredAmount {
  readonly measure: CountedMeasure
  readonly amount: number
}

/** Returns the use to record for a user; undefined without a quota. */
function useOf(user: CurrentUser, { measure, amount }: MeasuredAmount) {
  const most = user.quota?.[measure]
  if (most === undefined) return undefined
  return { caller: quotaCaller(user), measure, amount, most, windowMs: QUOTA_WINDOWS[measure] }
}

/**
 * Counts an amount against the quota of a user while the work runs; if it fails, the amount does not count. The work
 * gets the id of the use; null without a quota.
 */
async function withQuota<T>(
  { store, now }: QuotaContext,
  user: CurrentUser,
  measured: MeasuredAmount,
  work: (useId: number | null) => Promise<T>,
): Promise<T> {
  const use = useOf(user, measured)
  if (!use) return work(null)
  const outcome = await store.quotaUses.take(use)
  if (!('id' in outcome)) throw quotaError({ ...use, ...outcome }, now())
  try {
    return await work(outcome.id)
  } catch (error) {
    await store.quotaUses.restoreParts(outcome.id).catch(() => {})
    throw error
  }
}

interface ExhaustedQuota {
  readonly measure: QuotaMeasure
  readonly most: number
  readonly amount: number
  readonly used: number
  readonly freesAt: number | null
}

function quotaError({ measure, most, amount, used, freesAt }: ExhaustedQuota, now: number): ApiError {
  const extra = { quota: measure, most, used }
  if (freesAt === null)
    return new ApiError('quota-upload-size', { args: [formatBytes(amount), formatBytes(most)], extra })
  const at = new Date(freesAt).toISOString()
  const text = at.slice(0, 19).replace('T', ' ')
  const waiting = { ...extra, frees_at: at, retry_after: Math.max(1, Math.ceil((freesAt - now) / 1000)) }
  return measure === 'max_exports'
    ? new ApiError('quota-exports', { args: [most, text], extra: waiting })
    : new ApiError('quota-uploads', { args: [formatBytes(most), formatBytes(amount), text], extra: waiting })
}

/** Counts an export of a user. Throws `quota-exports`. */
export function withExportQuota<T>(
  context: QuotaContext,
  user: CurrentUser,
  work: (useId: number | null) => Promise<T>,
): Promise<T> {
  return withQuota(context, user, { measure: 'max_exports', amount: 1 }, work)
}

/** Throws `quota-uploads` or `quota-upload-size` if a file of that size exceeds the quota of a user; counts nothing. */
export async function requireUploadQuota(
  { store, now }: QuotaContext,
  user: CurrentUser,
  bytes: number,
): Promise<void> {
  const use = useOf(user, { measure: 'max_upload_bytes', amount: bytes })
  const excess = use && (await store.quotaUses.check(use))
  if (excess) throw quotaError({ ...use, ...excess }, now())
}

/** Counts the bytes of uploaded files of a user. Throws `quota-uploads` and `quota-upload-size`. */
export function withUploadQuota<T>(
  context: QuotaContext,
  user: CurrentUser,
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  return withQuota(context, user, { measure: 'max_upload_bytes', amount: bytes }, work)
}

/** Throws `quota-admin` for the role of administrators, which only quotas of their own limit. */
export function requireLimitableRole({ name }: { readonly name: string }): void {
  if (isAdmin({ roles: { [name]: [] } })) throw new ApiError('quota-admin')
}
