import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { Guard } from '#server/sql/guard.ts'
import { type QueryRunner, queryRunnerOn } from '#testing/query-rows.ts'
import { sampleRuns } from '#testing/case-sample.ts'
import { contractEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { queryDataset, factStatements } from '#testing/query-fixture.ts'
import { anyFilter, groupedQuery, rawQuery, roundRow } from '#testing/random-queries.ts'
import type { Dialect, Engine } from './engine.ts'

const NOW = Date.UTC(2024, 5, 15)

/** Returns a dialect with all optional features disabled. */
function spare(dialect: Dialect): Dialect {
  return {
    ...dialect,
    name: 'spare',
    boundMoment: null,
    nullsLast: 'case',
    sortsNullsLow: true,
    truth: (condition, holds) => `(CASE WHEN ${condition} THEN 1 WHEN NOT ${condition} THEN 0 END) = ${holds ? 1 : 0}`,
    supports: { ...dialect.supports, groupingSets: false },
  }
}

/** Any combination of the labels of a query, including none and duplicates. */
const groupings = groupedQuery.chain((query) =>
  fc
    .array(fc.subarray((query.columns ?? []).map(columnLabel)), { minLength: 1, maxLength: 4 })
    .map((grouping_sets): QueryObject => ({ ...query, grouping_sets })),
)

describe.each(contractEngines)('the dialect of $name', (engine: Engine) => {
  let fixture: EngineFixture
  let own: Omit<QueryRunner, 'close'>
  let poor: Omit<QueryRunner, 'close'>
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, [
      ...factStatements,
      'CREATE SCHEMA other',
      'CREATE TABLE other.others (id INTEGER)',
    ])
    own = queryRunnerOn(fixture, queryDataset, NOW)
    const dialect = spare(engine.dialect)
    const guard = new Guard(fixture.connection, dialect)
    poor = queryRunnerOn({ engine: { ...engine, dialect }, connection: fixture.connection, guard }, queryDataset, NOW)
  })
  afterAll(() => fixture.close())

  it.each([
    ["'x'", 'x'],
    ["(('it''s'))", "it's"],
    ['2', 2],
    ['NULL', null],
  ])('groups by the constant %s', async (sqlExpression, value) => {
    const constant = { label: 'constant', sqlExpression }
    const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'all rows' } as const
    expect(await own.rows({ columns: [constant], metrics: [count] })).toEqual([{ constant: value, 'all rows': 7 }])
  })

  const ids = async (asker: Omit<QueryRunner, 'close'>, query: QueryObject) =>
    (await asker.rows({ columns: ['id'], orderby: [['id', true]], ...query })).map(({ id }) => id)

  it('returns the same rows, order and markers for groupings in one query or in several', {
    timeout: 60_000,
  }, async () => {
    const query: QueryObject = {
      columns: ['s', 'yes'],
      metrics: ['count', 'least'],
      grouping_sets: [['yes'], [], ['s', 'yes']],
      orderby: [[{ expressionType: 'SQL', sqlExpression: 'MAX(id)', label: 'last', hasCustomLabel: true }, false]],
    }
    expect((await own.plan(query)).sql).toContain('GROUPING SETS')
    const separate = (await poor.plan(query)).sql
    expect(separate).not.toContain('GROUPING')
    expect(separate.match(/UNION ALL/g)).toHaveLength(2)
    const rows = await own.rows(query)
    expect(await poor.rows(query)).toEqual(rows)
    expect(rows.map(({ __grouping: mask }) => mask)).toEqual([3, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0])
    expect(rows[0]).toEqual({ s: null, yes: null, count: 7, least: -3, __grouping: 3 })
    await fc.assert(
      fc.asyncProperty(groupings, async (queryObject) => {
        expect((await poor.rows(queryObject)).map(roundRow)).toEqual((await own.rows(queryObject)).map(roundRow))
      }),
      { numRuns: sampleRuns(40), seed: 11 },
    )
  })

  it.each<[string, QueryObject]>([
    ['of no rows', { filters: [{ col: 'id', op: '>', val: 100 }] }],
    ['of all rows', {}],
    ['without a metric', { metrics: [] }],
    ['whose rows are counted', { is_rowcount: true }],
    ['without matching rows', { extras: { having: 'COUNT(*) > 100' } }],
    ['cut', { row_limit: 2, row_offset: 1 }],
  ])('separate queries for groupings return the same rows as one query: those %s', async (_what, more) => {
    const orderby = [['s', true] as const]
    for (const grouping_sets of [[[]], [[], ['s']], [['s']]]) {
      const query = { columns: ['s', 'yes'], metrics: ['count'], grouping_sets, orderby, ...more }
      expect([grouping_sets, await poor.rows(query)]).toEqual([grouping_sets, await own.rows(query)])
    }
  })

  it('sorts null last in both directions, by NULLS LAST or by CASE', async () => {
    for (const [descending, expected] of [
      [true, ['', 'Apple pie', "it's 100%", 'العربية']],
      [false, ["it's 100%", 'Apple pie', 'العربية', '']],
    ] as const) {
      const query: QueryObject = {
        columns: ['s'],
        metrics: ['count'],
        series_columns: ['s'],
        series_limit: 10,
        series_limit_metric: { expressionType: 'SQL', sqlExpression: "MAX(CASE WHEN s <> '' THEN n END)", label: 'r' },
        order_desc: descending,
        filters: [{ col: 's', op: 'NOT IN', val: ['apple', null] }],
      }
      const reported = async (asker: Omit<QueryRunner, 'close'>) => {
        const all: unknown[][] = []
        for (let series_limit = 1; series_limit <= expected.length; series_limit++) {
          const stored = await asker.rows({ ...query, series_limit })
          all.push(stored.map(({ s }) => s))
        }
        // Each limit adds the next one in order.
        return all.map((stored, at) => stored.find((each) => !all[at - 1]?.includes(each)))
      }
      const wanted = descending ? ['العربية', 'Apple pie', "it's 100%", ''] : expected
      expect(await reported(own)).toEqual(wanted)
      expect(await reported(poor)).toEqual(wanted)
      expect((await own.plan(query)).sql).toContain('NULLS LAST')
      const cased = (await poor.plan(query)).sql
      expect([cased.includes('NULLS'), cased.includes('IS NULL THEN 1')]).toEqual([false, true])
    }
  })

  it('distinguishes true, false and null', async () => {
    const of = (op: string) => ({ filters: [{ col: 'yes', op }] })
    for (const asker of [own, poor]) {
      expect(await ids(asker, of('IS TRUE'))).toEqual([1, 5])
      expect(await ids(asker, of('IS FALSE'))).toEqual([2, 6])
    }
    expect((await poor.plan({ columns: ['id'], ...of('IS TRUE') })).sql).not.toContain('IS TRUE')
  })

  it('compares timestamps as bound values, or as literals if values cannot be bound', async () => {
    const query: QueryObject = {
      columns: ['id'],
      granularity: 'ts',
      time_range: '2024-01-15 : 2024-02-02',
      filters: [{ col: 'd', op: '<', val: Date.UTC(2024, 1, 1) }],
    }
    for (const asker of [own, poor]) expect(await ids(asker, query)).toEqual([2])
    expect((await own.plan(query)).params).toHaveLength(3)
    const { sql, params } = await poor.plan(query)
    expect([params, sql.match(/'2024-/g)?.length]).toEqual([[], 3])
  })

  it('resolves the schema of an unqualified table, also if the connection names another', async () => {
    const { connection, settings, storage } = fixture
    const usual = engine.dialect.defaultSchema(await connection.schemas())
    expect((await connection.tables(usual)).map(({ name }) => name)).toEqual(['facts'])
    if (!engine.settings.some(({ name }) => name === 'schema')) return
    const otherConnection = await engine.connect({ ...settings, schema: 'other' }, storage)
    const schema = engine.dialect.defaultSchema(await otherConnection.schemas())
    expect([schema, (await otherConnection.tables(schema)).map(({ name }) => name)]).toEqual(['other', ['others']])
    await otherConnection.close()
  })

  it('returns the same rows without any optional feature', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(groupedQuery, rawQuery),
        fc.array(anyFilter, { maxLength: 2 }),
        async (queryObject, filters) => {
          const query = { ...queryObject, filters }
          expect((await poor.rows(query)).map(roundRow)).toEqual((await own.rows(query)).map(roundRow))
        },
      ),
      { numRuns: sampleRuns(40), seed: 5 },
    )
  })
})
