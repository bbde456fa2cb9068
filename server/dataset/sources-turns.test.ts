import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { Sources } from './sources.ts'
import { replaceTable } from '#testing/duckdb-file.ts'

function database(version: number, file = 'turns.duckdb'): Database {
  return {
    id: 1,
    backend: 'duckdb',
    sqlalchemy_uri: `duckdb:///${file}`,
    secrets: null,
    data_version: version,
  } as Database
}

it('serves concurrent reads of databases while their URIs change, and does not block timers', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'facet-turns-'))
  const sources = new Sources({ directory })
  let ticks = 0
  const ticking = setInterval(() => ticks++, 1)
  const reads = Array.from({ length: 30 }, (_, index) =>
    sources.use(database(index % 3), async ({ connection }) => (await connection.schemas()).length),
  )
  const moves = Array.from({ length: 6 }, (_, index) =>
    sources.use(
      database(0, `turns-${index % 3}.duckdb`),
      async ({ connection }) => (await connection.schemas()).length,
    ),
  )
  const writes = Array.from({ length: 3 }, (_, index) =>
    replaceTable(sources, database(index), `t${index}`, 'SELECT 1 AS one'),
  )
  await Promise.all(writes)
  const counts = await Promise.all([...reads, ...moves])
  clearInterval(ticking)
  expect(counts.every((count) => count > 0)).toBe(true)
  expect(ticks).toBeGreaterThan(3)
  const tables = await sources.use(database(3), ({ connection }) => connection.tables('main'))
  expect(tables.map(({ name }) => name)).toEqual(['t0', 't1', 't2'])
  await sources.close()
  rmSync(directory, { recursive: true, force: true })
})
