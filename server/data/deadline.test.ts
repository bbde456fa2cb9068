import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let dataset: number
beforeAll(async () => {
  const statements = ['CREATE TABLE sales AS SELECT 1 AS amount']
  fixture = await openDataFixture(statements, Date.UTC(2024, 4, 1), {}, { timeoutMs: 1500 })
  dataset = (await fixture.dataset({ table_name: 'sales', columns: [{ column_name: 'amount', type: 'INTEGER' }] })).id
})
afterAll(() => fixture.close())

/** Returns the child processes whose command line contains the folder. */
function childrenOf(parent: number, folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        const isChild = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
        return isChild && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(folder)
      } catch {
        return false
      }
    })
    .map(Number)
}

it('all trips to an engine process that does not respond share one deadline', { timeout: 60_000 }, async () => {
  const authorization = `Bearer ${await fixture.token('ann', 'Admin')}`
  const ask = (expression: string) =>
    fixture.app.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      headers: { authorization },
      payload: {
        datasource: { id: dataset, type: 'table' },
        queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: expression, label: 'n' }] }],
      },
    })
  // The engine process may need longer to start than one query may take.
  await expect.poll(async () => (await ask('SUM(amount)')).statusCode).toBe(200)
  const [pid = 0] = childrenOf(process.pid, join(fixture.home, 'databases'))
  process.kill(pid, 'SIGSTOP')
  const started = performance.now()
  const answers = await Promise.all(['SUM(amount) + 1', 'SUM(amount) + 2'].map(ask))
  const seconds = (performance.now() - started) / 1000
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([504, 504])
  // Only the catalogue query has a limit of 20 s.
  expect(seconds).toBeLessThan(10)
})
