import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { engineNamed } from './index.ts'
import { createSql } from './sql.ts'

const SIGNAL = new AbortController().signal
/** Engines with the SQL of the id of a connection. */
const engines = [
  ['postgresql', 'pg_backend_pid()'],
  ...(process.env['FACET_TEST_SET'] === 'all' ? [['mysql', 'CONNECTION_ID()'] as const] : []),
] as const

describe.each(engines)('%s', (name, id) => {
  const engine = engineNamed(name)
  let fixture: EngineFixture
  beforeAll(async () => {
    if (!engine) throw new Error(`There is no ${name}`)
    fixture = await openEngineFixture(engine, [])
  })
  afterAll(() => fixture.close())

  /** Returns how many connections five queries at a time use. */
  async function connectionsWith(settings: object): Promise<number> {
    const connection = await fixture.engine.connect({ ...fixture.settings, ...settings }, fixture.storage)
    try {
      const sql = createSql(`SELECT ${id} AS id`, [], '')
      const run = { signal: SIGNAL, maxRows: 2, labels: ['id'] }
      const tables = await Promise.all(Array.from({ length: 5 }, () => connection.table(sql, run)))
      return new Set(tables.map(({ columns }) => columns[0]?.values[0])).size
    } finally {
      await connection.close()
    }
  }

  it('runs queries on at most as many connections as the pool has', async () => {
    expect(await connectionsWith({ pool_size: 1 })).toBe(1)
    expect(await connectionsWith({ pool_size: 2 })).toBe(2)
    expect(await connectionsWith({})).toBe(5)
  })
})
