import { expect, test } from 'vitest'
import type { Run } from '../engine.ts'
import { scanRows } from './read-rows.ts'
import type { CellFormat } from './results.ts'
import { NUMERIC } from '#core/table/table.ts'

const number: CellFormat<number> = { type: NUMERIC, value: (raw: number) => raw, json: String }
const run: Run = { signal: new AbortController().signal, maxRows: 10_000, labels: ['n'] }

test('scanning rows passes them in tables of 2,000 rows, and an empty table for no rows', async () => {
  const sizes: number[] = []
  const count = async (rows: number): Promise<void> =>
    scanRows<number>(
      run,
      async ({ rowCount }) => void sizes.push(rowCount),
      async (_run, target) => {
        target.begin([number])
        for (let row = 0; row < rows; row++) await target.row([row])
      },
    )
  await count(4001)
  await count(0)
  expect(sizes).toEqual([2000, 2000, 1, 0])
})

test('scanning rows stops the statement when a chunk cannot be taken, and throws the error of the chunk', async () => {
  let chunks = 0
  const scan = scanRows<number>(
    run,
    () => {
      chunks++
      throw new Error('The disk is full')
    },
    async ({ signal }, target) => {
      target.begin([number])
      for (let row = 0; row < 6000; row++) {
        await target.row([row])
        // A driver reports a stopped statement by an error of its own.
        if (signal.aborted) throw new Error('canceling statement due to user request')
      }
    },
  )
  await expect(scan).rejects.toThrow('The disk is full')
  expect(chunks).toBe(1)
})
