import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'
import { engineNamed } from './index.ts'

const statements = [
  `CREATE TABLE cities ("Id" INTEGER PRIMARY KEY, name VARCHAR UNIQUE, "say ""hi""" INTEGER)`,
  `CREATE TABLE visits (city INTEGER REFERENCES cities("Id"), ds DATE)`,
  'CREATE INDEX visits_by_day ON visits (ds, city)',
  'CREATE UNIQUE INDEX cities_said ON cities ("say ""hi""")',
  "COMMENT ON TABLE cities IS 'Where people live'",
  `COMMENT ON COLUMN cities.name IS 'As written there'`,
  'CREATE VIEW seen AS SELECT * FROM visits',
  'CREATE TABLE counted AS SELECT * FROM (VALUES (1), (2), (3)) v(n)',
  'ANALYZE counted',
]

/** Returns the name of a collation that the database has, in SQL. Engines based on DuckDB have those of DuckDB. */
const collationOf = (engine: Engine): string => (engine.connect === engineNamed('duckdb')?.connect ? 'NOCASE' : '"C"')

const collated = (engine: Engine): string => {
  const type = `VARCHAR COLLATE ${collationOf(engine)}`
  return `CREATE TABLE collated (code ${type}, plain VARCHAR DEFAULT 'x VARCHAR COLLATE C', "a ""b""" ${type})`
}

describe.each(contractEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, [...statements, collated(engine)])
  })
  afterAll(() => fixture.close())

  const metadata = async (table: string) => {
    const [schema = ''] = await fixture.connection.schemas()
    return fixture.connection.tableMetadata(schema, table)
  }

  it('has comments, keys and indexes of a table', async () => {
    const cities = await metadata('cities')
    expect(cities).toMatchObject({
      comment: 'Where people live',
      columnComments: { name: 'As written there' },
      primaryKey: { columns: ['Id'] },
      foreignKeys: [],
    })
    expect(cities?.indexes.map(({ columns, unique }) => [columns, unique])).toEqual(
      expect.arrayContaining([
        [['name'], true],
        [['say "hi"'], true],
      ]),
    )
    expect(cities?.indexes).toHaveLength(2)
  })

  it('names the collations of columns that have one', async () => {
    const name = collationOf(engine).replaceAll('"', '')
    expect((await metadata('collated'))?.columnCollations).toEqual({ code: name, 'a "b"': name })
    expect((await metadata('cities'))?.columnCollations).toEqual({})
  })

  it('has the foreign keys of a table', async () => {
    const visits = await metadata('visits')
    expect(visits).toMatchObject({
      comment: null,
      columnComments: {},
      primaryKey: null,
      indexes: [{ name: 'visits_by_day', columns: ['ds', 'city'], unique: false }],
      foreignKeys: [{ columns: ['city'], schema: null, table: 'cities', referred: ['Id'] }],
    })
    expect(visits?.partitions?.columns ?? []).toEqual([])
  })

  it('returns the statements that create tables and views', async () => {
    const text = (sql: string | null | undefined) => (sql ?? '').replaceAll(/\s+/g, ' ')
    const cities = await metadata('cities')
    expect(text(cities?.definition)).toMatch(/^CREATE TABLE (\w+\.)?cities ?\( ?"?Id"? (INTEGER|integer)/)
    expect(text(cities?.definition)).toContain('PRIMARY KEY')
    expect(text(cities?.definition)).toMatch(/CREATE UNIQUE INDEX cities_said ON .*"say ""hi"""/)
    const visits = text((await metadata('visits'))?.definition)
    expect(visits).toMatch(/FOREIGN KEY \(city\) REFERENCES (\w+\.)?cities ?\("?Id"?\)/)
    const seen = await metadata('seen')
    expect(text(seen?.definition)).toMatch(/^CREATE VIEW (\w+\.)?seen AS SELECT .*FROM visits;$/)
    expect([seen?.rowEstimate, seen?.isDerived, cities?.isDerived]).toEqual([null, true, false])
  })

  it('estimates rows', async () => {
    expect((await metadata('counted'))?.rowEstimate).toBe(3)
  })

  it('returns only the existence of a view, and reports a missing one', async () => {
    expect(await metadata('seen')).toMatchObject({ comment: null, primaryKey: null, indexes: [], foreignKeys: [] })
    expect(await metadata('nowhere')).toBeUndefined()
    expect(await metadata(`x' OR '1'='1`)).toBeUndefined()
  })
})

describe('partitions of PostgreSQL', () => {
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engineNamed('postgresql') as Engine, [
      'CREATE TABLE days (ds DATE, n INTEGER) PARTITION BY RANGE (ds)',
      `CREATE TABLE days_2 PARTITION OF days FOR VALUES FROM ('2024-02-01') TO ('2024-03-01')`,
      `CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM (MINVALUE) TO ('2024-02-01')`,
      'CREATE TABLE days_else PARTITION OF days DEFAULT',
      'CREATE TABLE numbers (a INTEGER, b INTEGER) PARTITION BY RANGE (b, a)',
      'CREATE TABLE numbers_1 PARTITION OF numbers FOR VALUES FROM (9, 1) TO (10, 1)',
      'CREATE TABLE numbers_2 PARTITION OF numbers FOR VALUES FROM (10, 1) TO (11, 1)',
      'CREATE TABLE "of; lists" (kind TEXT) PARTITION BY LIST (kind)',
      `CREATE TABLE list_1 PARTITION OF "of; lists" FOR VALUES IN ('it''s, b', 'a')`,
      'CREATE TABLE empty (h INTEGER) PARTITION BY HASH (h)',
      'CREATE TABLE analyzed (h INTEGER) PARTITION BY LIST (h)',
      'CREATE TABLE analyzed_1 PARTITION OF analyzed FOR VALUES IN (1)',
      'CREATE TABLE analyzed_2 PARTITION OF analyzed FOR VALUES IN (2)',
      'INSERT INTO analyzed VALUES (1), (2)',
      'ANALYZE analyzed',
    ])
  })
  afterAll(() => fixture.close())
  const metadata = (table: string) => fixture.connection.tableMetadata('public', table)
  const partitions = async (table: string) => (await metadata(table))?.partitions

  it.each([
    ['days', ['ds'], { ds: '2024-02-01' }],
    ['numbers', ['b', 'a'], { b: '10', a: '1' }],
    ['of; lists', ['kind'], { kind: "it's, b" }],
    ['empty', ['h'], {}],
  ])('%s is cut by %j, latest %j', async (table, columns, latest) => {
    expect(await partitions(table)).toMatchObject({ columns, latest })
  })

  it('are derived from each other, and their rows are estimated together', async () => {
    const [parent, part] = [await metadata('days'), await metadata('days_1')]
    expect([parent?.isDerived, part?.isDerived]).toEqual([true, true])
    expect(parent?.definition).toBe('CREATE TABLE public.days (\n  ds date,\n  n integer\n) PARTITION BY RANGE (ds);')
    expect((await metadata('analyzed'))?.rowEstimate).toBe(2)
  })

  it('are listed by a statement that quotes the name of the table', async () => {
    expect((await partitions('of; lists'))?.query).toContain(`inhparent = '"public"."of; lists"'::regclass`)
  })
})
