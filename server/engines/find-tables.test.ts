import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineFixture, openEngineFixture, testedEngines } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'
import { engineNamed } from './index.ts'
import { findTables, tablePage } from './table-page.ts'

const NAMES = ['Orders', 'orders_old', 'late_orders', 'a%b', 'axb', "it's", 'été', 'Éclair']

/** The names that match, in order: those that begin with the text first. */
const SEARCHES: readonly (readonly [text: string, names: readonly string[]])[] = [
  ['ORDERS', ['Orders', 'orders_old', 'late_orders', 'seen_orders']],
  ['_ord', ['late_orders', 'seen_orders']],
  ['a%', ['a%b']],
  ["'", ["it's"]],
  ['\\', []],
  ['ét', ['été']],
  ['ÉT', ['été']],
  ['éclair', ['Éclair']],
  ['ÉCL', ['Éclair']],
  ['\0', []],
  ['nothing', []],
]

/** The schema of the tables, and the search in them. */
const search = async ({ connection, engine }: EngineFixture, text: string, limit = 10, offset = 0) => {
  const schema = engine.dialect.defaultSchema(await connection.schemas())
  return findTables(connection, schema, { text, limit, offset })
}

const searched = testedEngines.filter(({ name }) => name !== 'datafiles')

describe.each(searched)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    const [mark, pattern] = engine.name === 'mysql' ? ['`', /`/g] : ['"', /"/g]
    const quote = (name: string) => `${mark}${name.replace(pattern, mark + mark)}${mark}`
    fixture = await openEngineFixture(engine, [
      ...NAMES.map((name) => `CREATE TABLE ${quote(name)} (n INTEGER)`),
      `CREATE VIEW seen_orders AS SELECT * FROM ${quote('Orders')}`,
    ])
  })
  afterAll(() => fixture.close())

  it('searches tables by text, ignoring case; those that begin with it come first', async () => {
    // A page of DuckDB's catalogue takes as long as the full list, which is cached.
    expect('findTables' in fixture.connection).toBe(engine.connect !== engineNamed('duckdb')?.connect)
    for (const [text, names] of SEARCHES) {
      const { count, tables } = await search(fixture, text)
      expect([text, count, tables.map(({ name }) => name)]).toEqual([text, names.length, names])
    }
  })

  it('returns pages that together are the full list, and the count of all also after the last page', async () => {
    const schema = engine.dialect.defaultSchema(await fixture.connection.schemas())
    const all = await fixture.connection.tables(schema)
    expect(all).toHaveLength(9)
    const pages = [await search(fixture, '', 3), await search(fixture, '', 3, 3), await search(fixture, '', 3, 6)]
    expect(pages.map(({ count, tables }) => [count, tables.length])).toEqual([
      [9, 3],
      [9, 3],
      [9, 3],
    ])
    expect(pages.flatMap(({ tables }) => tables)).toEqual(all)
    expect(all.find(({ name }) => name === 'seen_orders')?.kind).toBe('view')
    expect(await search(fixture, 'ORDERS', 3, 6)).toEqual({ count: 4, tables: [] })
  })
})

it('searches a full list as catalogues do', () => {
  const tables = [...NAMES, 'seen_orders'].toSorted().map((name) => ({ name, kind: 'table' as const }))
  for (const [text, names] of SEARCHES)
    expect(tablePage(tables, { text, limit: 10, offset: 0 })).toEqual({
      count: names.length,
      tables: names.map((name) => ({ name, kind: 'table' })),
    })
  expect(tablePage(tables, { text: 'orders', limit: 2, offset: 1 }).tables.map(({ name }) => name)).toEqual([
    'orders_old',
    'late_orders',
  ])
})
