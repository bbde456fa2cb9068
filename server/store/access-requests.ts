import { sql } from 'kysely'
import type { Context } from './context.ts'

/** A user's request for access to a dashboard or a dataset. */
export interface AccessRequest {
  readonly id: number
  /** Epoch milliseconds. */
  readonly created_on: number
  readonly user_id: number
  readonly dashboard_id: number | null
  readonly dataset_id: number | null
  readonly note: string
}

/** Open requests for access. Closed ones stay stored. */
export interface AccessRequests {
  /** Adds a request; returns the open one if the user has requested the same already. */
  add(request: Omit<AccessRequest, 'id' | 'created_on'>): Promise<AccessRequest>
  /** Returns the open requests for objects that are not deleted, oldest first; `owner` limits them to objects of a user. */
  open(limit: number, owner?: number): Promise<readonly AccessRequest[]>
  /** Returns an open request. */
  get(id: number): Promise<AccessRequest | undefined>
  /** Returns false if it was closed already. */
  close(id: number, actor: number | null): Promise<boolean>
}

const COLUMNS = ['id', 'created_on', 'user_id', 'dashboard_id', 'dataset_id', 'note'] as const

/** Returns the condition for requests whose object exists; with `owner`, and is owned by that user. */
function hasObject(owner: number | undefined) {
  const objects = (['dashboard', 'dataset'] as const).map((type) => {
    const [table, id] = [sql.table(`${type}s`), sql.ref(`access_requests.${type}_id`)]
    const owned =
      owner === undefined
        ? sql``
        : sql` and exists (select 1 from owners as w where w.entity_type = ${type} and w.entity_id = o.id and w.user_id = ${owner})`
    return sql`exists (select 1 from ${table} as o where o.id = ${id} and o.deleted_at is null${owned})`
  })
  return sql<boolean>`(${sql.join(objects, sql` or `)})`
}

/** Returns the repository of requests for access. */
export function accessRequestRepository(context: Context): AccessRequests {
  const { db, clock } = context
  const living = (from = db) =>
    from.selectFrom('access_requests').select(COLUMNS).where('closed_on', 'is', null).$castTo<AccessRequest>()
  const one = (id: number) => living().where('id', '=', id).executeTakeFirst()
  return {
    add: (request) =>
      context.atomically(async (inner) => {
        const { user_id, dashboard_id, dataset_id } = request
        await lockUser(inner, user_id)
        const same = await living(inner.db)
          .where('user_id', '=', user_id)
          .where('dashboard_id', dashboard_id === null ? 'is' : '=', dashboard_id)
          .where('dataset_id', dataset_id === null ? 'is' : '=', dataset_id)
          .executeTakeFirst()
        if (same) return same
        const row = { ...request, created_on: clock() }
        const { id } = await inner.db
          .insertInto('access_requests')
          .values({ ...row })
          .returning('id')
          .$castTo<{ readonly id: number }>()
          .executeTakeFirstOrThrow()
        return { ...row, id }
      }),
    open: (limit, owner) => living().where(hasObject(owner)).orderBy('id').limit(limit).execute(),
    get: one,
    async close(id, actor) {
      const { numUpdatedRows } = await db
        .updateTable('access_requests')
        .set({ closed_on: clock(), closed_by_fk: actor })
        .where('id', '=', id)
        .where('closed_on', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

/** Waits until no other transaction adds a request of the user. SQLite runs one writing transaction at a time. */
async function lockUser({ db, engine }: Context, userId: number): Promise<void> {
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`access requests ${userId}`}, 28))`.execute(db)
}
