import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profileQuery, histogramQuery, type ProfiledColumn } from '#core/query/column-profile.ts'
import { type QueryRunner, queryRunnerOn } from '#testing/query-rows.ts'
import { dataset, datasetColumn } from '#testing/dataset.ts'
import { contractEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'

const itemsDataset = dataset({
  table_name: 'things',
  columns: [
    datasetColumn({ column_name: 'say "n"', type: 'INTEGER' }),
    datasetColumn({ column_name: 'ts', type: 'TIMESTAMP', is_dttm: true }),
    datasetColumn({ column_name: 'yes', type: 'BOOLEAN' }),
    datasetColumn({ column_name: 'double', type: 'INTEGER', expression: '"say ""n""" * 2' }),
  ],
})
const number: ProfiledColumn = { column_name: 'say "n"', type: 'INTEGER', type_generic: 0, is_dttm: false }
const time: ProfiledColumn = { column_name: 'ts', type: 'TIMESTAMP', type_generic: 2, is_dttm: true }
const yes: ProfiledColumn = { column_name: 'yes', type: 'BOOLEAN', type_generic: 3, is_dttm: false }

describe.each(contractEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  let asker: Omit<QueryRunner, 'close'>
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, [
      'CREATE TABLE things ("say ""n""" INTEGER, ts TIMESTAMP, yes BOOLEAN)',
      `INSERT INTO things VALUES (-6, '2024-01-01 00:00:00', true), (0, '2024-01-01 00:00:01', true),
        (5, '2024-01-01 00:00:30', false), (6, '2024-01-01 00:00:30', NULL), (NULL, NULL, NULL)`,
    ])
    asker = queryRunnerOn(fixture, itemsDataset, 0)
  })
  afterAll(() => fixture.close())

  it('counts rows and distinct values of a column, with minimum and maximum', async () => {
    const statistics = async (column: ProfiledColumn) => (await asker.rows(profileQuery(column)))[0]
    expect(await statistics(number)).toEqual({ rows: 5, present: 4, distinct: 4, min: -6, max: 6 })
    const second = Date.UTC(2024, 0, 1)
    expect(await statistics(time)).toEqual({ rows: 5, present: 4, distinct: 3, min: second, max: second + 30_000 })
    expect(await statistics(yes)).toEqual({ rows: 5, present: 3, distinct: 2 })
  })

  it('returns a histogram of numbers and times', async () => {
    const spread = async (column: ProfiledColumn, min: number, max: number) => {
      const rows = await asker.rows({ ...histogramQuery(column, min, max), orderby: [['bin', true]] })
      return rows
        .filter(({ bin }) => bin !== null)
        .map(({ bin, rows: count }) => [Number(bin), count])
        .toSorted(([a], [b]) => Number(a) - Number(b))
    }
    expect(await spread(number, -6, 6)).toEqual([
      [0, 1],
      [3, 1],
      [5, 1],
      [6, 1],
    ])
    const double = { ...number, column_name: 'double', expression: '"say ""n""" * 2' }
    expect(await spread(double, -12, 12)).toHaveLength(4)
    const start = Date.UTC(2024, 0, 1)
    expect(await spread(time, start, start + 30_000)).toEqual([
      [start, 1],
      [start + 1000, 1],
      [start + 30_000, 2],
    ])
  })
})
