import type { Patch } from '#core/entity/entity.ts'
import type { Query, QueryDraft } from '#core/entity/query.ts'
import { bounds } from '#core/rest/bounds.ts'
import type { Context } from './context.ts'
import { entityRepository } from './entity-repository.ts'
import type { Queries } from './repositories.ts'
import type { Repository } from './repository.ts'
import { tables } from './tables.ts'

/** Returns the repository of the SQL query history, which is limited per user. */
export function queryRepository(context: Context): Queries {
  const { db } = context
  const rows: Repository<Query, QueryDraft, Patch<Query>> = entityRepository(context, tables.queries)
  return {
    ...rows,
    async create(values, actor) {
      const created = await rows.create(values, actor)
      const is = actor === null ? 'is' : '='
      const newest = db.selectFrom('queries').select('id').where('created_by_fk', is, actor).orderBy('id', 'desc')
      const beyond = await newest.offset(bounds.queries.most).limit(1).executeTakeFirst()
      if (beyond)
        await db.deleteFrom('queries').where('created_by_fk', is, actor).where('id', '<=', beyond['id']).execute()
      return created
    },
    async forget(before) {
      const { numDeletedRows } = await db.deleteFrom('queries').where('start_time', '<', before).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
