import type { Context } from './context.ts'

/**
 * A table or view that a user created from a query, or a copy of a table while a file replaces its rows. Names are
 * folded as the engine compares them.
 */
export interface CreatedTable {
  readonly id: number
  readonly database_id: number
  readonly schema: string
  readonly name: string
  /** `COPY` is a table of the product: the new or the previous rows of a table. It has no creator. */
  readonly method: 'TABLE' | 'VIEW' | 'COPY'
  readonly user_id: number | null
  /** Names of the tables it was created from, and of their sources. */
  readonly sources: readonly string[]
}

/** Tables and views created from queries. A name may have several records: each creation had its own sources. */
export interface CreatedTables {
  add(values: Omit<CreatedTable, 'id'>): Promise<number>
  ofDatabase(databaseId: number): Promise<readonly CreatedTable[]>
  remove(...ids: readonly number[]): Promise<void>
}

type Row = Omit<CreatedTable, 'sources'> & { readonly sources_json: string }

export function createdTableRepository({ db, clock }: Context): CreatedTables {
  return {
    async add({ sources, ...values }) {
      const row = { ...values, sources_json: JSON.stringify(sources), created_on: clock() }
      const { id } = await db
        .insertInto('created_tables')
        .values(row)
        .returning('id')
        .$castTo<{ readonly id: number }>()
        .executeTakeFirstOrThrow()
      return id
    },
    async ofDatabase(databaseId) {
      const rows = await db
        .selectFrom('created_tables')
        .select(['id', 'database_id', 'schema', 'name', 'method', 'user_id', 'sources_json'])
        .where('database_id', '=', databaseId)
        .orderBy('id')
        .$castTo<Row>()
        .execute()
      return rows.map(({ sources_json, ...row }) => ({ ...row, sources: JSON.parse(sources_json) as string[] }))
    },
    async remove(...ids) {
      if (ids.length > 0)
        await db
          .deleteFrom('created_tables')
          .where('id', 'in', [...ids])
          .execute()
    },
  }
}
