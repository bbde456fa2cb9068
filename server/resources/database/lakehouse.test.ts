import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-lakehouse-'))
  for (const each of ['lake/sales/_delta_log', 'lake/trips/.hoodie', 'extensions'])
    mkdirSync(join(folder, each), { recursive: true })
  writeFileSync(join(folder, 'lake/sales/_delta_log/00000000000000000000.json'), '')
  const environment = {
    FACET_DATA_DIRS: join(folder, 'lake'),
    FACET_DUCKDB_EXTENSIONS: join(folder, 'extensions'),
  }
  app = await makeTestApp({ environment })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

it('names the missing file in connection tests, by the URI and by the form', async () => {
  const admin = await app.as('Admin')
  const path = join(folder, 'lake/sales')
  const bodies = [
    { sqlalchemy_uri: `lakehouse:///${path}` },
    { engine: 'lakehouse', configuration_method: 'dynamic_form', parameters: { path } },
  ]
  for (const body of bodies) {
    const tested = await admin.post('/api/v1/database/test_connection', { database_name: 'lake', ...body })
    const message = tested.json().errors?.[0]?.message
    expect([tested.statusCode, message]).toEqual([422, expect.stringContaining('has no extension "delta" for DuckDB')])
  }
})

it('rejects tables of Apache Hudi and paths outside of the listed directories', async () => {
  const admin = await app.as('Admin')
  const test = async (path: string) => {
    const body = { database_name: 'lake', sqlalchemy_uri: `lakehouse:///${path}` }
    return (await admin.post('/api/v1/database/test_connection', body)).json().errors?.[0]?.message
  }
  expect(await test(join(folder, 'lake/trips'))).toContain('Apache Hudi')
  expect(await test(join(folder, 'extensions'))).toContain('FACET_DATA_DIRS')
})
