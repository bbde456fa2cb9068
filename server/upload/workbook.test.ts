import { expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { readWorkbook } from './workbook.ts'

it('workbook-tasks: more than one person may have read at a time are refused by name', async () => {
  const { most } = bounds['workbook-tasks']
  const who = { person: 7, signal: new AbortController().signal }
  const task = { file: '/nowhere/there-is-no-such-workbook.xlsx' }
  const reading = Promise.allSettled(Array.from({ length: most }, () => readWorkbook(task, who)))
  await expect(readWorkbook(task, who)).rejects.toMatchObject({ code: 'work-waiting', args: [most] })
  expect((await reading).map(({ status }) => status)).toEqual(Array.from({ length: most }, () => 'rejected'))
})
