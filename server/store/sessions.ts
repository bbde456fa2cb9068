import type { LoginLink, Session } from '#core/entity/session.ts'
import type { Context } from './context.ts'
import type { LoginLinks, Sessions } from './repositories.ts'

/** Signed-in browsers. */
export function sessionRepository({ db, clock }: Context): Sessions {
  return {
    async create(session) {
      const now = clock()
      const row = { ...session, created_on: now, last_seen: now }
      await db.insertInto('sessions').values(row).execute()
      return row
    },
    async get(id) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', clock())
        .executeTakeFirst()
      return row as unknown as Session | undefined
    },
    async touch(id, expiresAt) {
      const seen = { last_seen: clock(), expires_at: expiresAt }
      await db.updateTable('sessions').set(seen).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute()
    },
    async removeOfUser(userId) {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    },
    async purge() {
      const { numDeletedRows } = await db.deleteFrom('sessions').where('expires_at', '<=', clock()).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Links that sign in once. */
export function loginLinkRepository({ db, clock }: Context): LoginLinks {
  return {
    async create(link) {
      const row = { ...link, created_on: clock(), used_at: null }
      await db.insertInto('login_links').values(row).execute()
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
        .executeTakeFirst()
      return row as unknown as LoginLink | undefined
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
