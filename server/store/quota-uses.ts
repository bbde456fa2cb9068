import { sql } from 'kysely'
import type { QuotaMeasure } from '#core/rest/quota-measures.ts'
import type { Context } from './context.ts'

/** The use of a measure by a caller within a sliding window. */
interface QuotaWindow {
  /** The user or the network address that is counted. */
  readonly caller: string
  readonly measure: QuotaMeasure
  readonly windowMs: number
}

/** A use to record, unless the sum of the window would exceed `most`. */
interface QuotaUse extends QuotaWindow {
  readonly amount: number
  readonly most: number
}

/** The sum of the window, and when the use fits into it, in epoch milliseconds; null if never. */
interface QuotaExcess {
  readonly used: number
  readonly freesAt: number | null
}

/** The id of the recorded use, or the quota that it exceeds. */
type QuotaOutcome = { readonly id: number } | QuotaExcess

/** Uses that are counted against quotas, by all servers of a store. */
export interface QuotaUses {
  /** Records a use if it fits. Concurrent calls pass no more than consecutive ones. */
  take(use: QuotaUse): Promise<QuotaOutcome>
  /** Returns why a use does not fit, without recording it; undefined if it fits. */
  check(use: QuotaUse): Promise<QuotaExcess | undefined>
  /** Removes a use, because the work failed. */
  restoreParts(id: number): Promise<void>
  /** Returns the sum of the window. */
  used(window: QuotaWindow): Promise<number>
  /** Deletes uses from before that time (epoch milliseconds). */
  purge(before: number): Promise<void>
}

/** Returns the repository of uses. */
export function quotaUseRepository(context: Context): QuotaUses {
  return {
    take: (use) => context.atomically((inner) => takeQuota(inner, use)),
    check: (use) => excessOf(context, use),
    async restoreParts(id) {
      await context.db.deleteFrom('quota_uses').where('id', '=', id).execute()
    },
    used: (window) => sumOf(context, window),
    async purge(before) {
      await context.db.deleteFrom('quota_uses').where('at', '<', before).execute()
    },
  }
}

const usesIn = ({ db, clock }: Context, { caller, measure, windowMs }: QuotaWindow) =>
  db
    .selectFrom('quota_uses')
    .where('caller', '=', caller)
    .where('measure', '=', measure)
    .where('at', '>', clock() - windowMs)

async function sumOf(context: Context, window: QuotaWindow): Promise<number> {
  const { total } = await usesIn(context, window)
    .select(({ fn }) => fn.sum<number | string | null>('amount').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

async function excessOf(context: Context, use: QuotaUse): Promise<QuotaExcess | undefined> {
  const { amount, most } = use
  const used = await sumOf(context, use)
  if (used + amount <= most) return undefined
  return { used, freesAt: amount > most ? null : await freeTime(context, use, used) }
}

async function takeQuota(context: Context, use: QuotaUse): Promise<QuotaOutcome> {
  const { db, engine, clock } = context
  const { caller, measure, amount } = use
  // SQLite runs one writing transaction at a time.
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${measure} of ${caller}`}, 37))`.execute(db)
  const excess = await excessOf(context, use)
  if (excess) return excess
  const { id } = await db
    .insertInto('quota_uses')
    .values({ caller, measure, amount, at: clock() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: Number(id) }
}

/** Returns when enough of the oldest uses have left the window. */
async function freeTime(context: Context, use: QuotaUse, used: number): Promise<number> {
  const rows = await usesIn(context, use).select(['amount', 'at']).orderBy('at').orderBy('id').execute()
  let left = used
  for (const row of rows) {
    left -= Number(row.amount)
    if (left + use.amount <= use.most) return Number(row.at) + use.windowMs
  }
  return context.clock() + use.windowMs
}
