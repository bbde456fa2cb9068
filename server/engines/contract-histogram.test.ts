import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { histogram_v2 } from '#charts/histogram_v2/index.ts'
import { runPost } from '#core/post/index.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { toRecords, type Table, type Value } from '#core/table/table.ts'
import { planQuery } from '#server/data/result/run-query.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'
import { dataset, datasetColumn } from '#testing/dataset.ts'
import { queryEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'

const TYPES = {
  id: 'INTEGER',
  g: 'VARCHAR(9)',
  n: 'INTEGER',
  x: 'DOUBLE PRECISION',
  big: 'DECIMAL(30,2)',
  day: 'DATE',
  yes: 'BOOLEAN',
  txt: 'VARCHAR(9)',
} as const
const columns = Object.entries(TYPES).map(([column_name, type]) => datasetColumn({ column_name, type }))
const values = dataset({ table_name: 'bins', columns })

/** Row 7 is hidden by the rules below; its values are outside the range of the others. */
const rows = [
  `(1, 'a', 1, 0.1, 12345678901234567890.12, '2024-01-01', true, '1')`,
  `(2, 'a', 2, 0.3, 12345678901234567890.12, '2024-01-02', false, '2')`,
  `(3, 'a', 2, 0.7, 12345678901234567990.12, '2024-01-03', true, '2')`,
  `(4, NULL, 3, 'NaN', NULL, NULL, NULL, NULL)`,
  `(5, 'b', 10, 'Infinity', 12345678901234667890.12, '2024-01-11', true, '10')`,
  `(6, 'b', NULL, NULL, NULL, NULL, NULL, NULL)`,
  `(7, 'c', 1000, 99, 99999999999999999999.99, '2034-01-11', true, '99')`,
]
const seen = [{ col: 'id', op: '<', val: 7 }]
/** Expressions in the syntax of PostgreSQL, which DuckDB supports as well. */
const adhoc = { label: 'twice', sqlExpression: 'n * 2', expressionType: 'SQL' as const }

describe.each(queryEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    const named = Object.entries(TYPES).map(([name, type]) => `${name} ${type}`)
    fixture = await openEngineFixture(engine, [
      `CREATE TABLE bins (${named.join(', ')})`,
      `INSERT INTO bins VALUES ${rows.join(', ')}`,
    ])
  })
  afterAll(() => fixture.close())

  async function answer(query: QueryObject, rules: readonly string[] = []): Promise<Table> {
    const planning = {
      loaded: { dataset: values, database: {} as never },
      rules: rules.map((clause) => [clause]),
      masks: [],
      tables: [],
      ranges: rangesOf(query, 0),
      limits: { rows: 50_000, max: 100_000 },
    }
    const { plan, sql } = await planQuery(query, planning, fixture)
    const run = { signal: new AbortController().signal, maxRows: plan.rowLimit, labels: plan.labels }
    return fixture.connection.table(sql, run)
  }

  /** Returns the rows of a histogram as its chart queries it. */
  async function histogram(form: object, rules?: readonly string[]): Promise<readonly Record<string, Value>[]> {
    const own = { viz_type: 'histogram_v2', row_limit: 2, adhoc_filters: [], ...form }
    const query = histogram_v2.toQueries(own)[0] as QueryObject
    const requested = rules ? query : { ...query, filters: seen }
    return toRecords(runPost(await answer(requested, rules), query.post_processing ?? []).table)
  }

  it('counts all rows in the engine, beyond the row limit, and no missing values', async () => {
    expect(await histogram({ column: 'n', bins: 3 })).toEqual([{ '1.0 - 4.0': 4, '4.0 - 7.0': 0, '7.0 - 10.0': 1 }])
    const query = histogram_v2.toQueries({ viz_type: 'histogram_v2', column: 'n', bins: 3 })[0] as QueryObject
    // Two bins have rows: the result does not list the rows of the table.
    expect((await answer({ ...query, filters: seen })).rowCount).toBe(2)
  })

  it('has a row for each group, the rows without a group among them', async () => {
    expect(await histogram({ column: 'n', groupby: ['g'], bins: 3 })).toEqual([
      { g: 'a', '1.0 - 4.0': 3, '4.0 - 7.0': 0, '7.0 - 10.0': 0 },
      { g: 'b', '1.0 - 4.0': 0, '4.0 - 7.0': 0, '7.0 - 10.0': 1 },
      { g: null, '1.0 - 4.0': 1, '4.0 - 7.0': 0, '7.0 - 10.0': 0 },
    ])
    expect(await histogram({ column: 'n', groupby: ['n'], bins: 1 })).toEqual(
      [1, 2, 3, 10].map((n) => ({ n, '1.0 - 10.0': n === 2 ? 2 : 1 })),
    )
  })

  it('returns cumulative and normalized counts', async () => {
    const bins = async (form: object) => Object.values((await histogram({ column: 'n', bins: 3, ...form }))[0] ?? {})
    expect(await bins({ cumulative: true })).toEqual([4, 4, 5])
    expect(await bins({ normalize: true })).toEqual([0.8, 0, 0.2])
    // 4, 4 and 5 of the total of 13 over all cells, as in the reference.
    expect(await bins({ cumulative: true, normalize: true })).toEqual([4 / 13, 4 / 13, 5 / 13])
  })

  it('leaves NaN and infinities out', async () => {
    expect(await histogram({ column: 'x', bins: 2 })).toEqual([{ '0.1 - 0.4': 2, '0.4 - 0.7': 1 }])
  })

  it('puts values into the right bins if an edge is a fraction', async () => {
    const column = { label: 'f', sqlExpression: 'CAST(n AS DOUBLE PRECISION) / 10', expressionType: 'SQL' }
    // 0.1, 0.2, 0.2, 0.3 and 1 in nine bins of 0.1: 0.2 and 0.3 are at edges that doubles cannot represent exactly.
    const [only = {}] = await histogram({ column, bins: 9 })
    const expected = Object.keys(only).map((name, at) => {
      const [from = 0, to = 0] = name.split(' - ').map(Number)
      return [0.1, 0.2, 0.2, 0.3, 1].filter((v) => v >= from && (v < to || at === 8)).length
    })
    expect(Object.values(only)).toEqual(expected)
    expect(expected.reduce((sum, each) => sum + each, 0)).toBe(5)
  })

  it('counts decimals beyond 2^53, dates and booleans', async () => {
    // Offsets of 0, 0, 100 and 100000 from the minimum.
    expect(Object.values((await histogram({ column: 'big', bins: 4 }))[0] ?? {})).toEqual([3, 0, 0, 1])
    const first = Date.UTC(2024, 0, 1)
    const day = 86_400_000
    expect(await histogram({ column: 'day', bins: 2 })).toEqual([
      {
        [`${first}.0 - ${first + 5 * day}.0`]: 3,
        [`${first + 5 * day}.0 - ${first + 10 * day}.0`]: 1,
      },
    ])
    expect(await histogram({ column: 'yes', bins: 2 })).toEqual([{ '0.0 - 0.5': 1, '0.5 - 1.0': 3 }])
  })

  it('puts one value into the middle bin and has no row without values', async () => {
    const one = { column: 'n', bins: 3, adhoc_filters: [] }
    const query = histogram_v2.toQueries({ viz_type: 'histogram_v2', ...one })[0] as QueryObject
    const of = async (col: string, val: number) => {
      const table = await answer({ ...query, filters: [{ col, op: '==', val }] })
      return Object.values(toRecords(runPost(table, query.post_processing ?? []).table)[0] ?? {})
    }
    expect(await of('n', 2)).toEqual([0, 2, 0])
    expect(await of('id', 6)).toEqual([])
  })

  it('puts one value beyond 2^53 into the middle bin', async () => {
    const column = { label: 'big', sqlExpression: '9007199254740993', expressionType: 'SQL' }
    expect(Object.values((await histogram({ column, bins: 3 }))[0] ?? {})).toEqual([0, 6, 0])
  })

  it('counts expressions, and numbers that are stored as text within the row limit', async () => {
    expect(Object.values((await histogram({ column: adhoc, bins: 3 }))[0] ?? {})).toEqual([4, 0, 1])
    expect(Object.values((await histogram({ column: 'txt', bins: 1, row_limit: 5 }))[0] ?? {})).toEqual([4])
  })

  it('hides rows of row rules from counts and edges', async () => {
    expect(await histogram({ column: 'n', bins: 3 }, ["g <> 'c' OR g IS NULL"])).toEqual([
      { '1.0 - 4.0': 4, '4.0 - 7.0': 0, '7.0 - 10.0': 1 },
    ])
  })
})
