import { CompiledQuery, Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'
import { withValueChecks, TransactionScope } from './guard.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { AnyDatabase } from './migrations/schema.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { tables } from './tables.ts'

onBothEngines('migrations', (fixture) => {
  const withDb = async <T>(act: (db: Kysely<Record<string, never>>) => Promise<T>): Promise<T> => {
    const { location } = fixture()
    const dialect = 'file' in location ? sqliteDialect(location.file) : postgresDialect(location.url)
    const db = new Kysely<Record<string, never>>({ dialect: withValueChecks(dialect, new TransactionScope()) })
    try {
      return await act(db)
    } finally {
      await db.destroy()
    }
  }

  it('runs each migration once, by the first server', async () => {
    const { again, store } = fixture()
    await store.settings.set('kept', 'yes')
    const others = await Promise.all([again(), again()])
    expect(await others[1]?.settings.get('kept')).toBe('yes')
  })

  it('migrations are rolled back when one fails', async () => {
    await withDb(async (db) => {
      const broken = {
        ...migrations,
        '999-broken': {
          async up(inside: AnyDatabase) {
            await inside.schema.createTable('half_done').addColumn('id', 'bigint').execute()
            await inside.executeQuery(CompiledQuery.raw('drop table no_such_table'))
          },
        },
      }
      await expect(migrate(db, fixture().engine, { migrations: broken })).rejects.toThrow('no_such_table')
      const names = (await db.introspection.getTables()).map((each) => each.name)
      expect(names).toContain('charts')
      expect(names).not.toContain('half_done')
      await migrate(db, fixture().engine)
    })
  })

  it('create exactly the columns that the repositories define', async () => {
    const made = await withDb((db) => db.introspection.getTables())
    for (const table of Object.values(tables)) {
      const columns = made.find((each) => each.name === table.name)?.columns ?? []
      const known = [...Object.keys(table.columns), ...table.folded.map((name) => `${name}_folded`)]
      expect(columns.map((each) => each.name).toSorted(), table.name).toEqual(known.toSorted())
      for (const column of columns) {
        const kind: string = (table.columns as Record<string, string>)[column.name.replace('_folded', '')] ?? ''
        expect([table.name, column.name, column.isNullable]).toEqual([table.name, column.name, kind.endsWith('?')])
      }
    }
  })
})
