import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { engineNamed } from '#server/engines/index.ts'
import { loadTables } from './load-tables.ts'
import { Guard } from '#server/sql/guard.ts'

const directory = await mkdtemp(join(tmpdir(), 'facet-demo-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

it('loads every demo table once, with the counts of its source', { timeout: 120_000 }, async () => {
  const engine = engineNamed('duckdb')
  if (!engine?.load) throw new Error('no engine')
  const seen: string[] = []
  const settings = { file: 'examples.duckdb' }
  await loadTables(engine, settings, { directory }, (table) => seen.push(table.name))
  expect(seen).toHaveLength(8)
  await loadTables(engine, settings, { directory }, (table) => seen.push(table.name))
  expect(seen).toHaveLength(8)
  const counts: Record<string, unknown> = {}
  const connection = await engine.connect(settings, { directory })
  const guard = new Guard(connection, engine.dialect)
  for (const name of seen) {
    const sql = await guard.statement(`SELECT count(*) FROM "${name}"`)
    const run = { signal: new AbortController().signal, maxRows: 1, labels: ['n'] }
    counts[name] = (await connection.table(sql, run)).columns[0]?.values[0]
  }
  await connection.close()
  expect(counts).toEqual({
    flights: 3_000_000,
    airports: 3376,
    birdstrikes: 10_000,
    weather: 2922,
    co2: 741,
    gapminder: 682,
    earthquakes: 1707,
    pizza: 29_853,
  })
})
