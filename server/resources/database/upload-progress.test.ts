import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SourceFormat } from '#server/engines/engine.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { emptyDatabase, type Postgres } from '#testing/postgres.ts'
import { parquet } from '#testing/upload-files.ts'

const ROWS = 250_000
let postgres: Pick<Postgres, 'url' | 'stop'>
let fixture: TestApp
let folder: string

beforeAll(async () => {
  postgres = await emptyDatabase()
  fixture = await makeTestApp()
  folder = mkdtempSync(join(fixture.home, 'progress-'))
})
afterAll(async () => {
  await fixture.close()
  await postgres.stop()
})

const lines = (row: (at: number) => string): string => Array.from({ length: ROWS }, (_, at) => row(at)).join('\n')

const contents: Readonly<Record<SourceFormat, () => Promise<string | Uint8Array>>> = {
  csv: async () => `id,name\n${lines((at) => `${at},name ${at}`)}\n`,
  json: async () => lines((at) => `{"id":${at},"tags":["a",{"b":[${at}]}]}`),
  parquet: () => parquet(`SELECT range AS id, 'name ' || range AS name FROM range(${ROWS})`),
}

type Progress = readonly [rows: number, total: number | null]

/** Loads a file of a format into a database and returns the reported progress, without repetitions. */
async function progressOf(format: SourceFormat, id: number): Promise<readonly Progress[]> {
  const database = await fixture.context.store.databases.get(id)
  if (!database) throw new Error('The database is missing')
  const own = mkdtempSync(join(folder, 'file-'))
  const file = join(own, 'file')
  writeFileSync(file, await contents[format]())
  const reports: Progress[] = []
  const load = { file, format, table: `of_${format}`, existing: 'fail' as const }
  await fixture.context.chartData.sources.load(database, load, AbortSignal.timeout(60_000), (...report) => {
    if (String(reports.at(-1)) !== String(report)) reports.push(report)
  })
  return reports
}

const isOrdered = (rows: readonly number[]) => rows.every((each, at) => at === 0 || each >= (rows[at - 1] ?? 0))
const readRows = (reports: readonly Progress[]) => reports.filter(([, total]) => total === null).map(([rows]) => rows)
const storedRows = (reports: readonly Progress[]) => reports.filter(([, total]) => total === ROWS).map(([rows]) => rows)

it.each<[SourceFormat, readonly number[]]>([
  // The header is the first record.
  ['csv', [99_999, 199_999]],
  ['json', [100_000, 200_000]],
  ['parquet', []],
])('reports the rows of %s that are read, then those that are stored', async (format, read) => {
  const values = {
    database_name: `Of ${format}`,
    sqlalchemy_uri: `duckdb:///${format}.duckdb`,
    allow_file_upload: true,
  }
  const reports = await progressOf(format, (await fixture.database(values)).id)
  expect(readRows(reports)).toEqual(read)
  const stored = storedRows(reports)
  expect([stored[0], stored.at(-1), isOrdered(stored)]).toEqual([0, ROWS, true])
  expect(reports).toHaveLength(read.length + stored.length)
})

it.each<SourceFormat>(['csv', 'json', 'parquet'])(
  'reports the rows of %s that are read before they are sent to PostgreSQL, then those that are sent',
  async (format) => {
    const uri = postgres.url.replace(/^postgres:/, 'postgresql:')
    const values = { backend: 'postgresql', database_name: `Remote ${format}`, sqlalchemy_uri: uri }
    const reports = await progressOf(format, (await fixture.database(values)).id)
    const read = readRows(reports)
    expect([read.at(-1), isOrdered(read)]).toEqual([ROWS, true])
    const sent = storedRows(reports)
    expect([sent.at(-1), isOrdered(sent)]).toEqual([ROWS, true])
    expect(reports).toEqual([...reports.slice(0, read.length), ...reports.slice(-sent.length)])
    expect(reports).toHaveLength(read.length + sent.length)
  },
)
