import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { duckdb } from './index.ts'
import { open } from './open-database.ts'

const ROWS = 400_000
const folder = mkdtempSync(join(tmpdir(), 'facet-progress-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('reports the rows that are read, then a growing number of stored rows of all rows', async () => {
  mkdirSync(join(folder, 'files'))
  const file = join(folder, 'files', 'rows.csv')
  const lines = Array.from({ length: ROWS }, (_, at) => `${at},name of row ${at}`)
  writeFileSync(file, `id,name\n${lines.join('\n')}\n`)
  const reports: (readonly [number, number | null])[] = []
  const storage = { directory: folder, processes: 1 }
  const load = { file, table: 'rows', existing: 'fail' as const }
  await duckdb.load?.({ file: 'data.duckdb' }, storage, load, AbortSignal.timeout(60_000), (...report) => {
    reports.push(report)
  })
  const read = reports.filter(([, total]) => total === null).map(([rows]) => rows)
  // The header is the first record.
  expect(read).toEqual([99_999, 199_999, 299_999, 399_999])
  const stored = reports.slice(read.length)
  expect([stored[0], stored.at(-1)]).toEqual([
    [0, ROWS],
    [ROWS, ROWS],
  ])
  expect(stored.every(([rows, total]) => rows <= ROWS && total === ROWS)).toBe(true)
  expect(stored.map(([rows]) => rows)).toEqual(stored.map(([rows]) => rows).toSorted((one, other) => one - other))
})

it('measures the progress of a connection that writes', async () => {
  const opened = await open({ file: join(folder, 'progress.duckdb'), scratch: folder, write: true })
  const connection = await opened.connect()
  const sql = "SELECT current_setting('enable_progress_bar'), current_setting('enable_progress_bar_print')"
  expect(await (await connection.run(sql)).getRowsJson()).toEqual([[true, false]])
  connection.closeSync()
  opened.close()
})
