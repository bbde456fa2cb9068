import type { KeyValue, KeyValueResource } from '#core/entity/key-value.ts'
import type { Context } from './context.ts'
import type { KeyValueRepository, SettingsRepository } from './repositories.ts'

/** Maximum rows deleted at a time. SQLite has no offset without a limit. */
const MAX_TRIMMED = 10_000

/** Returns the repository of JSON texts by key: permalinks and temporary state. */
export function keyValueRepository(context: Context): KeyValueRepository {
  const { db, clock } = context
  return {
    ...valuesOfPersons(context),
    async put({ resource, key, value, user_id, expires_on }) {
      const now = clock()
      const changed = { value, user_id, expires_on, changed_on: now }
      const row = await db
        .insertInto('key_values')
        .values({ resource, key, created_on: now, ...changed })
        .onConflict((conflict) => conflict.columns(['resource', 'key']).doUpdateSet(changed))
        .returningAll()
        .$castTo<KeyValue>()
        .executeTakeFirstOrThrow()
      return row
    },
    async get(resource, key) {
      const row = await db
        .selectFrom('key_values')
        .selectAll()
        .where('resource', '=', resource)
        .where('key', '=', key)
        .where((each) => each.or([each('expires_on', 'is', null), each('expires_on', '>', clock())]))
        .$castTo<KeyValue>()
        .executeTakeFirst()
      return row
    },
    async touch(resource, key, expires_on) {
      await db
        .updateTable('key_values')
        .set({ expires_on })
        .where('resource', '=', resource)
        .where('key', '=', key)
        .execute()
    },
    async remove(resource, key) {
      const { numDeletedRows } = await db
        .deleteFrom('key_values')
        .where('resource', '=', resource)
        .where('key', '=', key)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async update(resource, key, value) {
      const now = clock()
      const { numUpdatedRows } = await db
        .updateTable('key_values')
        .set({ value, changed_on: now })
        .where('resource', '=', resource)
        .where('key', '=', key)
        .where((each) => each.or([each('expires_on', 'is', null), each('expires_on', '>', now)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async purge() {
      const { numDeletedRows } = await db.deleteFrom('key_values').where('expires_on', '<=', clock()).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Returns the operations on the entries of single users. */
function valuesOfPersons({ db, clock }: Context): Pick<KeyValueRepository, 'ofPerson' | 'count' | 'trim'> {
  return {
    async ofPerson(resource, userId) {
      const rows = await ofPerson(db, resource, userId)
        .selectAll()
        .where((each) => each.or([each('expires_on', 'is', null), each('expires_on', '>', clock())]))
        .orderBy('created_on')
        .orderBy('key')
        .$castTo<KeyValue>()
        .execute()
      return rows
    },
    async count(resource, userId) {
      const row = await ofPerson(db, resource, userId)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
      return Number(row?.n ?? 0)
    },
    async trim(resource, userId, most) {
      const stored = ofPerson(db, resource, userId).select('key').orderBy('expires_on', 'desc').orderBy('key')
      const beyond = stored.limit(MAX_TRIMMED).offset(most)
      await db.deleteFrom('key_values').where('resource', '=', resource).where('key', 'in', beyond).execute()
    },
  }
}

function ofPerson(db: Context['db'], resource: KeyValueResource, userId: number | null) {
  return db
    .selectFrom('key_values')
    .where('resource', '=', resource)
    .where('user_id', userId === null ? 'is' : '=', userId)
}

/** Returns the repository of internal settings of the product. */
export function settingRepository({ db, clock }: Context): SettingsRepository {
  return {
    async get(key) {
      const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
      return row?.value as string | undefined
    },
    async set(key, value) {
      const changed = { value, changed_on: clock() }
      await db
        .insertInto('settings')
        .values({ key, ...changed })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(changed))
        .execute()
    },
    async add(key, value) {
      await db
        .insertInto('settings')
        .values({ key, value, changed_on: clock() })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
    async remove(key) {
      await db.deleteFrom('settings').where('key', '=', key).execute()
    },
  }
}
