import { AsyncLocalStorage } from 'node:async_hooks'
import type { ViewAs } from '#core/access/current-user.ts'
import type { Event, EventDraft } from '#core/entity/event.ts'
import type { Context } from './context.ts'
import { insertRows } from './insert-rows.ts'
import type { Events } from './repositories.ts'

const LIMIT = 50

/** The request that causes events. */
interface EventOrigin {
  /** IP address of the client. */
  readonly address: string
  /** Set if an administrator makes the request as another user or a role. */
  readonly viewAs?: ViewAs | undefined
}

const origins = new AsyncLocalStorage<EventOrigin>()

/**
 * Runs the work of a request. Its events get the IP address of the client. If an administrator views as another user,
 * the administrator is the actor of every event.
 */
export function withEventOrigin<T>(origin: EventOrigin, work: () => T): T {
  return origins.run(origin, work)
}

/** Appends an event to the log, which is append-only. */
export function appendEvent(context: Context, event: EventDraft): Promise<void> {
  return appendEvents(context, [event])
}

/** Appends events to the log, in this order. */
export async function appendEvents(context: Context, events: readonly EventDraft[]): Promise<void> {
  const at = context.clock()
  const { address = null, viewAs } = origins.getStore() ?? {}
  const lines = events.map(({ actor, action, entity_type, entity_id, before = null, after = null }) => ({
    at,
    actor: viewAs?.administrator.id ?? actor,
    action,
    entity_type,
    entity_id,
    before,
    after,
    address,
    view_as_user_id: viewAs?.type === 'user' ? viewAs.id : null,
    view_as_role_id: viewAs?.type === 'role' ? viewAs.id : null,
  }))
  await insertRows(context, 'events', lines)
}

async function purgeEvents({ db }: Context, before: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('events').where('at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

async function forgetPreviews({ db }: Context, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('action', '=', 'query')
    .where('entity_type', '=', 'database')
    .where('at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function countSince({ db }: Context, ...[actor, action, since, most]: Parameters<Events['countSince']>) {
  const some = db
    .selectFrom('events')
    .select('id')
    .where('actor', '=', actor)
    .where('action', '=', action)
    .where('at', '>', since)
    .limit(most)
  const counted = db.selectFrom(some.as('some')).select((each) => each.fn.countAll<number>().as('n'))
  return (await counted.executeTakeFirstOrThrow()).n
}

/** Returns the log and its queries. */
export function eventLog(context: Context): Events {
  const newest = () => context.db.selectFrom('events').selectAll().orderBy('id', 'desc').$castTo<Event>()
  return {
    append: (event) => appendEvent(context, event),
    async history(type, id, limit = LIMIT) {
      return newest().where('entity_type', '=', type).where('entity_id', '=', id).limit(limit).execute()
    },
    async recents(userId, { types, actions, limit = LIMIT } = {}) {
      let latest = context.db
        .selectFrom('events')
        .select((each) => each.fn.max('id').as('id'))
        .where('actor', '=', userId)
        .where('view_as_user_id', 'is', null)
        .where('view_as_role_id', 'is', null)
        .groupBy(['entity_type', 'entity_id'])
      if (types) latest = latest.where('entity_type', 'in', types)
      if (actions) latest = latest.where('action', 'in', actions)
      return newest().where('id', 'in', latest).limit(limit).execute()
    },
    async page({ page, pageSize, ...narrow }) {
      const pairs = [
        ['action', narrow.action],
        ['actor', narrow.actor],
        ['entity_type', narrow.type],
        ['entity_id', narrow.entityId],
      ] as const
      let lines = context.db.selectFrom('events')
      if (narrow.after !== undefined) lines = lines.where('at', '>', narrow.after)
      if (narrow.before !== undefined) lines = lines.where('at', '<', narrow.before)
      if (narrow.beforeId !== undefined) lines = lines.where('id', '<', narrow.beforeId)
      for (const [column, value] of pairs) if (value !== undefined) lines = lines.where(column, '=', value)
      const { n } = await lines.select((each) => each.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
      const rows = await lines
        .selectAll()
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset(page * pageSize)
        .$castTo<Event>()
        .execute()
      return { rows, count: n }
    },
    async get(id) {
      return newest().where('id', '=', id).executeTakeFirst()
    },
    countSince: (...those) => countSince(context, ...those),
    purge: (before) => purgeEvents(context, before),
    forgetPreviews: (before) => forgetPreviews(context, before),
    async list({ beforeId, limit = LIMIT } = {}) {
      const below = beforeId === undefined ? newest() : newest().where('id', '<', beforeId)
      return below.limit(limit).execute()
    },
  }
}
