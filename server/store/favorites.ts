import type { Context } from './context.ts'
import type { Favorites } from './repositories.ts'

/** Returns the repository of favorites. */
export function favoriteRepository({ db, clock }: Context): Favorites {
  return {
    async add(user_id, entity_type, entity_id) {
      await db
        .insertInto('favorites')
        .values({ user_id, entity_type, entity_id, created_on: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async remove(userId, type, id) {
      await db
        .deleteFrom('favorites')
        .where('user_id', '=', userId)
        .where('entity_type', '=', type)
        .where('entity_id', '=', id)
        .execute()
    },
    async ids(userId, type, ids) {
      if (ids?.length === 0) return []
      const all = db
        .selectFrom('favorites')
        .select('entity_id')
        .where('user_id', '=', userId)
        .where('entity_type', '=', type)
        .orderBy('entity_id')
      const rows = await (ids ? all.where('entity_id', 'in', ids) : all).execute()
      return rows.map((row) => row.entity_id as number)
    },
    async count(type, id) {
      const row = await db
        .selectFrom('favorites')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('entity_type', '=', type)
        .where('entity_id', '=', id)
        .executeTakeFirst()
      return row?.n ?? 0
    },
  }
}
