import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { workbook } from '#testing/upload-files.ts'
import { readWorkbook } from './workbook.ts'

it('workbook-tasks: rejects more concurrent workbooks of a user than the limit', async () => {
  const { most } = bounds['workbook-tasks']
  const who = { person: 7, signal: new AbortController().signal }
  const task = { file: '/nowhere/there-is-no-such-workbook.xlsx' }
  const reading = Promise.allSettled(Array.from({ length: most }, () => readWorkbook(task, who)))
  await expect(readWorkbook(task, who)).rejects.toMatchObject({ code: 'work-waiting', args: [most] })
  expect((await reading).map(({ status }) => status)).toEqual(Array.from({ length: most }, () => 'rejected'))
})

it('reports the rows of a sheet while it is converted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-workbook-'))
  const file = join(folder, 'rows.xlsx')
  // A part of 65,536 characters has 327 of these rows, of 201 characters with their line end.
  const rows = Array.from({ length: 700 }, () => ['x'.repeat(198)])
  writeFileSync(file, workbook({ Rows: rows }))
  const reports: (readonly [number, number | null])[] = []
  const { signal } = new AbortController()
  await readWorkbook({ file }, { person: 7, signal, onRows: (...report) => reports.push(report) })
  rmSync(folder, { recursive: true })
  expect(reports).toEqual([
    [327, null],
    [654, null],
  ])
})
