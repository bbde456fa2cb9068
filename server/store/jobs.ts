import { type Expression, sql } from 'kysely'
import type { Job } from '#core/entity/job.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import type { BoundValue } from './bind.ts'
import type { Context } from './context.ts'
import type { Jobs } from './repositories.ts'

const ENDED = ['done', 'error', 'cancelled']

/** Returns the repository of background jobs. */
export function jobRepository(context: Context): Jobs {
  const { db, clock } = context
  const one = async (column: string, value: BoundValue) => {
    return db.selectFrom('jobs').selectAll().where(column, '=', value).$castTo<Job>().executeTakeFirst()
  }
  /** Changes the job while the worker holds it. */
  const held = async (id: number, worker: string, change: Record<string, BoundValue>) => {
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ ...change, changed_on: clock() })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('claimed_by', '=', worker)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const over = { claimed_by: null, claimed_until: null }
  return {
    enqueue: (job) => context.atomically((inner) => enqueue(inner, job)),
    get: (id) => one('id', id),
    getByUuid: (uuid) => one('uuid', uuid),
    claim: (kinds, worker, leaseMs, running = []) =>
      context.atomically((inner) => claim(inner, { kinds, worker, leaseMs, running })),
    renew: (id, worker, leaseMs) => held(id, worker, { claimed_until: clock() + leaseMs }),
    finish: (id, worker, result) => held(id, worker, { ...over, status: 'done', result, finished_on: clock() }),
    fail: (id, worker, errors) => held(id, worker, { ...over, status: 'error', errors, finished_on: clock() }),
    postpone: (job, worker, delayMs) => postpone(context, job, worker, delayMs),
    async release({ id, attempts }, worker, runAfter) {
      return held(id, worker, { ...over, status: 'pending', run_after: runAfter, attempts: attempts - 1 })
    },
    async cancel(id) {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ ...over, status: 'cancelled', finished_on: clock(), changed_on: clock() })
        .where('id', '=', id)
        .where('status', 'not in', ENDED)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    ended: (kind, since) => endedJobs(context, kind, since),
    async purge(before) {
      const { numDeletedRows } = await db
        .deleteFrom('jobs')
        .where('status', 'in', ENDED)
        .where('finished_on', '<', before)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Returns the position of a type in the requested order. */
function kindOrder(kinds: readonly string[], kind: Expression<unknown>) {
  const cases = kinds.map((each, index) => sql`when ${kind} = ${each} then ${sql.lit(index)}`)
  return sql<number>`case ${sql.join(cases, sql` `)} end`
}

interface Claim {
  readonly kinds: readonly string[]
  readonly worker: string
  readonly leaseMs: number
  readonly running: readonly number[]
}

/** PostgreSQL skips jobs that others are claiming; SQLite allows one claim at a time. */
async function claim({ db, engine, clock }: Context, { kinds, worker, leaseMs, running }: Claim) {
  if (kinds.length === 0) return undefined
  const now = clock()
  let due = db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', kinds)
    .where((each) =>
      each.or([
        each.and([each('status', '=', 'pending'), each('run_after', '<=', now)]),
        each.and([each('status', '=', 'running'), each('claimed_until', '<=', now)]),
      ]),
    )
    .orderBy((each) => kindOrder(kinds, each.ref('kind')))
    .orderBy((each) =>
      each
        .selectFrom('jobs as other')
        .select((inner) => inner.fn.countAll().as('running'))
        .where('other.status', '=', 'running')
        // All anonymous users count as one.
        .whereRef('other.user_id', 'is not distinct from', 'jobs.user_id'),
    )
    .orderBy('id')
    .limit(1)
  if (running.length > 0) due = due.where('id', 'not in', running)
  if (engine === 'postgres') due = due.forUpdate().skipLocked()
  const next = await due.executeTakeFirst()
  if (!next) return undefined
  const row = await db
    .updateTable('jobs')
    .set((each) => ({
      status: 'running',
      claimed_by: worker,
      claimed_until: now + leaseMs,
      started_on: each.fn.coalesce('started_on', each.val(now)),
      changed_on: now,
      attempts: each('attempts', '+', 1),
    }))
    .where('id', '=', next.id as number)
    .returningAll()
    .$castTo<Job>()
    .executeTakeFirstOrThrow()
  return row
}

async function postpone({ db, clock }: Context, job: Job, worker: string, delayMs: number): Promise<boolean> {
  const until = clock() + delayMs
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set((each) => ({
      status: 'pending',
      claimed_by: null,
      claimed_until: null,
      run_after: until,
      changed_on: clock(),
      attempts: each('attempts', '-', 1),
    }))
    .where('id', '=', job.id)
    .where('status', '=', 'running')
    .where('claimed_by', '=', worker)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .updateTable('jobs')
    .set({ run_after: until })
    .where('status', '=', 'pending')
    .where('kind', '=', job.kind)
    .where('user_id', 'is not distinct from', job.user_id)
    .where('origin', 'is not distinct from', job.origin)
    .where('run_after', '<', until)
    .execute()
  return true
}

/**
 * Throws `bound-passed` if the user, the anonymous users of the address, or all of them have as many waiting jobs as
 * allowed.
 */
async function requireQueueSpace({ db, engine }: Context, user: number | null, origin: string | null): Promise<void> {
  // SQLite runs one writing transaction at a time.
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs of ${user ?? 'anonymous users'}`}, 40))`.execute(db)
  const jobs = db
    .selectFrom('jobs')
    .select((each) => each.fn.countAll().as('waiting'))
    .where('status', '=', 'pending')
    .where('user_id', 'is not distinct from', user)
  const { waiting } = await jobs.executeTakeFirstOrThrow()
  requireWithin(user === null ? 'public-waiting-jobs' : 'waiting-jobs', 1 + Number(waiting))
  if (user !== null || origin === null) return
  const { waiting: ofAddress } = await jobs.where('origin', '=', origin).executeTakeFirstOrThrow()
  requireWithin('address-waiting-jobs', 1 + Number(ofAddress))
}

async function enqueue(
  context: Context,
  { kind, payload, user_id, origin = null, run_after }: Parameters<Jobs['enqueue']>[0],
): Promise<Job> {
  const { db, clock, newUuid } = context
  await requireQueueSpace(context, user_id, origin)
  const now = clock()
  const row = await db
    .insertInto('jobs')
    .values({
      uuid: newUuid(),
      kind,
      status: 'pending',
      payload,
      user_id,
      origin,
      created_on: now,
      changed_on: now,
      run_after: run_after ?? now,
      attempts: 0,
    })
    .returningAll()
    .$castTo<Job>()
    .executeTakeFirstOrThrow()
  return row
}

async function endedJobs({ db }: Context, kind: string, since: number): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('status', 'in', ['done', 'error'])
    .where('kind', '=', kind)
    .where('finished_on', '>=', since)
    .orderBy('finished_on')
    .orderBy('id')
    .$castTo<Job>()
    .execute()
  return rows
}
