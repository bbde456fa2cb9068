import { sql } from 'kysely'
import type { LoginLink, Session } from '#core/entity/session.ts'
import type { Context } from './context.ts'
import type { EndedSession, LoginLinks, Sessions } from './repositories.ts'

const NO_VIEW = { view_as_user_id: null, view_as_role_id: null, view_as_from: null, view_as_until: null }
const ENDED = ['id', 'user_id', 'view_as_user_id', 'view_as_role_id', 'view_as_from'] as const
const EMPTY = { user_agent: null, address: null, provider: null, sign_out_token: null, ...NO_VIEW }

/** Returns the part of the repository that begins and ends views as other users. */
function views({ db }: Context): Pick<Sessions, 'startViewAs' | 'endViewAs'> {
  return {
    async startViewAs(id, { userId = null, roleId = null, from, until }) {
      const view = { view_as_user_id: userId, view_as_role_id: roleId, view_as_from: from, view_as_until: until }
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set(view)
        .where('id', '=', id)
        .where('view_as_from', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
    async endViewAs(id, from) {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set(NO_VIEW)
        .where('id', '=', id)
        .where('view_as_from', '=', from)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
  }
}

/** Returns the repository of sessions. */
export function sessionRepository(context: Context): Sessions {
  const { db, clock } = context
  const removeNamed: Sessions['removeNamed'] = (userId, start, except) => {
    const own = db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where(sql<boolean>`substr(id, 1, ${start.length}) = ${start}`)
    const named = except === undefined ? own : own.where('id', '<>', except)
    return named.returning(ENDED).$castTo<EndedSession>().execute()
  }
  return {
    ...views(context),
    async create(session) {
      const now = clock()
      const row = { ...EMPTY, ...session, created_on: now, last_seen: now }
      await db.insertInto('sessions').values(row).execute()
      return row
    },
    async get(id) {
      const unexpired = db.selectFrom('sessions').selectAll().where('id', '=', id).where('expires_at', '>', clock())
      return unexpired.$castTo<Session>().executeTakeFirst()
    },
    async ofUser(userId, limit) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock())
        .orderBy('last_seen', 'desc')
        .orderBy('created_on', 'desc')
        .orderBy('id')
        .limit(limit)
        .$castTo<Session>()
        .execute()
      return rows
    },
    async touch(id, expiresAt) {
      const seen = { last_seen: clock(), expires_at: expiresAt }
      await db.updateTable('sessions').set(seen).where('id', '=', id).execute()
    },
    async remove(id) {
      const removed = db.deleteFrom('sessions').where('id', '=', id).returning(ENDED)
      return removed.$castTo<EndedSession>().executeTakeFirst()
    },
    removeNamed,
    deleteByUser: (userId, except) => removeNamed(userId, '', except),
    async purge() {
      const expired = db.deleteFrom('sessions').where('expires_at', '<=', clock()).returning(ENDED)
      return expired.$castTo<EndedSession>().execute()
    },
  }
}

/** Returns the repository of one-time sign-in links. */
export function loginLinkRepository({ db, clock }: Context): LoginLinks {
  return {
    async create(link) {
      const row = { ...link, created_on: clock(), used_at: null }
      await db.insertInto('login_links').values(row).execute()
      return row
    },
    async find(tokenHash) {
      const row = await db
        .selectFrom('login_links')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock())
        .$castTo<LoginLink>()
        .executeTakeFirst()
      return row
    },
    async use(tokenHash) {
      const now = clock()
      const row = await db
        .updateTable('login_links')
        .set({ used_at: now })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returningAll()
        .$castTo<LoginLink>()
        .executeTakeFirst()
      return row
    },
    async usedBy(userId) {
      const used = await db
        .selectFrom('login_links')
        .select('token_hash')
        .where('user_id', '=', userId)
        .where('used_at', 'is not', null)
        .limit(1)
        .executeTakeFirst()
      return used !== undefined
    },
    async deleteByUser(userId) {
      await db.deleteFrom('login_links').where('user_id', '=', userId).where('used_at', 'is', null).execute()
    },
    async purge() {
      const { numDeletedRows } = await db
        .deleteFrom('login_links')
        .where('expires_at', '<=', clock())
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
